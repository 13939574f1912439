/** Metrics and spans around decisions, stores, network and cryptography, with a test tracer. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { type Crypto, createDecide } from '../base/index.ts'
import type { HttpResponse } from '../http/index.ts'
import { createNodeCrypto } from '../node/index.ts'
import { createInstruments } from './instrument.ts'
import { createMetrics, maximumLabelValues } from './metrics.ts'
import { createRequestScope } from './request-scope.ts'
import { createTracing } from './tracing.ts'

interface Made {
  name: string
  readonly context: SpanContext
  readonly parent: SpanContext | undefined
  readonly attributes: Attributes
  readonly events: string[]
  status: number
  ended: boolean
}

const spans: Made[] = []
const spanOf = (made: Made): Span => {
  const span = {
    spanContext: () => made.context,
    isRecording: () => true,
    setAttributes: (attributes: Attributes) => {
      Object.assign(made.attributes, attributes)
      return span
    },
    setAttribute: () => span,
    addEvent: (name: string, attributes: Attributes = {}) => {
      made.events.push(`${name} ${Object.values(attributes).join(' ')}`)
      return span
    },
    setStatus: ({ code }: { code: number }) => {
      made.status = code
      return span
    },
    updateName: (name: string) => {
      made.name = name
      return span
    },
    end: () => {
      made.ended = true
    },
  }
  return span as unknown as Span
}
const tracer = {
  startSpan: (name: string, { attributes = {} }: SpanOptions = {}, parent?: Context): Span => {
    const above = parent && trace.getSpanContext(parent)
    const spanId = String(spans.length + 1).padStart(16, '0')
    const context = { traceId: above?.traceId ?? 'f'.repeat(32), spanId, traceFlags: 1 }
    const made: Made = {
      name,
      context,
      parent: above,
      attributes: { ...attributes },
      events: [],
      status: 0,
      ended: false,
    }
    spans.push(made)
    return spanOf(made)
  },
} as unknown as Tracer

function setUp() {
  spans.length = 0
  const scope = createRequestScope()
  const metrics = createMetrics('role')
  const tracing = createTracing(scope)
  const instruments = createInstruments(scope, metrics, tracing)
  const decide = createDecide({ clock: fixedClock(), random: seededRandom('spans'), decisions: instruments.decisions })
  const store = instruments.stores({ grants: { find: async (code: string) => `grant of ${code}` } })
  const fetch = instruments.fetch(async () => new Response())
  const answer = { status: 403, error: 'no', text: 'No.' }
  const app = async (): Promise<HttpResponse> => {
    await decide('role/token envelope', async () => undefined)
    await decide('role/token', async (decision) => {
      await store.grants.find('secret-code')
      await fetch(new Request('https://other.example/path?query=secret'))
      decision.refuse(['PP-75', answer], 'code_used')
    }).catch(() => undefined)
    return { status: 403, headers: {} }
  }
  const request = (traceparent: string | undefined) =>
    scope.run({ clientNetwork: '198.51.100.1' }, () =>
      tracing.request({ method: 'POST', traceparent }, app, () => scope.request()?.surface ?? 'none'),
    )
  return { metrics, instruments, request }
}

after(() => trace.disable())

test('stores that a function returns are measured', async () => {
  const { metrics, instruments } = setUp()
  const stores = instruments.stores({
    ofProfile: (name: string) => ({ grants: { find: async () => `grant of ${name}` } }),
  })
  assert.equal(await stores.ofProfile('seed').grants.find(), 'grant of seed')
  assert.match((await metrics.text()).text, /grants\.find/)
})

test('ports may be instances of classes', async () => {
  class Grants {
    readonly #grants = new Map([['code', 'grant']])

    async find(code: string): Promise<string | undefined> {
      return this.#grants.get(code)
    }
  }
  class Adapter {
    readonly #inner = createNodeCrypto()

    digestText(...given: Parameters<Crypto['digestText']>): string {
      return this.#inner.digestText(...given)
    }

    sign(...given: Parameters<Crypto['sign']>) {
      return this.#inner.sign(...given)
    }
  }
  const { metrics, instruments } = setUp()
  const stores = instruments.stores({ grants: new Grants() })
  assert.equal(await stores.grants.find('code'), 'grant')
  const inner = createNodeCrypto()
  const crypto = instruments.crypto(new Adapter() as unknown as Crypto)
  assert.equal(crypto.digestText('sha-256', 'text'), inner.digestText('sha-256', 'text'))
  const scheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' } as const
  const signature = await crypto.sign(scheme, await inner.generateSigningKey(scheme), new Uint8Array())
  assert.equal(signature.length, 64)
  const { text } = await metrics.text()
  for (const step of ['grants.find', 'sign']) assert.ok(text.includes(`step="${step}"`), step)
})

test('members of stores that are neither ports nor functions are kept', () => {
  const stores = { grants: { find: async () => undefined }, name: 'memory', size: 1, cache: undefined }
  const { name, size, cache } = setUp().instruments.stores(stores)
  assert.deepEqual([name, size, cache], ['memory', 1, undefined])
})

test('without an SDK no spans are recorded, and all calls run', async () => {
  const { request } = setUp()
  assert.equal((await request(undefined)).status, 403)
  assert.equal(spans.length, 0)
})

test('a request is a span, and its decisions, store calls and outgoing requests are child spans', async () => {
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
  const { request } = setUp()
  await request(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)
  assert.deepEqual(
    spans.map(({ name, parent }) => [name, spans.find(({ context }) => context.spanId === parent?.spanId)?.name]),
    [
      ['POST role/token', undefined],
      ['role/token envelope', 'POST role/token'],
      ['role/token', 'POST role/token'],
      ['grants.find', 'role/token'],
      ['fetch GET', 'role/token'],
    ],
  )
  const [server, , decision] = spans
  assert.deepEqual([server?.parent?.traceId, server?.parent?.spanId], ['a'.repeat(32), 'b'.repeat(16)])
  assert.ok(spans.every(({ context, ended }) => ended && context.traceId === 'a'.repeat(32)))
  assert.equal(server?.attributes['http.response.status_code'], 403)
  assert.deepEqual(
    [decision?.attributes['fiducia.outcome'], decision?.events],
    ['refused', ['refused PP-75 code_used']],
  )
  assert.doesNotMatch(JSON.stringify(spans), /secret|198\.51|other\.example/, 'GEN-24')
})

test('a traceparent of a later version names the parent, and may have further parts', async () => {
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
  for (const further of ['', '-x']) {
    await setUp().request(`01-${'a'.repeat(32)}-${'b'.repeat(16)}-01${further}`)
    assert.equal(spans[0]?.parent?.spanId, 'b'.repeat(16))
  }
})

test('a malformed traceparent starts a new trace', async () => {
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
  for (const header of [
    undefined,
    '',
    'x',
    `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01-x`,
    `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01x`,
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
  ]) {
    await setUp().request(header)
    assert.equal(spans[0]?.parent, undefined, String(header))
  }
})

test('GEN-24 labels contain surfaces, rules, codes and names of calls, but no input', async () => {
  const { metrics, request, instruments } = setUp()
  await request(undefined)
  metrics.request('role/token', 403, 0.01)
  const crypto = instruments.crypto(createNodeCrypto())
  const scheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' } as const
  await crypto.sign(scheme, await crypto.generateSigningKey(scheme), new Uint8Array(3))
  metrics.gauge('fiducia_in_flight', 'In flight', () => 7)
  const { text, contentType } = await metrics.text()
  assert.match(contentType, /^text\/plain/)
  for (const line of [
    /^fiducia_requests_total\{surface="role\/token",status="403",role="role"\} 1$/m,
    /^fiducia_decisions_total\{surface="role\/token",outcome="refused",role="role"\} 1$/m,
    /^fiducia_refusals_total\{surface="role\/token",requirement="PP-75",code="code_used",role="role"\} 1$/m,
    /^fiducia_step_seconds_count\{.*kind="decision",step="role\/token".*\} 1$/m,
    /^fiducia_step_seconds_count\{.*kind="store",step="grants.find".*\} 1$/m,
    /^fiducia_step_seconds_count\{.*kind="fetch",step="fetch GET".*\} 1$/m,
    /^fiducia_step_seconds_count\{.*kind="crypto",step="sign".*\} 1$/m,
    /^fiducia_in_flight\{role="role"\} 7$/m,
  ])
    assert.match(text, line)
  assert.doesNotMatch(text, /secret|198\.51|other\.example/)
})

test('a label has at most its maximum number of values', async () => {
  const metrics = createMetrics('role')
  for (let index = 0; index < maximumLabelValues + 50; index += 1) metrics.request(`role/${index}`, 200, 0)
  const { text } = await metrics.text()
  assert.equal(text.match(/^fiducia_requests_total\{/gm)?.length, maximumLabelValues + 1)
  assert.match(text, /surface="other",status="200",role="role"\} 50/)
})
