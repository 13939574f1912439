/** `POST /wallet-instance`: registers a Wallet Instance (it-wallet §Endpoints); `/wallet-instances` for IT-Wallet 1.0. */
import { type EndpointRequest, jsonOf, type Route, respondEmpty } from '../../http/index.ts'
import { itWallet1Attestation, specificationAttestation } from '../../wallet-attestation/index.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { type RegistrationPlace, registerWalletInstance } from '../register-wallet-instance.ts'

export const walletInstanceEndpoint = (ctx: WalletProviderServices): Route =>
  registrationAt(ctx, { path: paths.walletInstance, kind: 'machine' }, () => ({ words: specificationAttestation }))

/** The same under the name that wallets of IT-Wallet 1.0 know (WP-80); there the app may say whose the instance is (WP-90). */
export const walletInstancesEndpoint = (ctx: WalletProviderServices): Route =>
  registrationAt(ctx, { path: paths.walletInstances, kind: 'problem' }, (request) => ({
    words: itWallet1Attestation,
    authorization: request.header('authorization'),
  })) // WP-84

const registrationAt = (
  ctx: WalletProviderServices,
  { path, kind }: Pick<Route, 'path' | 'kind'>,
  placeOf: (request: EndpointRequest) => Omit<RegistrationPlace, 'surface'>,
): Route => ({
  method: 'POST',
  path,
  kind,
  accepts: ['json'],
  bodyLimit: 131_072,
  handle: async (request) => {
    const place = { surface: `wallet-provider${path}`, ...placeOf(request) }
    await registerWalletInstance(ctx, place, jsonOf(request))
    return respondEmpty() // WP-07, WP-80
  },
})
