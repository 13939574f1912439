/** Sends an error response to a verified Relying Party, and opens the page that the answer names. */
import { failed } from '../../base/index.ts'
import {
  type AuthorizationError,
  checkCertifiedEndpoints,
  checkRedirectUri,
  createAuthorizationErrorResponse,
  parseRedirectAnswer,
  type TrustedRequestObject,
} from '../../oid4vp/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import type { WalletContext } from '../context.ts'
import { exchange, formRequest } from '../exchange.ts'
import type { CertifiedNames } from './check-certificates.ts'
import { type NextPage, openPage, opensPage, type PresentationFlow } from './follow-redirect.ts'

export interface DeclinedOutcome extends Partial<NextPage> {
  /** True if the Relying Party confirmed the error response. */
  readonly confirmed: boolean
}

export interface DeclinedRequest {
  readonly request: TrustedRequestObject
  readonly flow: PresentationFlow
  readonly profile: ProfileName
  /** Names in the certificate of the Relying Party, in a profile with certificates. */
  readonly certified: CertifiedNames | undefined
}

/**
 * Sends an error response. The caller must have verified the Relying Party. The default error is the same if the user
 * refuses and if no credential matches (D-233). A failure to send the response has no effect for the user (WI-89). On
 * the same device, and across devices if the profile opens pages there, opens the page of the answer if it matches a
 * redirect URI of the metadata and has a response code (D-97). In a profile with certificates, the certificate must
 * also cover the page. Ignores any other page.
 */
export async function decline(
  ctx: WalletContext,
  { request, flow, profile, certified }: DeclinedRequest,
  error: AuthorizationError = 'access_denied',
): Promise<DeclinedOutcome> {
  const { response_uri, state, relyingPartyMetadata } = request
  const form = createAuthorizationErrorResponse(error, state)
  const answer = await exchange(ctx, formRequest(response_uri, form), 'response_uri')
  if (failed(answer) || answer.status >= 300) return { confirmed: false }
  const parsed = parseRedirectAnswer(answer.text)
  if (failed(parsed) || !opensPage(flow, profile)) return { confirmed: true }
  const page = checkRedirectUri(parsed.redirect_uri, relyingPartyMetadata.redirectUris, ctx.config)
  if (failed(page)) return { confirmed: true }
  if (certified && failed(checkCertifiedEndpoints({ redirect_uri: page }, certified))) return { confirmed: true }
  return { confirmed: true, ...(await openPage(ctx, page)) }
}
