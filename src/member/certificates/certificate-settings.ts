/** Settings of a member's certificates, in the profiles with certificates. */

import { z } from 'zod'
import { daySeconds } from '../../base/index.ts'

/** Schema of the settings. */
export const memberCertificateSettings = z.strictObject({
  test: z
    .boolean()
    .default(false)
    .describe(
      'States in the subject of the self-signed certificate that it is a test certificate and not a national one.',
    ),
  lifetimeSeconds: z
    .int()
    .min(600)
    .max(30 * daySeconds)
    .default(daySeconds)
    .describe('Lifetime of certificates of protocol keys. Each is renewed after half of it.'),
  ownLifetimeSeconds: z
    .int()
    .min(600)
    .max(2 * 365 * daySeconds)
    .default(30 * daySeconds)
    .describe('Lifetime of the self-signed certificate of the federation key. It is renewed after half of it.'),
  listLifetimeSeconds: z
    .int()
    .min(60)
    .max(7 * daySeconds)
    .default(6 * 3600)
    .describe('Lifetime of revocation lists. Other entities notice a revocation within this time.'),
  revoked: z
    .array(
      z.strictObject({
        serial: z
          .string()
          .regex(/^[1-9a-f][0-9a-f]{0,39}$/, 'is not a lower-case hexadecimal number without leading zeros')
          .describe('Serial number of the certificate, hexadecimal.'),
        revokedAt: z.int().min(0).describe('Time of the revocation, in seconds since 1970.'),
        reason: z
          .enum(['keyCompromise', 'superseded', 'cessationOfOperation'])
          .default('keyCompromise')
          .describe('Reason of the revocation.'),
      }),
    )
    .max(999) // the number of a list has three digits for the number of entries (D-723)
    .default([])
    .describe('Revoked certificates of protocol keys. Keep each entry until its certificate has expired.'),
})

/** Parsed settings of a member's certificates, with defaults. */
export type MemberCertificateSettings = Readonly<z.output<typeof memberCertificateSettings>>
