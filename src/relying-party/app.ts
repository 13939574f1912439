/**
 * The Relying Party: asks a wallet for credentials, verifies what comes back, and hands it to the browser that asked
 * (it-wallet §Remote presentation).
 */
import type { NumericDate } from '../base/index.ts'
import { respondPage } from '../http/index.ts'
import { createMember, type Member } from '../member/index.ts'
import { RP } from './answers.ts'
import { applicationApi } from './application/application-endpoints.ts'
import { beginEndpoint, leaveEndpoint } from './application/ordered.ts'
import { presentationResultEndpoint } from './application/presentation-result-endpoint.ts'
import { createServices, type RelyingPartyContext } from './context.ts'
import { homeEndpoint, scriptEndpoint, stylesEndpoint } from './pages/page-endpoints.ts'
import { errorPage } from './pages/result-pages.ts'
import { getRequestEndpoint, postRequestEndpoint } from './request/request-endpoint.ts'
import { responseEndpoint } from './response/response-endpoint.ts'
import { sessionStateEndpoint } from './session/session-state-endpoint.ts'
import { startEndpoint } from './session/start-endpoint.ts'
import { wayBack } from './session/way-back.ts'

/** A Relying Party, to be served. */
export interface RelyingParty extends Member {
  /**
   * Forgets sessions that are over, with the data in them (RP-20). To be called now and then; of replicas with the time of
   * whose clock is farthest behind (D-245).
   */
  forgetOldSessions(now?: NumericDate): Promise<void>
}

/** Throws a TypeError for a configuration that no wallet could answer. */
export function createRelyingParty(ctx: RelyingPartyContext): RelyingParty {
  const services = createServices(ctx)
  const { config } = ctx
  const member = createMember({
    name: 'relying-party',
    services,
    malformed: RP.malformed,
    renderPage: async ({ answer, trace }, request) => {
      const way = await wayBack(services, request)
      const page = errorPage({ config, language: request?.language ?? 'it', ...way }, answer.status, trace)
      return respondPage(page, answer.status, { ...answer.headers })
    },
    dpopAlgorithms: config.algorithms,
    routes: [
      homeEndpoint(services),
      scriptEndpoint,
      stylesEndpoint,
      startEndpoint(services),
      getRequestEndpoint(services),
      postRequestEndpoint(services),
      responseEndpoint(services),
      sessionStateEndpoint(services),
      presentationResultEndpoint(services),
      ...(config.applications.length > 0
        ? [beginEndpoint(services), leaveEndpoint(services), ...applicationApi(services)]
        : []),
    ],
  })
  // An ordered one waits for its browser first, and for the application at the end.
  const ofOrders = config.startLifetimeSeconds + config.referenceLifetimeSeconds
  const longest =
    config.startLifetimeSeconds +
    config.requestLifetimeSeconds +
    config.resultLifetimeSeconds +
    (config.applications.length > 0 ? ofOrders : 0)
  return {
    ...member,
    forgetOldSessions: async (now = ctx.clock.now()) => {
      await services.sessions.prune(now - longest)
      // The application may still ask for a while what became of an order.
      await services.sessions.forgetUnbegun(now - 2 * config.startLifetimeSeconds)
      if (!config.keepRedeemedResults) await services.sessions.forgetRedeemed(now - config.referenceLifetimeSeconds)
      await ctx.stores.presentationAudit.prune(now - config.auditLifetimeSeconds)
    },
  }
}
