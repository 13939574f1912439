/**
 * Endpoints of a Wallet Provider in a later profile. Attestation in these profiles is not built at an entity of its
 * own: each endpoint refuses.
 */
import type { Route } from '../../http/index.ts'
import { unbuiltEndpoints } from '../../member/index.ts'
import { walletProviderWire } from '../../profiles/index.ts'
import { WP } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'

/** Creates the routes: the endpoints that wallets of the profile have built in. */
export const unbuiltAttestation = (services: WalletProviderServices): readonly Route[] =>
  unbuiltEndpoints(
    'wallet-provider',
    services,
    ['WP-121', WP.attestationUnbuilt],
    walletProviderWire[services.config.profile].endpoints.map(({ method, path }) => ({
      method,
      path,
      kind: 'problem',
    })),
  )
