/**
 * `POST /token`: issues a Wallet Attestation for a Wallet Attestation Request (it-wallet §Endpoints; RFC 7523 §2.1).
 */
import { formOf, type Route, respondText } from '../../http/index.ts'
import { WP } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { specificationIssuance } from './attestation-profiles.ts'
import { issueWalletAttestation } from './issue-wallet-attestation.ts'

/** Creates the route `POST /token`. */
export const tokenEndpoint = (ctx: WalletProviderServices): Route => ({
  method: 'POST',
  path: paths.token,
  kind: 'machine',
  accepts: ['form'],
  malformed: WP.malformedForm,
  bodyLimit: 131_072,
  handle: async (request) => {
    const attestation = await issueWalletAttestation(ctx, specificationIssuance, formOf(request))
    return respondText(attestation, 'application/jwt') // WP-25
  },
})
