/**
 * Faults as JSON, for tests and scripts:
 *
 * - `GET /faults`: `{steps: [{step, flow, faults: [{fault, expected}]}], faults: [{id, step, fault, state, …}]}`
 * - `POST /faults` `{"step", "fault"}`: 201 with the armed fault, 400 for an unknown name or if too many are armed
 * - `DELETE /faults/{id}` and `POST /faults/{id}/cancel`: 204, 404 for an unknown ID
 */
import { failed, type JsonObject } from '../../base/index.ts'
import { type HttpResponse, jsonOf, type Route, respondJson } from '../../http/index.ts'
import type { ArmedFault, Faults } from './faults.ts'

export function faultRoutes(faults: Faults): readonly Route[] {
  const cancel = (id: string | undefined): HttpResponse =>
    faults.cancel(id ?? '') ? { status: 204, headers: { 'cache-control': 'no-store' } } : respondJson(unknownFault, 404)
  return [
    {
      method: 'GET',
      path: '/faults',
      kind: 'machine',
      handle: () => respondJson({ steps: faults.steps.map(showStep), faults: faults.list().map(showFault) }),
    },
    {
      method: 'POST',
      path: '/faults',
      kind: 'machine',
      accepts: ['json'],
      handle: (request) => {
        const { step, fault } = jsonOf(request)
        const armed = faults.arm(String(step), String(fault))
        if (!failed(armed)) return respondJson(showFault(armed), 201)
        return respondJson(
          { error: 'invalid_request', error_description: `${reasons[armed.code]} (${armed.code})` },
          400,
        )
      },
    },
    { method: 'DELETE', path: '/faults/:id', kind: 'machine', handle: ({ path }) => cancel(path.id) },
    { method: 'POST', path: '/faults/:id/cancel', kind: 'machine', handle: ({ path }) => cancel(path.id) },
  ]
}

const unknownFault = { error: 'not_found', error_description: 'There is no such fault: GET /faults lists them.' }

const reasons = {
  step_unknown: 'No step has this name: GET /faults lists them.',
  fault_unknown: 'The step does not have this fault: GET /faults lists them.',
  too_many_armed: 'Too many faults are armed: cancel some.',
} as const

const showStep = ({ step, flow, faults }: Faults['steps'][number]): JsonObject => ({
  step,
  flow,
  faults: faults.map(({ fault, expected }) => ({ fault, expected })),
})

const showFault = ({ usedAt, ...fault }: ArmedFault): JsonObject => ({
  ...(fault as unknown as JsonObject),
  ...(usedAt !== undefined && { used_at: usedAt }),
})
