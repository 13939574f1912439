/** Settings of a member's certificates, in the profiles that have them. */
import { z } from 'zod'

const day = 86_400

/** Schema of the settings. */
export const memberCertificateSettings = z.strictObject({
  test: z
    .boolean()
    .default(false)
    .describe(
      'Says in the subject of the self-signed certificate that it is a test certificate and not a national one.',
    ),
  lifetimeSeconds: z
    .int()
    .min(600)
    .max(30 * day)
    .default(day)
    .describe('Lifetime of certificates of protocol keys. A new one is made at half of it.'),
  ownLifetimeSeconds: z
    .int()
    .min(600)
    .max(2 * 365 * day)
    .default(30 * day)
    .describe('Lifetime of the self-signed certificate of the federation key. A new one is made at half of it.'),
  listLifetimeSeconds: z
    .int()
    .min(60)
    .max(7 * day)
    .default(6 * 3600)
    .describe('Lifetime of revocation lists. Others notice a revocation at the latest after it.'),
  revoked: z
    .array(
      z.strictObject({
        serial: z.string().regex(/^[1-9a-f][0-9a-f]{0,39}$/, 'is no hexadecimal number without leading zeros'),
        revokedAt: z.int().min(0).describe('Seconds since 1970.'),
        reason: z.enum(['keyCompromise', 'superseded', 'cessationOfOperation']).default('keyCompromise'),
      }),
    )
    .max(999)
    .default([])
    .describe('Revoked certificates of protocol keys. Keep each entry until its certificate has expired.'),
})

/** Parsed settings of a member's certificates, with defaults. */
export type MemberCertificateSettings = Readonly<z.output<typeof memberCertificateSettings>>
