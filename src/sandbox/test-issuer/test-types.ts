/** Types of the credentials that the test issuer of each profile issues. */
import { type CredentialType, itWallet1Pid, itWalletId, itWalletPid } from '../../credential/index.ts'
import type { FurtherProfileName } from '../../profiles/index.ts'

/** Returns the types of a profile in a federation, the one that people ask for most first. */
export const testTypesOf = (
  profile: FurtherProfileName,
  trustAnchor: string,
): readonly [CredentialType, ...CredentialType[]] =>
  profile === 'it-wallet-1.0' ? [itWallet1Pid(trustAnchor)] : [itWalletId(trustAnchor), itWalletPid(trustAnchor)]
