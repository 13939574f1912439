/**
 * What a deployment says about its Trust Anchor or intermediate. Units stand in the names; every default is a safe one.
 * With `authorityHints` the role is an intermediate; everything else is the same.
 */
import { z } from 'zod'
import { isEntityId } from '../base/index.ts'
import { federationKey, organization } from '../federation/index.ts'
import { acceptedAlgorithms } from '../member/index.ts'

const day = 86_400

/** A type of trust mark that is recognised below this anchor. */
const trustMarkTypeConfig = z
  .strictObject({
    type: z.url(),
    /** Who may issue it; this entity alone when not said, any member when empty. */
    issuers: z.array(z.string()).optional(),
    /** Who owns it, when that is another. */
    owner: z.strictObject({ entityId: z.string(), jwks: z.object({ keys: z.array(federationKey).min(1) }) }).optional(),
    /** The owner's word that lets this entity issue it. */
    delegation: z.string().optional(),
    lifetimeSeconds: z
      .int()
      .min(60)
      .max(400 * day)
      .default(30 * day),
  })
  .refine(({ delegation, owner }) => delegation === undefined || owner !== undefined, {
    path: ['delegation'],
    error: 'is the word of an owner, and no owner is named', // FED-35
  })

/** A Trust Anchor's settings, judged by form and bounds; keys and stores are looked at when it is made. */
export const trustAnchorConfig = z
  .strictObject({
    /** The identifier and public URL; its path, if any, is the prefix of all routes. */
    entityId: z.string(),
    organization,
    /** The superiors; none for an anchor. */
    authorityHints: z.array(z.string()).default([]),
    /** Signature algorithms that the ready-made policies let members use, and that are taken in federation statements. */
    algorithms: acceptedAlgorithms,
    trustMarks: z.array(trustMarkTypeConfig).default([]),
    entityConfigurationLifetimeSeconds: z.int().min(60).max(day).default(day),
    /** How long a removed member may go on being trusted at most (FED-38). */
    subordinateStatementLifetimeSeconds: z.int().min(60).max(day).default(day),
    /**
     * How long a key that no longer signs is published: longer than anything lives that it signed, trust marks included
     * (FED-10, D-125). A day longer when not said.
     */
    keyRetirementSeconds: z.int().min(60).optional(),
    /** How long a key is published before it may sign (FED-10). */
    keyPublicationSeconds: z.int().min(0).default(day),
    /** How long a resolve response is given out again before everything is resolved anew. */
    resolveCacheSeconds: z.int().min(0).max(3600).default(60),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    /** Plain http identifiers on loopback hosts: the sandbox. */
    loopbackHttp: z.boolean().default(false),
  })
  .refine(({ entityId, loopbackHttp }) => isEntityId(entityId, { loopbackHttp }), { path: ['entityId'] })
  .refine(
    ({ trustMarks, ...urls }) =>
      trustMarks
        .flatMap(({ issuers = [], owner }) => [...issuers, ...(owner ? [owner.entityId] : [])])
        .every((entityId) => isEntityId(entityId, urls)),
    { path: ['trustMarks'], message: 'names an issuer or an owner that is no entity identifier' }, // FED-17
  )
  .superRefine(({ entityId, trustMarks }, { addIssue }) => {
    for (const [index, { issuers = [entityId], owner, delegation }] of trustMarks.entries())
      if (owner !== undefined && delegation === undefined && issuers.includes(entityId))
        addIssue({
          code: 'custom',
          path: ['trustMarks', index, 'delegation'],
          message: 'is missing: without it nobody takes a mark of this service, since another owns the type', // FED-35
        })
  })
  .transform((config) => ({
    ...config,
    keyRetirementSeconds: config.keyRetirementSeconds ?? longestLife(config) + day,
  }))
  .refine(
    (config) => config.keyRetirementSeconds >= longestLife(config) + config.clockSkewSeconds,
    { path: ['keyRetirementSeconds'], message: 'is shorter than what the key signed lives' }, // FED-10
  )

/** A Trust Anchor's settings, judged and filled in. */
export type TrustAnchorConfig = Readonly<z.output<typeof trustAnchorConfig>>

/** One type of trust mark that is recognised, or issued, here. */
export type TrustMarkTypeConfig = z.output<typeof trustMarkTypeConfig>

/** Whether this entity issues marks of the type. */
export const issuesMarks = (entityId: string, { issuers }: TrustMarkTypeConfig): boolean =>
  issuers === undefined || issuers.length === 0 || issuers.includes(entityId)

/** Of all that a federation key signs here, how long it lives at most, in seconds. */
export const longestLife = (config: {
  readonly entityId: string
  readonly entityConfigurationLifetimeSeconds: number
  readonly subordinateStatementLifetimeSeconds: number
  readonly trustMarks: readonly TrustMarkTypeConfig[]
}): number =>
  Math.max(
    config.entityConfigurationLifetimeSeconds,
    config.subordinateStatementLifetimeSeconds,
    ...config.trustMarks.filter((row) => issuesMarks(config.entityId, row)).map((row) => row.lifetimeSeconds),
  )
