/** Parts of the settings schemas that several roles have. */
import { z } from 'zod'
import { daySeconds, entityIdFault, failed, parseUrl } from '../base/index.ts'
import { allAlgorithms, defaultAlgorithms, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import { profileNames } from '../profiles/index.ts'

/** Schema of a member's profile. Users do not set the profile here: `serve` sets it for each entity. */
export const memberProfile = z.enum(profileNames).default('seed')

/** Schema of the lifetime of a member's Entity Configuration in seconds. */
export const configurationLifetime = z
  .int()
  .min(60)
  .max(daySeconds)
  .default(daySeconds)
  .describe('Seconds for which an Entity Configuration is valid.')

/** Largest value of `clockSkewSeconds`. Readers of this package accept an expired object for at most this time. */
export const maximumClockSkewSeconds = 300

/** Schema of the maximum clock difference in seconds. */
export const clockSkew = z
  .int()
  .min(0)
  .max(maximumClockSkewSeconds)
  .default(30)
  .describe('Seconds by which the clocks of others may differ.')

/** Schema of the permission of plain http on loopback hosts. */
export const loopbackHttp = z
  .boolean()
  .default(false)
  .describe('Permits plain http identifiers on loopback hosts, for the sandbox.')

/** Schema of the resolve endpoint that a leaf names in its metadata. */
export const resolveEndpoint = z
  .string()
  .optional()
  .describe(
    '`federation_resolve_endpoint` in the metadata: the resolve endpoint of an authority above this entity. IT-Wallet requires it from 1.0 on.',
  ) // FED-142

/**
 * Adds the faults of a role's entity identifier and resolve endpoint, for `superRefine` of the schema of its settings.
 */
export function checkMemberUrls(
  {
    entityId,
    resolveEndpoint: endpoint,
    ...policy
  }: { readonly entityId: string; readonly loopbackHttp: boolean; readonly resolveEndpoint?: string | undefined },
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  if (endpoint !== undefined && failed(parseUrl(endpoint, policy)))
    addIssue({ code: 'custom', path: ['resolveEndpoint'], message: 'is not an https URL without fragment' }) // FED-142
  const fault = entityIdFault(entityId, policy)
  if (fault !== undefined) addIssue({ code: 'custom', path: ['entityId'], message: `is ${fault}` })
}

/** Schema of one signature algorithm. */
export const signatureAlgorithm = z
  .custom<JwsAlgorithm>(
    (name) => typeof name === 'string' && isJwsAlgorithm(name),
    'is not a supported signature algorithm',
  )
  .meta({ type: 'string', enum: [...allAlgorithms] })

/** Schema of a list of at least one signature algorithm. */
export const algorithmList = z.array(signatureAlgorithm).min(1).readonly()

/** Schema of accepted signature algorithms. Defaults to ES256, ES384 and ES512. */
export const acceptedAlgorithms = algorithmList.default([...defaultAlgorithms])
