/** Tests of every store of the Wallet Provider. */
import type { WalletProviderStores } from '../wallet-provider/index.ts'
import { walletProviderAdministrationContract } from './wallet-provider-administration.ts'
import { walletProviderAttestationContract } from './wallet-provider-attestations.ts'
import { walletProviderHeldContract } from './wallet-provider-held.ts'
import { walletProviderRegistrationContract } from './wallet-provider-registrations.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function walletProviderStoresContract(name: string, open: () => WalletProviderStores): void {
  walletProviderRegistrationContract(name, open)
  walletProviderAttestationContract(name, open)
  walletProviderAdministrationContract(name, open)
  walletProviderHeldContract(name, open)
}
