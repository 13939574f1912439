/** An app with one endpoint of each kind, for tests of the HTTP layer. */
import assert from 'node:assert/strict'
import { createDecide, Refusal, Unavailable } from '../../src/base/index.ts'
import {
  type AnswerWithHeaders,
  type AppOptions,
  createApp,
  type EndpointRequest,
  formOf,
  type HttpResponse,
  jsonOf,
  type Route,
  respondJson,
  respondText,
} from '../../src/http/index.ts'
import { recordingSink } from './decisions.ts'
import { fixedClock } from './fixed-clock.ts'
import { seededRandom } from './seeded-random.ts'

const teapot: AnswerWithHeaders = { status: 418, error: 'teapot', text: 'No coffee.', members: { c_nonce: 'n' } }

export function setUp(options: Partial<AppOptions> = {}) {
  const decisions = recordingSink()
  const faults: unknown[] = []
  const seen: EndpointRequest[] = []
  const decide = createDecide<AnswerWithHeaders>({ clock: fixedClock(), random: seededRandom('app'), decisions })
  const keep = (request: EndpointRequest): HttpResponse => {
    seen.push(request)
    return respondJson({ form: Object.fromEntries(formOf(request)), json: jsonOf(request) })
  }
  const throwing = (fault: unknown) => () => {
    throw fault
  }
  const routes: Route[] = [
    { method: 'POST', path: '/form', kind: 'machine', accepts: ['form'], bodyLimit: 100, handle: keep },
    { method: 'POST', path: '/json', kind: 'machine', accepts: ['json'], bodyLimit: 2000, handle: keep },
    { method: 'GET', path: '/document', kind: 'document', handle: () => respondText('jwt', 'application/jwt') },
    {
      method: 'POST',
      path: '/proven',
      kind: 'machine',
      accepts: ['form'],
      checksDpopHeader: true,
      malformed: teapot,
      handle: keep,
    },
    { method: 'GET', path: '/query', kind: 'machine', handle: keep },
    { method: 'PATCH', path: '/instances/:id', kind: 'machine', handle: keep },
    { method: 'GET', path: '/instances/new', kind: 'machine', handle: keep },
    { method: 'GET', path: '/instances/:id', kind: 'machine', handle: keep },
    { method: 'GET', path: '/fault', kind: 'machine', handle: throwing(new Error('secret of the house')) },
    { method: 'GET', path: '/outage', kind: 'machine', handle: throwing(new Unavailable('database secret', 7)) },
    { method: 'GET', path: '/home', kind: 'page', public: true, handle: () => respondText('hello', 'text/html') },
    { method: 'GET', path: '/page', kind: 'page', accepts: [], handle: throwing(new Error('secret')) },
    {
      method: 'GET',
      path: '/refused',
      kind: 'machine',
      handle: () => decide('t/refused', async (decision) => decision.refuse(['WP-17', teapot], 'iss_mismatch', 'iss')),
    },
    {
      method: 'GET',
      path: '/resource',
      kind: 'resource',
      handle: throwing(new Refusal('t', { status: 401, error: 'invalid_token', text: 'No.' }, 'PP-1', 'expired', '')),
    },
  ]
  const app = createApp({
    name: 'role',
    publicUrl: 'https://role.example/base/',
    routes,
    decide,
    onFault: (fault) => faults.push(fault),
    ...options,
  })
  const call = (path: string, init: RequestInit = {}, origin = 'https://role.example') =>
    app(new Request(`${origin}${path}`, init))
  const post = (path: string, type: string, body: BodyInit) =>
    call(path, { method: 'POST', headers: { 'content-type': type }, body })
  return { app, call, post, decisions, faults, seen }
}

export const form = 'application/x-www-form-urlencoded'
export const json = 'application/json'

export async function assertError(response: Response, status: number, error: string, part: RegExp): Promise<void> {
  assert.equal(response.status, status)
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const body = (await response.json()) as { error: string; error_description: string }
  assert.equal(body.error, error)
  assert.match(body.error_description, part)
}
