/**
 * The PID Provider: issues person identification data to wallets that their providers attest, after the person has
 * logged in at level High and agreed (it-wallet §Actors, §Endpoints).
 */
import { describeRefusal, type RenderPage, respondPage } from '../http/index.ts'
import { createMember, type Member, statusListAggregationEndpoint, statusListEndpoint } from '../member/index.ts'
import { authorizeEndpoint } from './authorization/authorize-endpoint.ts'
import { decideConsentEndpoint, showConsentEndpoint } from './authorization/consent-endpoint.ts'
import { parEndpoint } from './authorization/par-endpoint.ts'
import { createServices, type PidProviderContext, type PidProviderServices } from './context.ts'
import { discoveryEndpoints } from './discovery-endpoint.ts'
import { credentialEndpoint } from './issuance/credential-endpoint.ts'
import { nonceEndpoint } from './issuance/nonce-endpoint.ts'
import { loginFormEndpoint, loginQueryEndpoint } from './login/login-callback-endpoint.ts'
import { serviceProviderEndpoint } from './login/service-provider-endpoint.ts'
import { errorPage } from './pages/error.ts'
import { pageFrame } from './pages/page-frame.ts'
import { styleSheetEndpoint } from './pages/style-sheet-endpoint.ts'
import { paths } from './paths.ts'
import { adminCredentialsEndpoints } from './register/admin-credentials-endpoint.ts'
import { type FollowedInstances, followWalletInstances } from './register/follow-wallet-instances.ts'
import { STATUS_LIST_RULES, statusListUri } from './register/status-lists.ts'
import { tokenEndpoint } from './token/token-endpoint.ts'

/** A PID Provider, to be served. */
export interface PidProvider extends Member {
  /**
   * Revokes the PIDs whose Wallet Instance its provider has revoked. To be called again and again: each call asks for the
   * status lists that have not been asked for since `walletStatusIntervalSeconds`. Ends early at `end`, after the questions
   * under way. Rejects where the stores do not answer.
   */
  followWalletInstances(end?: AbortSignal): Promise<FollowedInstances>
}

/**
 * Opens no socket and starts no timer: `app` answers requests, and whoever serves it calls `followWalletInstances`. Throws
 * a TypeError for a configuration that does not fit together: identity providers without ids of their own, SAML without a
 * service provider, mdocs without a signer.
 */
export function createPidProvider(ctx: PidProviderContext): PidProvider {
  const services = createServices(ctx)
  const member = createMember({
    name: 'pid-provider',
    services,
    renderPage: errorPages(services),
    dpopAlgorithms: ctx.config.algorithms,
    routes: [
      ...discoveryEndpoints(services),
      parEndpoint(services),
      authorizeEndpoint(services),
      loginQueryEndpoint(services),
      loginFormEndpoint(services),
      showConsentEndpoint(services),
      decideConsentEndpoint(services),
      tokenEndpoint(services),
      credentialEndpoint(services),
      nonceEndpoint(services),
      statusListEndpoint(services, {
        surface: 'pid-provider/statuslists',
        path: paths.statusLists,
        rules: STATUS_LIST_RULES,
      }),
      statusListAggregationEndpoint(services, {
        path: paths.statusLists,
        uriOf: (list) => statusListUri(services.endpoints, list),
      }),
      styleSheetEndpoint,
      ...services.serviceProviders.map(serviceProviderEndpoint),
    ],
    administration: adminCredentialsEndpoints(services),
  })
  return {
    ...member,
    followWalletInstances: (end) => followWalletInstances(services, end),
  }
}

const errorPages =
  (services: PidProviderServices): RenderPage =>
  (refusal, request) => {
    const { answer, code, trace } = refusal
    const view = { code, error: answer.error, description: describeRefusal(refusal), trace }
    return respondPage(errorPage(pageFrame(services, request?.language ?? 'it'), view), answer.status, answer.headers)
  }
