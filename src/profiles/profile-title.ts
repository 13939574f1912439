/** Display names of the profiles. */
import type { ProfileName } from './profile-names.ts'

/** Title of each profile. `seed` has none, because it is the default. */
export const profileTitles: Readonly<Record<ProfileName, string | undefined>> = {
  seed: undefined,
  'it-wallet-1.0': 'IT-Wallet 1.0',
  'it-wallet-1.4': 'IT-Wallet 1.4',
}
