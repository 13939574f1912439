import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asApp, type HttpRequest } from '../http/index.ts'
import { createLoad, createRepeatedRefusals, trustProxies } from '../node/index.ts'
import { createMetrics, createRequestScope, createTracing } from '../telemetry/index.ts'
import { createFront } from './front.ts'

const request: HttpRequest = { method: 'GET', target: '/token?a=b', header: () => undefined, text: async () => '' }

for (const [limit, maxima, refusedSeconds] of [
  ['its own limit', { maximumInFlight: 10, maximumInFlightPerClient: 0 }, 2],
  ['the limit of all clients', { maximumInFlight: 0, maximumInFlightPerClient: 10 }, undefined],
] as const)
  test(`GEN-61 refusals by ${limit} ${refusedSeconds === undefined ? 'do not count' : 'count'} as repeated by a client`, async () => {
    const scope = createRequestScope()
    const repeated = createRepeatedRefusals(() => 0)
    const front = createFront({
      app: asApp(() => ({ status: 503, headers: { 'retry-after': '2' } })),
      publicUrl: 'https://role.example',
      isAdministration: () => false,
      readiness: { report: () => assert.fail('nobody asks') },
      scope,
      load: createLoad({
        ...maxima,
        maximumUnfinishedBodiesPerClient: 1,
        maximumLagMilliseconds: 1000,
        milliseconds: () => 0,
      }),
      repeated,
      metrics: createMetrics('role'),
      tracing: createTracing(scope),
      trusted: trustProxies([]),
    })
    for (let count = 0; count < 8; count += 1) await front.answer(request, { address: '192.0.2.7' })
    assert.equal(repeated.secondsLeft('192.0.2.7', '/token'), refusedSeconds)
  })
