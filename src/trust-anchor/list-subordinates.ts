/**
 * Lists the anchor's immediate subordinates (OpenID Federation 1.0 §8.2).
 */
import type { Rules } from '../base/index.ts'
import { type ListRequest, type ListRequestCode, parseListRequest } from '../federation/index.ts'
import { TA, type TrustAnchorAnswer } from './answers.ts'
import type { TrustAnchorServices } from './context.ts'
import type { Subordinate } from './stores.ts'

export const LIST_RULES = {
  filter_unsupported: ['FED-29', TA.unsupportedFilter],
  filter_malformed: ['FED-29', TA.malformed],
} as const satisfies Rules<ListRequestCode, TrustAnchorAnswer>

/** Identifiers, ordered. `entityTypes` are all values of the repeatable `entity_type`. */
export function listSubordinates(
  ctx: Pick<TrustAnchorServices, 'decide' | 'subordinates'>,
  parameters: ReadonlyMap<string, string>,
  entityTypes: readonly string[],
): Promise<readonly string[]> {
  return ctx.decide('trust-anchor/list', async (decision) => {
    const request = await decision.check(LIST_RULES, () => parseListRequest(parameters, entityTypes))
    const all = await ctx.subordinates.list()
    return all.filter((subordinate) => passes(subordinate, request)).map(({ entityId }) => entityId)
  })
}

/** Every entity is a `federation_entity` too, whatever its record names. */
const passes = (subordinate: Subordinate, { entityTypes, intermediate }: ListRequest): boolean =>
  (intermediate === undefined || subordinate.intermediate === intermediate) &&
  (entityTypes.length === 0 ||
    entityTypes.some((type) => type === 'federation_entity' || subordinate.entityTypes.includes(type)))
