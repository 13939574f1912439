/**
 * The PID Provider: issues person identification data (PID) to wallets with a Wallet Attestation, after the person has
 * logged in at level High and consented (it-wallet §Actors, §Endpoints).
 */
import { describeRefusal, type RenderPage, type Route, respondPage, urlForSwitch } from '../http/index.ts'
import { createMember, type Member, statusListAggregationEndpoint, statusListEndpoint } from '../member/index.ts'
import { pidProviderWire } from '../profiles/index.ts'
import type { StatusPlaces } from '../status-list/index.ts'
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
import { styleSheetEndpoint } from './pages/style-sheet.ts'
import { paths } from './paths.ts'
import { unbuiltIssuance } from './profile-entity/unbuilt-endpoints.ts'
import { adminCredentialsEndpoints } from './register/admin-credentials-endpoint.ts'
import { administrationDescriptions } from './register/administration-descriptions.ts'
import { applyWalletInstanceStatuses, type InstanceSweepResult } from './register/apply-wallet-instance-statuses.ts'
import { STATUS_LIST_RULES, statusListUri } from './register/status-lists.ts'
import { tokenEndpoint } from './token/token-endpoint.ts'

/** A PID Provider that is ready to serve requests. */
export interface PidProvider extends Member {
  /** Chooses places for credentials in the status lists. */
  readonly statusPlaces: StatusPlaces
  /**
   * Checks the status lists that are due, and revokes or suspends the PIDs of each Wallet Instance that its Wallet
   * Provider revoked or suspended. PIDs are suspended only if the PID Provider's own lists have a suspended status. The
   * caller must call it repeatedly: a list is due as soon as a PID names it, then `walletStatusIntervalSeconds` after
   * each check. When `end` is aborted, stops after the requests in progress. Rejects if the stores do not answer.
   */
  applyWalletInstanceStatuses(end?: AbortSignal): Promise<InstanceSweepResult>
}

/**
 * Creates a PID Provider. Opens no socket and starts no timer: `app` answers requests, and the caller runs
 * `applyWalletInstanceStatuses`. Throws a TypeError for an inconsistent configuration, for example:
 * - identity providers without unique ids
 * - an identity provider over SAML without `serviceProviderMetadata`
 * - a format that the credential type does not have
 * - mdocs without a signer, or with the same namespace for Italian elements as for all others
 * - a claim with a reserved name, or with the name of a claim that the issuer adds
 * - a type whose SD-JWT needs certificates or the integrity of its metadata
 * - a mandatory claim whose attribute the person source does not have
 * - an administrator's token that is too short, too long or malformed
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createFederationTrustEvaluator } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import * as node from 'fiducia/node'
 * import { createPidProvider, pidProviderConfig } from 'fiducia/pid-provider'
 * import { openSqliteStores } from 'fiducia/stores'
 *
 * const [crypto, random, fetch] = [node.createNodeCrypto(), node.createNodeRandom(), node.createGuardedFetch()]
 * const outside = { crypto, random, fetch, clock: node.createSystemClock(), decisions: node.createDecisionLog() }
 * const [url, anchors, urls] = ['https://pid.example', new Map(), { loopbackHttp: false }] as const
 * const organization = { organization_name: 'PID', homepage_uri: url, policy_uri: url, tos_uri: url, logo_uri: url }
 * const config = { entityId: url, organization, authorityHints: ['https://ta.example'], formats: ['vc+sd-jwt'] }
 * const { app } = createPidProvider({
 *   ...{ ...outside, onFault: console.error, anchors, config: pidProviderConfig.parse(config) },
 *   trust: createFederationTrustEvaluator(outside, { anchors, urls, skewSeconds: 30 }),
 *   ...{ federationSigner: await generateSigner(outside), credentialSigner: await generateSigner(outside) },
 *   ...{ identityProviders: [], administrators: [] },
 *   nationalLoginKeys: { keys: [], algorithm: 'ES256' },
 *   ...{ nonceKeys: [{ id: 1, secret: random.bytes(32) }], personSecret: random.bytes(32) },
 *   stores: openSqliteStores('pid-provider', ':memory:').stores,
 * })
 * assert.equal((await app(new Request(`${url}/.well-known/openid-federation`))).status, 200)
 * ```
 */
export function createPidProvider(ctx: PidProviderContext): PidProvider {
  const services = createServices(ctx)
  const member = createMember({
    name: 'pid-provider',
    services,
    api: { title: 'PID Provider', descriptions: administrationDescriptions },
    renderPage: errorPages(services),
    dpopAlgorithms: ctx.config.algorithms,
    routes: pidProviderWire[ctx.config.profile].isImplemented ? issuanceEndpoints(services) : unbuiltIssuance(services),
    administration: { administer: services.administer, routes: adminCredentialsEndpoints(services) },
  })
  return {
    ...member,
    statusPlaces: services.statusPlaces,
    applyWalletInstanceStatuses: (end) => applyWalletInstanceStatuses(services, end),
  }
}

const issuanceEndpoints = (services: PidProviderServices): readonly Route[] => [
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
  styleSheetEndpoint(services),
  ...services.serviceProviders.map(serviceProviderEndpoint),
]

const errorPages =
  (services: PidProviderServices): RenderPage =>
  (refusal, request) => {
    const { answer, code, trace } = refusal
    const view = { code, error: answer.error, description: describeRefusal(refusal), trace }
    const isOpenable = request?.method === 'GET' && answer.status < 500
    const frame = pageFrame(services, request?.language ?? 'it', isOpenable ? urlForSwitch(request) : undefined)
    return respondPage(errorPage(frame, view), answer.status, answer.headers)
  }
