/** `GET /crl/:kid`: the certificate revocation list of one of the authority's keys (RFC 2585 §3). */
import { decodeLenientBase64 } from '../../base/index.ts'
import { type Route, respondBytes } from '../../http/index.ts'
import { certificateListMediaType } from '../../x509/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { paths } from '../paths.ts'
import type { CertificateLists } from './certificate-lists.ts'

/** Seconds for which clients may cache a list. */
const reuseSeconds = 60

/** Creates the route. A member's certificate names the list of the key that signed the certificate. */
export const certificateListEndpoint = (
  ctx: Pick<TrustAnchorServices, 'clock' | 'decide' | 'keys'>,
  lists: CertificateLists,
): Route => ({
  method: 'GET',
  path: `${paths.certificateList}/:kid`,
  kind: 'document',
  handle: async ({ path: { kid = '' } }) => {
    const list = await ctx.decide('trust-anchor/crl', async (decision) => {
      const now = ctx.clock.now()
      const { published, historical } = await ctx.keys.current(now)
      const isOwnKey = [...published, ...historical.map(({ jwk }) => jwk)].some((jwk) => jwk.kid === kid)
      decision.that('FED-106', TA.unknownList, isOwnKey, 'certificate_list_unknown', 'path.kid')
      const current = await lists.current(kid, now)
      return decision.found('FED-106', TA.unknownList, current, 'certificate_list_unknown', 'path.kid')
    })
    const headers = { 'cache-control': `public, max-age=${reuseSeconds}`, etag: `"${list.number}"` }
    return respondBytes(decodeLenientBase64(list.list) ?? new Uint8Array(), certificateListMediaType, headers) // FED-106
  },
})
