/** Lists this entity's immediate subordinates (OpenID Federation 1.0 §8.2). */
import { joinRules, rows } from '../../base/index.ts'
import { entityTypes, type ListRequest, type ListRequestCode, parseListRequest } from '../../federation/index.ts'
import type { HttpResponse } from '../../http/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { issuedTypes } from '../marks/trust-marks.ts'
import { type ListedSubordinate, type ListResponses, respondList } from './kept-lists.ts'

export const LIST_RULES = joinRules<ListRequestCode>()(
  rows(TA.unsupportedFilter, { 'FED-29': ['filter_unsupported'] }),
  rows(TA.malformed, { 'FED-29': ['filter_malformed'] }),
)

/**
 * Responds with the identifiers of the active subordinates that match the filters, sorted. `types` has all values of
 * the repeatable `entity_type`. Refuses a malformed filter, and a filter by trust mark if no type of mark is
 * configured. Reads the subordinates once for each revision of the list, whatever the filters.
 */
export function listSubordinates(
  ctx: Pick<TrustAnchorServices, 'decide' | 'clock' | 'config' | 'crypto'>,
  lists: ListResponses,
  parameters: ReadonlyMap<string, string>,
  types: readonly string[],
): Promise<HttpResponse> {
  const marks = ctx.config.trustMarks.length > 0
  return ctx.decide('trust-anchor/list', async (decision) => {
    const request = decision.checkNow(LIST_RULES, () => parseListRequest(parameters, types, { marks }))
    const issued = request.trustMark === undefined ? [] : issuedTypes(ctx.config, ctx.clock.now())
    return lists.findOrBuild(cacheNameOf(ctx.config, request, issued), async () =>
      respondList(ctx, await selectEntityIds(lists, request, issued)),
    )
  })
}

const knownTypes: ReadonlySet<string> = new Set(['federation_entity', ...entityTypes])

/**
 * Returns the name under which the response is cached. Returns `undefined` for a request with several entity types, and
 * for an unknown type of entity or trust mark, so that clients cannot displace cached responses with such requests.
 */
function cacheNameOf(
  { trustMarks }: Pick<TrustAnchorServices['config'], 'trustMarks'>,
  { entityTypes: types, intermediate, trustMark }: ListRequest,
  issued: readonly string[],
): string | undefined {
  if (types.length > 1 || types.some((type) => !knownTypes.has(type))) return undefined
  const isKnown = [undefined, ...trustMarks.map(({ type }) => type)].includes(trustMark?.type)
  return isKnown ? JSON.stringify([types, intermediate ?? null, trustMark ?? null, issued]) : undefined
}

async function selectEntityIds(
  lists: Pick<ListResponses, 'subordinates' | 'grants'>,
  request: ListRequest,
  issued: readonly string[],
): Promise<readonly string[]> {
  const holders = await holdersOf(lists, request, issued)
  const listed = await lists.subordinates()
  return listed
    .filter((subordinate) => matchesFilters(subordinate, request) && (holders?.has(subordinate.entityId) ?? true))
    .map(({ entityId }) => entityId)
}

async function holdersOf(
  lists: Pick<ListResponses, 'grants'>,
  { trustMark }: ListRequest,
  issued: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  if (trustMark === undefined) return undefined
  const current = (await lists.grants()).filter(
    ({ trustMarkType }) =>
      (trustMark.type === undefined || trustMark.type === trustMarkType) && issued.includes(trustMarkType), // FED-123, FED-145
  )
  return new Set(current.map(({ holder }) => holder))
}

/**
 * Returns true for a subordinate that matches the filters. Every entity matches `federation_entity`, even if its record
 * does not name that type.
 */
const matchesFilters = (subordinate: ListedSubordinate, { entityTypes: types, intermediate }: ListRequest): boolean =>
  (intermediate === undefined || subordinate.intermediate === intermediate) &&
  (types.length === 0 || types.some((type) => type === 'federation_entity' || subordinate.entityTypes.includes(type)))
