/** Types of the credentials that the test issuer of each profile issues. */
import { type CredentialType, itWallet1Pid, itWalletId, itWalletPid } from '../../credential/index.ts'
import type { FurtherProfileName } from '../../profiles/index.ts'

/**
 * Returns the credential types of the test issuer of this profile. The first type is the default of a request.
 * `trustAnchor` is the entity identifier of the federation's Trust Anchor.
 */
export const testTypesOf = (
  profile: FurtherProfileName,
  trustAnchor: string,
): readonly [CredentialType, ...CredentialType[]] =>
  profile === 'it-wallet-1.0' ? [itWallet1Pid(trustAnchor)] : [itWalletId(trustAnchor), itWalletPid(trustAnchor)]
