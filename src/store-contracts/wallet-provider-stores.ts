/**
 * What every store of the Wallet Provider must do, whatever it is made of.
 */
import type { WalletProviderStores } from '../wallet-provider/index.ts'
import { walletProviderAdministrationContract } from './wallet-provider-administration.ts'
import { walletProviderAttestationContract } from './wallet-provider-attestations.ts'
import { walletProviderHeldContract } from './wallet-provider-held.ts'
import { walletProviderRegistrationContract } from './wallet-provider-registrations.ts'

/** Defines the tests with `node:test`; `open` gives an empty store each time, and `name` begins their titles. */
export function walletProviderStoresContract(name: string, open: () => WalletProviderStores): void {
  walletProviderRegistrationContract(name, open)
  walletProviderAttestationContract(name, open)
  walletProviderAdministrationContract(name, open)
  walletProviderHeldContract(name, open)
}
