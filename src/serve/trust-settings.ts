/**
 * Settings of trust: pinned anchors, accepted algorithms, the trust marks that a service shows or requires, and
 * certificates.
 */
import { z } from 'zod'
import { daySeconds, refuseBoth } from '../base/index.ts'
import { entityTypes, federationKeys } from '../federation/index.ts'
import { allAlgorithms, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'

const path = z.string().min(1)

export const anchor = z
  .strictObject({
    entityId: z.string().min(1).describe('Entity identifier of the Trust Anchor.'),
    jwks: z.strictObject({ keys: federationKeys.describe('Public keys of the Trust Anchor (JWK).') }).optional(),
    jwksFile: path.optional().describe('A file with a JWK set, instead of `jwks`.'),
  })
  .refine(...refuseBoth('jwks', 'jwksFile'))

/** Algorithms of federation statements and trust marks. Defaults to ES256, ES384 and ES512 (GEN-03). */
const algorithms = z
  .array(
    z
      .custom<JwsAlgorithm>((name) => typeof name === 'string' && isJwsAlgorithm(name), 'is not a known algorithm')
      .meta({ type: 'string', enum: [...allAlgorithms] }),
  )
  .min(1)
  .exactOptional()
  .describe('Algorithms of accepted federation statements and trust marks. Defaults to ES256, ES384 and ES512.')

/** Trust marks in the entity configuration of the service (D-154). */
export const trustMarks = z
  .array(
    z
      .strictObject({
        type: z.url().describe('Type of the trust mark.'),
        issuer: z.string().exactOptional().describe('Issuer of the mark, which is requested again before it expires.'),
        markFile: path.exactOptional().describe('A file with the mark as it was received.'),
      })
      .refine(
        ({ issuer, markFile }) => (issuer === undefined) !== (markFile === undefined),
        'needs an issuer or a markFile, but not both',
      ),
  )
  .default([])
  .describe('Trust marks in the entity configuration of the service.')

/** Settings of the service's own trust chain: its algorithms, and the trust marks that the service shows. */
export const ownChain = z.strictObject({ algorithms, trustMarks })

/** Settings of `ownChain`, and how a service evaluates trust in others. */
export const trust = z.strictObject({
  algorithms,
  trustMarks,
  requiredTrustMarks: z
    .partialRecord(z.enum(entityTypes), z.array(z.url()).min(1))
    .exactOptional()
    .describe('Trust mark types by entity type. An entity of that type needs a mark of at least one listed type.'), // FED-07
  trustMarkStatusSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .exactOptional()
    .describe(
      "Seconds for which the issuer's status of a required mark is cached. By default, no status is requested.",
    ), // FED-32
  maximumAgeSeconds: z
    .int()
    .min(60)
    .max(86_400)
    .exactOptional()
    .describe('Age in seconds at which the superiors must confirm a trust chain again. Defaults to 600.'), // FED-38
  staleOnOutageSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .exactOptional()
    .describe('Additional seconds for which a trust chain stays valid while no superior answers. Defaults to 3600.'), // FED-42
})

/** Settings for the evaluation of other entities' certificates, in the profiles that use certificates. */
export const certificateTrust = z.strictObject({
  rootFiles: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Files with certificates of additional roots (PEM). The roots in the pinned keys of `anchors` (`x5c`) are always trusted.',
    ),
  revocationGraceSeconds: z
    .int()
    .min(0)
    .max(7 * daySeconds)
    .default(3600)
    .describe('Seconds for which an expired revocation list is still used while its issuer does not answer.'),
})

/** Parsed settings of `certificateTrust`, with defaults. */
export type CertificateTrustSettings = Readonly<z.output<typeof certificateTrust>>
