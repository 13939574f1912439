/**
 * A guard for surfaces that a browser on the same machine could be tricked into using (console, simulated devices,
 * administration): a request must name this surface as its host and, when a browser says where it comes from, come from
 * here. Against DNS rebinding and cross-site requests (DESIGN §8). Nothing else in the house reads `Host`.
 */

import { joinUrl } from '../base/index.ts'
import { type App, asApp, type HttpResponse } from './message.ts'
import { respondJson } from './respond.ts'

/** Wraps an app. `publicUrls` are all names under which it is served, each with its port. */
export function refuseForeign(app: App, publicUrls: readonly string[]): App {
  const origins = new Set(publicUrls.map((url) => new URL(url).origin))
  const hosts = new Set(publicUrls.flatMap(hostsOf))
  return asApp((request) => {
    if (!hosts.has(request.header('host')?.toLowerCase() ?? ''))
      return foreign('host', 'Host', 'ask under the public URL, and let a proxy hand Host on')
    const origin = request.header('origin')
    if (origin !== undefined && !origins.has(origin)) return foreign('origin', 'Origin', ownPages)
    if (request.header('sec-fetch-site') === 'cross-site' && request.method !== 'GET')
      return foreign('site', 'Origin', ownPages)
    return app.answer(request)
  }, app.surfaces)
}

/** As `Host` may name it: a default port may be said (RFC 9110 §4.2.3). */
function hostsOf(url: string): readonly string[] {
  const { host, port, protocol } = new URL(url)
  return port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host]
}

/**
 * A role with an administration below `/admin/`, which serves programs and pages of its own host alone. What administers
 * stands behind the guard and in no other app, so that no spelling of a path leads round it (D-114).
 */
export function withAdministration(publicUrl: string, app: App, administration: App): App {
  const guarded = refuseForeign(administration, [publicUrl])
  const prefix = joinUrl(new URL(publicUrl).pathname, '/admin/')
  const surfaces = [...app.surfaces, ...administration.surfaces]
  return asApp((request) => (request.target.startsWith(prefix) ? guarded : app).answer(request), surfaces)
}

const ownPages = 'of pages only its own may ask'

const foreign = (what: string, header: string, advice: string): HttpResponse =>
  respondJson(
    {
      error: 'access_denied',
      error_description: `A foreign ${header} is not served here: ${advice}. (foreign_${what})`,
    },
    403,
  )
