/** `POST /wallet-attestations`: issues a Wallet Attestation to wallets of IT-Wallet 1.0 (D-300). */
import { jsonOf, type Route, respondJson } from '../../http/index.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { itWallet1Issuance } from './attestation-profiles.ts'
import { issueWalletAttestation } from './issue-wallet-attestation.ts'

/** Creates the route `POST /wallet-attestations`. */
export const walletAttestationsEndpoint = (ctx: WalletProviderServices): Route => ({
  method: 'POST',
  path: paths.walletAttestations,
  kind: 'problem', // WP-84
  accepts: ['json'],
  bodyLimit: 131_072,
  handle: async (request) => {
    const wallet_attestation = await issueWalletAttestation(ctx, itWallet1Issuance, jsonOf(request))
    return respondJson({ wallet_attestations: [{ format: 'jwt', wallet_attestation }] }) // WP-83
  },
})
