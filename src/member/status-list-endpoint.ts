/**
 * An issuer's status lists over HTTP (draft-ietf-oauth-status-list-12 §8; PP-110, WP-75). `GET /statuslists/:id`
 * returns one list without authentication, compressed if the client accepts gzip. `GET /statuslists`, at issuers that
 * have it, returns the URIs of all lists (§9).
 */
import {
  type Answer,
  type Clock,
  type Decide,
  type Failure,
  fail,
  jwsEntityTag,
  type NumericDate,
  type Rules,
} from '../base/index.ts'
import {
  acceptsEncoding,
  type HttpResponse,
  type Route,
  respondBytes,
  respondJson,
  respondText,
} from '../http/index.ts'
import {
  type PublishedStatusList,
  type StatusLists,
  type StatusListsConfig,
  type StatusPlaces,
  statusListMediaType,
} from '../status-list/index.ts'

/** Reasons to refuse a request for a status list. */
type StatusListRequestCode = 'status_list_unknown' | 'status_list_time_unsupported'

/** Answers to a refused request for a status list. */
export const statusListAnswers = {
  unknownStatusList: { status: 404, error: 'not_found', text: 'There is no such status list.' },
  pastStatusList: { status: 501, error: 'not_implemented', text: 'Only the current status list is available.' },
} as const satisfies Record<string, Answer>

/** Returns the rules of a request for a status list. `requirement` is the issuer's requirement for its status lists. */
export const statusListRequestRules = (requirement: string) =>
  ({
    status_list_unknown: [requirement, statusListAnswers.unknownStatusList],
    status_list_time_unsupported: [requirement, statusListAnswers.pastStatusList],
  }) as const satisfies Rules<StatusListRequestCode, Answer>

interface StatusListContext<A extends Answer> {
  readonly clock: Clock
  readonly decide: Decide<A>
  readonly statusLists: StatusLists
  readonly statusPlaces: Pick<StatusPlaces, 'count' | 'has'>
  readonly config: { readonly statusLists: Pick<StatusListsConfig, 'ttlSeconds'> }
}

/** Surface, path and rules of an issuer's status lists. */
interface StatusListNames<A> {
  /** Surface of the decisions. */
  readonly surface: string
  /** Path of the aggregation. The path of a list has one more segment: its number. */
  readonly path: string
  readonly rules: Rules<StatusListRequestCode, A>
}

/** Creates the route of single lists. Refuses a request with `time`: only the current list is kept (§8.4, D-173). */
export const statusListEndpoint = <A extends Answer>(
  ctx: StatusListContext<A>,
  { surface, path, rules }: StatusListNames<A>,
): Route => ({
  method: 'GET',
  path: `${path}/:id`,
  kind: 'document',
  handle: async (request) => {
    const { id = '' } = request.path
    const list = await ctx.decide(surface, async (decision) => {
      const now = ctx.clock.now()
      const { number } = await decision.check(rules, () =>
        parseStatusListRequest(ctx.statusPlaces, id, request.query.get('time'), now),
      )
      return ctx.statusLists.token(number, now)
    })
    return renderStatusList(list, acceptsEncoding(request.header('accept-encoding'), 'gzip')) // PP-110, WP-75
  },
})

async function parseStatusListRequest(
  places: Pick<StatusPlaces, 'has'>,
  id: string,
  time: string | undefined,
  now: NumericDate,
): Promise<{ readonly number: number } | Failure<StatusListRequestCode>> {
  const number = Number(id)
  if (!/^\d{1,5}$/.test(id) || String(number) !== id || !(await places.has(number, now)))
    return fail('status_list_unknown', 'path.id') // PP-110, WP-75
  if (time !== undefined) return fail('status_list_time_unsupported', 'query.time') // PP-110, WP-75
  return { number }
}

async function renderStatusList({ jwt, gzip, maxAge }: PublishedStatusList, takesGzip: boolean): Promise<HttpResponse> {
  const headers = { 'cache-control': `public, max-age=${maxAge}`, vary: 'accept-encoding' } // PP-110, WP-75
  if (!takesGzip) return respondText(jwt, statusListMediaType, { ...headers, etag: jwsEntityTag(jwt) })
  const zipped = { 'content-encoding': 'gzip', etag: jwsEntityTag(jwt, 'gzip') }
  return respondBytes(await gzip(), statusListMediaType, { ...headers, ...zipped })
}

/** Creates the route that returns the URIs of all lists of the issuer. `uriOf` returns the URI of a list. */
export const statusListAggregationEndpoint = (
  { config, statusPlaces }: Pick<StatusListContext<Answer>, 'config' | 'statusPlaces'>,
  { path, uriOf }: { readonly path: string; uriOf(list: number): string },
): Route => ({
  method: 'GET',
  path,
  kind: 'document',
  handle: () =>
    respondJson({ status_lists: Array.from({ length: statusPlaces.count() }, (_, list) => uriOf(list)) }, 200, {
      'cache-control': `public, max-age=${config.statusLists.ttlSeconds}`,
    }),
})
