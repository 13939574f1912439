/** Settings of an entity's trust in the certificates of others, in the profiles that have certificates. */
import { z } from 'zod'

/** Schema of the settings. */
export const certificateTrust = z.strictObject({
  rootFiles: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Files with certificates of further roots (PEM). The roots in the pinned keys of `anchors` (`x5c`) are trusted in any case.',
    ),
  revocationGraceSeconds: z
    .int()
    .min(0)
    .max(7 * 86_400)
    .default(3600)
    .describe('Seconds after its end for which a revocation list counts while its issuer does not answer.'),
})

/** Parsed settings, with defaults. */
export type CertificateTrustSettings = Readonly<z.output<typeof certificateTrust>>
