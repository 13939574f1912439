/**
 * `POST /wallet-instance`: registers a Wallet Instance (it-wallet §Endpoints). `POST /wallet-instances` does the same
 * in the format of IT-Wallet 1.0. Neither requires authentication. If the settings have `users` and the app sends a
 * user's token, the instance is linked to that user (WP-90).
 */
import { jsonOf, type Route, respondEmpty } from '../../http/index.ts'
import {
  itWallet1Attestation,
  specificationAttestation,
  type WalletAttestationProfile,
} from '../../wallet-attestation/index.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { registerWalletInstance } from './register-wallet-instance.ts'

/** Creates the route `POST /wallet-instance`. */
export const walletInstanceEndpoint = (ctx: WalletProviderServices): Route =>
  registrationRoute(ctx, { path: paths.walletInstance, kind: 'machine' }, specificationAttestation)

/** Returns the route for wallets of IT-Wallet 1.0 (WP-80). */
export const walletInstancesEndpoint = (ctx: WalletProviderServices): Route =>
  registrationRoute(ctx, { path: paths.walletInstances, kind: 'problem' }, itWallet1Attestation) // WP-84

const registrationRoute = (
  ctx: WalletProviderServices,
  { path, kind }: Pick<Route, 'path' | 'kind'>,
  wireProfile: WalletAttestationProfile,
): Route => ({
  method: 'POST',
  path,
  kind,
  accepts: ['json'],
  bodyLimit: 131_072,
  handle: async (request) => {
    const authorization = request.header('authorization')
    const place = { surface: `wallet-provider${path}`, wireProfile, authorization }
    await registerWalletInstance(ctx, place, jsonOf(request))
    return respondEmpty() // WP-07, WP-80
  },
})
