/**
 * Wire format of the Wallet Provider: rows with a value for each profile (it-wallet §Endpoints, Wallet Provider;
 * IT-Wallet 1.0.2, 1.3.3 and 1.4.6). The Wallet Provider reads `isImplemented` and `entityType` in every profile. It
 * reads `endpoints` only if `isImplemented` is false, and `responseModes` and `clientIdPrefixes` only for the entity
 * type `wallet_solution`. The Relying Party reads `entityType` to find wallets in the federation. The sandbox reads
 * `entityType` too.
 */
import { columnsOf, wireRow } from './wire-row.ts'

const metadataSource = 'IT-Wallet 1.0.2 and 1.3.3, wallet-provider-metadata'

interface WalletEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
}

const post = (path: string): WalletEndpoint => ({ method: 'POST', path })
const nonceEndpoint: WalletEndpoint = { method: 'GET', path: '/nonce' }
const instanceStatus: readonly WalletEndpoint[] = (['GET', 'PUT'] as const).map((method) => ({
  method,
  path: '/wallet-instances/:id/status',
}))

export const walletProviderRows = {
  isImplemented: wireRow<boolean>({
    says: 'Attestation in this profile is implemented. If false, every endpoint that a wallet calls answers 501',
    source: 'This project',
    seed: true,
    'it-wallet-1.0': false,
    'it-wallet-1.4': false,
  }),
  entityType: wireRow<'wallet_provider' | 'wallet_solution'>({
    says: 'Entity type of the Wallet Provider',
    source: metadataSource,
    seed: 'wallet_provider',
    'it-wallet-1.0': 'wallet_provider',
    'it-wallet-1.4': 'wallet_solution',
    quirk: {
      name: 'wallet-solution',
      reason:
        'The entity type in the text of 1.3.3 is wallet_provider. Deployed libraries of 1.3.3 and 1.4.6 know only wallet_solution and refuse any other type.',
    },
  }),
  responseModes: wireRow<readonly string[] | undefined>({
    says: 'response_modes_supported of wallet_metadata',
    source: 'IT-Wallet 1.3.3, wallet-provider-metadata; IT-Wallet 1.4.5 and later, remote-flow',
    seed: undefined,
    'it-wallet-1.0': undefined,
    'it-wallet-1.4': ['query'],
    quirk: {
      name: 'response-mode-of-1.3',
      reason:
        'Deployed libraries of 1.3.3 refuse any value except query. The text of 1.4.5 requires direct_post.jwt. Deployed libraries of 1.4.6 ignore the value.',
    },
  }),
  clientIdPrefixes: wireRow<readonly string[] | undefined>({
    says: 'client_id_prefixes_supported of wallet_metadata',
    source: metadataSource,
    seed: undefined,
    'it-wallet-1.0': undefined,
    'it-wallet-1.4': ['openid_federation', 'x509_hash'],
  }),
  endpoints: wireRow<readonly WalletEndpoint[]>({
    says: 'Endpoints whose paths are hard-coded in wallets',
    source: 'IT-Wallet 1.0.2, 1.3.3 and 1.4.6, wallet-provider-endpoint',
    seed: [nonceEndpoint, post('/wallet-instance'), post('/token')],
    'it-wallet-1.0': [
      nonceEndpoint,
      post('/wallet-instances'),
      ...instanceStatus,
      post('/wallet-attestations'),
      post('/token'),
    ],
    'it-wallet-1.4': [
      ...[nonceEndpoint, post('/wallet-instances'), ...instanceStatus],
      ...[post('/wallet-instance-attestations'), post('/key-attestations'), post('/wallet-unit-attestations')],
    ],
    quirk: {
      name: 'key-attestations-path',
      reason: 'The text has /wallet-unit-attestations. Deployed wallets send their request to /key-attestations.',
    },
  }),
} as const

/** Values of the Wallet Provider, by profile. */
export const walletProviderWire = columnsOf(walletProviderRows)
