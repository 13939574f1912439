/**
 * A third-party PID Provider with one hostile or sloppy variation at a time, over real HTTP. Each faulty answer
 * comes from one endpoint here, and from every endpoint in `hostile-issuer.long.ts`.
 */
import { test } from 'node:test'
import { issuerAnswersInTurn, obtainFromHostile, platformAnswers } from '../../support/hostile-issuer.ts'
import { type Departure, issuerDepartures } from '../../support/third-party/issuer-departures.ts'

const errors: readonly Departure[] = [
  ['a new nonce for DPoP at each answer', 'use_dpop_nonce', { 'dpop-nonce': 'n' }],
  ['a new c_nonce at each answer', 'invalid_proof', {}],
  ['an error with terminal control characters', '\u001b[31m\u202e', {}],
  ['an error that is null', null, {}],
].map(
  ([what, error, headers]): Departure => [
    String(what),
    (issuer) => {
      let count = 0
      issuer.transport.set('/credential', (response) => {
        count += 1
        const more = Object.fromEntries(Object.entries(headers as object).map(([name, value]) => [name, value + count]))
        response.writeHead(400, { 'content-type': 'application/json', ...more })
        response.end(JSON.stringify({ error, error_description: null, c_nonce: `${'x'.repeat(32)}${count}` }))
      })
    },
    'WI-42 credential_refused',
  ],
)

/** One row of each faulty answer, at the endpoints in turn. */
const oncePerWay = [...Map.groupBy(platformAnswers, ([what]) => what.replace(/^\S+ /, '')).values()]
  .map((rows, index) => rows[index % rows.length])
  .filter((row) => row !== undefined)

test('the wallet handles each faulty output of a PID Provider', (t) =>
  obtainFromHostile(t, [...issuerDepartures, ...errors]))
test('the wallet handles each faulty HTTP answer of a PID Provider', (t) => obtainFromHostile(t, issuerAnswersInTurn))
test('the wallet handles faulty HTTP answers of a PID Provider with the fetch of the platform', (t) =>
  obtainFromHostile(t, oncePerWay, 'fetch of the platform'))
