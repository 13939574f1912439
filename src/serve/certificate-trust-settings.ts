/** Settings for the evaluation of other entities' certificates, in the profiles that use certificates. */
import { z } from 'zod'

/** Schema of the settings. */
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
    .max(7 * 86_400)
    .default(3600)
    .describe('Seconds for which an expired revocation list is still used while its issuer does not answer.'),
})

/** Parsed settings, with defaults. */
export type CertificateTrustSettings = Readonly<z.output<typeof certificateTrust>>
