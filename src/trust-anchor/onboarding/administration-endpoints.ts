/**
 * `/admin/…`: the operator's endpoints. Not of the standard; JSON in and out, a bearer token on each.
 */
import type { JsonObject } from '../../base/index.ts'
import {
  type EndpointRequest,
  type HttpResponse,
  jsonOf,
  type Route,
  respondEmpty,
  respondJson,
} from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import { activateKey, addKey, revokeKey, showKeys } from '../keys/administer-keys.ts'
import { grantTrustMark, revokeTrustMark, showTrustMarks } from '../marks/administer-trust-marks.ts'
import { adminPaths } from '../paths.ts'
import type { OperatorEvent } from '../stores.ts'
import {
  changeSubordinate,
  onboardSubordinate,
  removeSubordinate,
  showSubordinates,
} from './administer-subordinates.ts'
import { asOperator, type OperatorDecision } from './authenticate-operator.ts'

const shownEvents = 200

const showEvent = ({ entityId: entity_id, trustMarkType, ...event }: OperatorEvent): JsonObject => ({
  ...{ entity_id, ...event },
  ...(trustMarkType !== undefined && { trust_mark_type: trustMarkType }),
})

export function administrationEndpoints(ctx: TrustAnchorServices): readonly Route[] {
  const work = (
    method: Route['method'],
    path: string,
    run: (operator: OperatorDecision, request: EndpointRequest) => Promise<HttpResponse>,
  ): Route => ({
    method,
    path,
    kind: 'machine',
    ...((method === 'POST' || method === 'PATCH') && { accepts: ['json'] }),
    handle: (request) => asOperator(ctx, `trust-anchor${path}`, request, (operator) => run(operator, request)),
  })
  const posted = (
    path: string,
    run: (ctx: TrustAnchorServices, operator: OperatorDecision, body: JsonObject) => Promise<JsonObject>,
    status = 200,
  ): Route =>
    work('POST', path, async (operator, request) => respondJson(await run(ctx, operator, jsonOf(request)), status))
  const { subordinates, trustMarks, keys } = adminPaths
  return [
    work('GET', subordinates, async (operator, { query }) => respondJson(await showSubordinates(ctx, operator, query))),
    work('POST', subordinates, async (operator, request) => {
      const { taken, view } = await onboardSubordinate(ctx, operator, jsonOf(request))
      return respondJson(view, taken ? 201 : 200)
    }),
    work('PATCH', subordinates, async (operator, request) =>
      respondJson(await changeSubordinate(ctx, operator, jsonOf(request))),
    ),
    work('POST', adminPaths.removeSubordinate, async (operator, request) => {
      await removeSubordinate(ctx, operator, jsonOf(request))
      return respondEmpty()
    }),
    work('GET', adminPaths.log, async (_, { query }) => {
      const entityId = query.get('entity_id')
      const events = await ctx.subordinates.log({ limit: shownEvents, ...(entityId !== undefined && { entityId }) })
      return respondJson(events.map(showEvent))
    }),
    work('GET', trustMarks, async (operator, { query }) => respondJson(await showTrustMarks(ctx, operator, query))),
    posted(trustMarks, grantTrustMark, 201),
    work('POST', adminPaths.revokeTrustMark, async (operator, request) => {
      await revokeTrustMark(ctx, operator, jsonOf(request))
      return respondEmpty()
    }),
    work('GET', keys, async (operator) => respondJson(await showKeys(ctx, operator))),
    posted(keys, addKey, 201),
    posted(adminPaths.activateKey, activateKey),
    posted(adminPaths.revokeKey, revokeKey),
  ]
}
