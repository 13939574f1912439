/**
 * Protections and encryptions of `direct_post.jwt` responses: those in the metadata and those accepted (RP-10, RP-27).
 */
import type { JweEncryption } from '../../jose/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'

/**
 * Returns the accepted protections. If the metadata contain an encryption algorithm, a signature alone is not accepted,
 * because JARM §3 requires encryption then (D-472).
 */
export const acceptedProtections = <P extends string>(responseProtections: readonly P[]): readonly P[] =>
  statesEncryption({ responseProtections })
    ? responseProtections.filter((one) => one !== 'signed')
    : responseProtections

/**
 * Returns true if the metadata contain an encryption algorithm: always, unless `signed` is the only accepted protection
 * (D-152).
 */
export const statesEncryption = ({
  responseProtections,
}: {
  readonly responseProtections: readonly string[]
}): boolean => responseProtections.some((one) => one !== 'signed')

/**
 * Returns the accepted content encryptions, the preferred first: those of the profile, or the configured one if the
 * profile has none.
 */
export function acceptedEncryptions(config: {
  readonly profile: ProfileName
  readonly encryptedResponseEnc: JweEncryption
}): readonly JweEncryption[] {
  const { responseEncryptions } = relyingPartyWire[config.profile]
  return responseEncryptions.length > 0 ? responseEncryptions : [config.encryptedResponseEnc]
}
