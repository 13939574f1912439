/**
 * Endpoints of an entity that only publishes the metadata of a profile whose attestation is not implemented. Each of
 * these endpoints refuses every request with 501.
 */
import type { Route } from '../../http/index.ts'
import { unbuiltEndpoints } from '../../member/index.ts'
import { walletProviderWire } from '../../profiles/index.ts'
import { WP } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'

/** Creates the routes whose paths are hard-coded in wallets of the profile. */
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
