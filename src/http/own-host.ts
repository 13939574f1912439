/**
 * Guard for surfaces that a browser on the same machine could be tricked into using (console, simulated devices,
 * administration). `Host`, and `Origin` if present, must name this surface. A cross-site request must be a GET.
 * Protects against DNS rebinding and cross-site requests. Endpoints do not read `Host`, because their URLs come from
 * the settings.
 */
import { type Decision, joinUrl } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { envelopeAnswers } from './envelope.ts'
import { type App, asApp } from './message.ts'
import type { EndpointRequest } from './routes.ts'

/** Refuses a request for another host or from another origin, and a cross-site request except a GET (GEN-43). */
export type HostGuard = (
  request: Pick<EndpointRequest, 'header' | 'method'>,
  decision: Decision<AnswerWithHeaders>,
) => void

/** Creates the guard. `ownUrls` are all URLs of the surface, each with its port unless that is the default port. */
export function createHostGuard(ownUrls: readonly string[]): HostGuard {
  const origins = new Set(ownUrls.map((url) => new URL(url).origin))
  const hosts = new Set(ownUrls.flatMap(hostsOf))
  const expectedHosts = { expected: [...hosts] }
  const expectedOrigins = { expected: [...origins] }
  const { foreign } = envelopeAnswers
  return ({ header, method }, decision) => {
    const host = header('host')
    const origin = header('origin')
    const isOwnHost = hosts.has(host?.toLowerCase() ?? '')
    decision.that('GEN-43', foreign, isOwnHost, 'foreign_host', 'host', { ...expectedHosts, found: host })
    const isOwnOrigin = origin === undefined || origins.has(origin)
    decision.that('GEN-43', foreign, isOwnOrigin, 'foreign_origin', 'origin', { ...expectedOrigins, found: origin })
    const isCross = header('sec-fetch-site') === 'cross-site' && method !== 'GET'
    decision.that('GEN-43', foreign, !isCross, 'foreign_site', 'sec-fetch-site', { found: 'cross-site' })
  }
}

/** Returns the accepted values of `Host`, with and without a default port (RFC 9110 §4.2.3). */
function hostsOf(url: string): readonly string[] {
  const { host, port, protocol } = new URL(url)
  return port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host]
}

/**
 * Combines a role with its administration, a separate app for the paths that begin with `/admin/`. The administration
 * has the guard (`createApp`'s `ownUrls`) for all its paths, so that no spelling of a path bypasses the guard (D-114).
 */
export function withAdministration(
  publicUrl: string,
  app: App,
  createAdministration: (guard: { readonly ownUrls: readonly string[] }) => App,
): App {
  const administration = createAdministration({ ownUrls: [publicUrl] })
  const prefix = joinUrl(new URL(publicUrl).pathname, '/admin/')
  const surfaces = [...app.surfaces, ...administration.surfaces]
  const answer: App['answer'] = (request) => (request.target.startsWith(prefix) ? administration : app).answer(request)
  return asApp(answer, surfaces, app.refuseUnread)
}
