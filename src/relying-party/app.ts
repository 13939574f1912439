/**
 * The Relying Party: asks a wallet for credentials, verifies its response, and gives the result to the browser that
 * began the presentation (it-wallet §Remote presentation).
 */
import { type NumericDate, runInTurn } from '../base/index.ts'
import { respondPage, urlForSwitch } from '../http/index.ts'
import { createMember, type Member } from '../member/index.ts'
import { RP } from './answers.ts'
import { applicationDescriptions } from './application/application-descriptions.ts'
import { applicationApi } from './application/application-endpoints.ts'
import { beginEndpoint, leaveEndpoint } from './application/application-handoff.ts'
import { orderPresentation } from './application/order-presentation.ts'
import type { PresentationApi } from './application/presentation-api.ts'
import { presentationResultEndpoint } from './application/presentation-result-endpoint.ts'
import { redeemReference } from './application/redeem-reference.ts'
import { registeredApplicationsEndpoints } from './application/registered-applications-endpoints.ts'
import { walletButtonEndpoint } from './application/wallet-button.ts'
import { createServices, type RelyingPartyContext, type RelyingPartyServices } from './context.ts'
import { offersErasure, urlOf } from './metadata.ts'
import { homeEndpoint, scriptEndpoint, stylesEndpoint } from './pages/page-endpoints.ts'
import { errorPage } from './pages/result-pages.ts'
import { getRequestEndpoint, postRequestEndpoint } from './request/request-endpoint.ts'
import { responseEndpoint } from './response/response-endpoint.ts'
import { sendErasures } from './session/erase-presented.ts'
import { erasureEndpoint } from './session/erasure-endpoint.ts'
import { configuredReturnLink, findReturnLink } from './session/return-link.ts'
import { sessionStateEndpoint } from './session/session-state-endpoint.ts'
import { startEndpoint } from './session/start-endpoint.ts'

/** A Relying Party and its maintenance. */
export interface RelyingParty extends Member {
  /**
   * Deletes sessions beyond their maximum age with their data, presentations that an application ordered and no browser
   * began, and old audit entries (RP-20). Deletes redeemed results, unless the configuration keeps them. Unless
   * `hasApplicationApi` is false, then ends the deletion requests that no application confirmed in 30 days (RP-209),
   * and sends the deletion requests that are due (RP-140). The caller must call it every minute.
   *
   * `now` defaults to the time of this process's clock. With several replicas, it must be the time of the slowest clock
   * (D-245). Deletion requests always use the clock of this process. Several replicas may send the same deletion
   * request, with the same `jti`. A step that fails does not stop the next steps. Then rejects, as `runTogether` does.
   * Begins no further step after `end` aborts.
   */
  forgetOldSessions(now?: NumericDate, end?: AbortSignal): Promise<void>
  /** Services of this entity. Pass them in `furtherEntities` to the entity that accepts the orders of applications. */
  readonly services: RelyingPartyServices
}

/**
 * Creates a Relying Party. Throws a TypeError for a configuration whose metadata would be invalid, for unusable
 * response keys, and for an unusable token of an administrator. In a profile with certificates, throws a TypeError also
 * if the certificate evaluator or the entity's own certificates are missing.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createCertificateEvaluator } from 'fiducia/certificate-trust'
 * import { createFederationTrustEvaluator } from 'fiducia/federation'
 * import { generateDecrypter, generateSigner } from 'fiducia/jose'
 * import * as node from 'fiducia/node'
 * import { createRelyingParty, relyingPartyConfig } from 'fiducia/relying-party'
 * import { openSqliteStores } from 'fiducia/stores'
 *
 * const [crypto, random, fetch] = [node.createNodeCrypto(), node.createNodeRandom(), node.createGuardedFetch()]
 * const outside = { crypto, random, fetch, clock: node.createSystemClock(), decisions: node.createDecisionLog() }
 * const [url, anchors, urls] = ['https://rp.example', new Map(), { loopbackHttp: false }] as const
 * const organization = { organization_name: 'RP', homepage_uri: url, policy_uri: url, tos_uri: url, logo_uri: url }
 * const config = { entityId: url, clientName: 'Example', organization, authorityHints: ['https://ta.example'] }
 * const { app } = createRelyingParty({
 *   ...{ ...outside, onFault: console.error, anchors, config: relyingPartyConfig.parse(config) },
 *   trust: createFederationTrustEvaluator(outside, { anchors, urls, skewSeconds: 30 }),
 *   certificates: createCertificateEvaluator({ ...outside, urls, roots: [], skewSeconds: 30, graceSeconds: 3600 }),
 *   ...{ federationSigner: await generateSigner(outside), requestSigner: await generateSigner(outside) },
 *   decrypter: await generateDecrypter(outside),
 *   stores: openSqliteStores('relying-party', ':memory:').stores,
 * })
 * assert.equal((await app(new Request(`${url}/.well-known/openid-federation`))).status, 200)
 * ```
 */
export function createRelyingParty(ctx: RelyingPartyContext): RelyingParty {
  const services = createServices(ctx)
  const { config, furtherRoutes, hasApplicationApi = true } = ctx
  const registered = ctx.administrators && hasApplicationApi ? ctx.stores.applications : undefined
  const hasApplications = config.applications.length > 0 || registered !== undefined
  // A further entity does not know whether the main entity takes orders, and assumes so.
  const takesOrders = hasApplications || furtherRoutes !== undefined || !hasApplicationApi
  const member = createMember({
    name: 'relying-party',
    services,
    api: { title: 'Relying Party', descriptions: applicationDescriptions },
    malformed: RP.malformed,
    renderPage: async ({ answer, trace }, request) => {
      const readsStore = answer.status < 500 && answer.status !== 429
      const link = readsStore ? await findReturnLink(services, request) : configuredReturnLink(config, request)
      const isOpenable = request?.method === 'GET' && answer.status < 500 && request.url !== urlOf(config, 'leave')
      const frame = { config, language: request?.language ?? 'it', ...(isOpenable && { url: urlForSwitch(request) }) }
      const page = errorPage({ ...frame, ...link }, answer.status, trace)
      return respondPage(page, answer.status, { ...answer.headers })
    },
    dpopAlgorithms: config.algorithms,
    routes: [
      homeEndpoint(services),
      scriptEndpoint,
      stylesEndpoint(services),
      walletButtonEndpoint,
      startEndpoint(services),
      getRequestEndpoint(services),
      postRequestEndpoint(services),
      responseEndpoint(services),
      sessionStateEndpoint(services),
      ...(offersErasure(services) ? [erasureEndpoint(services)] : []),
      presentationResultEndpoint(services),
      ...(takesOrders ? [beginEndpoint(services), leaveEndpoint(services)] : []),
      ...(hasApplications && hasApplicationApi ? applicationApi(services) : []),
      ...(furtherRoutes?.(presentationApi(services)) ?? []),
    ],
    administration: ctx.administrators && {
      administer: services.administer,
      ...(registered && { routes: registeredApplicationsEndpoints(services, registered) }),
    },
  })
  // An ordered session also waits for its browser before the start, and for the application after the end.
  const orderWaitSeconds = config.startLifetimeSeconds + config.referenceLifetimeSeconds
  const maximumSessionAge =
    config.startLifetimeSeconds +
    config.requestLifetimeSeconds +
    config.resultLifetimeSeconds +
    (takesOrders ? orderWaitSeconds : 0)
  return {
    ...member,
    services,
    forgetOldSessions: (now = ctx.clock.now(), end) =>
      runInTurn(
        [
          () => services.sessions.prune(now - maximumSessionAge, end),
          // An expired order is kept for a while, because its application may still ask for the status.
          () => services.sessions.forgetUnbegun(now - 2 * config.startLifetimeSeconds, end),
          () =>
            config.keepRedeemedResults || services.sessions.forgetRedeemed(now - config.referenceLifetimeSeconds, end),
          () => ctx.stores.presentationAudit.prune(now - config.auditLifetimeSeconds, end),
          () => hasApplicationApi && ctx.stores.erasures && sendErasures(services, ctx.stores.erasures, end),
        ],
        end,
      ),
  }
}

const presentationApi = (services: RelyingPartyServices): PresentationApi => ({
  decide: services.decide,
  order: (application, body) => orderPresentation(services, { application }, body),
  redeem: (application, reference) => redeemReference(services, { application }, { reference }),
})
