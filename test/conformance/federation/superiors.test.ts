/**
 * Superiors and subjects that send a resolver a wrong answer: the rule of the refusal, and its place (OpenID Federation
 * 1.0 §8.3, §10.1).
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Signer } from '../../../src/jose/index.ts'
import { createGuardedFetch } from '../../../src/node/index.ts'
import { type RecordingSink, recordingSink } from '../../support/decisions.ts'
import {
  configurationOf,
  connectEntity,
  type Draft,
  sign,
  statementAbout,
  statementResponse,
  type TestEntity,
  testEntity,
} from '../../support/federation.ts'
import { entryOf, intermediateConstraints, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

/** Returns the IDs of the rules that refuse. FED-127 is about the configuration of an intermediate. */
const idsOf = (reason: string): string => {
  const [id = '', code = ''] = reason.split(' ')
  return intermediateCodes.includes(code) ? `FED-127 ${id}` : id
}
const intermediateCodes = ['expired', 'not_yet_valid', 'time_invalid', 'signature_invalid', 'kid_unknown']

const anchorId = 'https://anchor.example'
let clock = fixedClock()
let network = createNetwork()
let sink: RecordingSink
let middle: TestEntity
let leaf: TestEntity

describe('superiors', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    sink = recordingSink()
    middle = await testEntity('https://middle.example', { fetch: true, hints: [anchorId] })
    leaf = await testEntity('https://leaf.example', { hints: [middle.entityId], metadata: { wallet_provider: {} } })
    connectEntity(network, clock, middle, [leaf])
    connectEntity(network, clock, leaf)
  })

  /** Replaces the answer of the intermediate's fetch endpoint. */
  const fetched = (answer: () => Promise<Response>) => async (): Promise<void> => {
    const configuration = await sign(configurationOf(middle, clock.now()))
    network.connect(middle.entityId, (request) =>
      new URL(request.url).pathname === '/fetch' ? answer() : Promise.resolve(statementResponse(configuration)),
    )
  }

  /** Replaces the intermediate's configuration by a changed one. Its statement about the subject stays as it is. */
  const configured = (change: (configuration: Draft, other: Signer) => unknown) => async (): Promise<void> => {
    const other = await testEntity('https://other.example')
    network.connect(middle.entityId, async (request) => {
      if (new URL(request.url).pathname === '/fetch')
        return statementResponse(await sign(statementAbout(leaf, middle, clock.now())))
      const configuration = configurationOf(middle, clock.now())
      change(configuration, other.signer)
      return statementResponse(await sign(configuration))
    })
  }

  const rows: readonly (readonly [reason: string, what: string, prepare: () => unknown, status: number])[] = [
    [
      'FED-02 fetch_endpoint_missing configuration.payload.metadata.federation_entity.federation_fetch_endpoint',
      'a superior that has no fetch endpoint',
      () => connectEntity(network, clock, { ...middle, metadata: {} }, [leaf]),
      400,
    ],
    [
      'FED-11 not_a_configuration configuration.payload.iss',
      'a superior whose configuration is a statement of another entity about it',
      async () => {
        const statement = await sign(statementAbout(middle, leaf, clock.now()))
        network.connect(middle.entityId, async () => statementResponse(statement))
      },
      400,
    ],
    [
      'FED-11 not_a_configuration statement[0].payload.iss',
      'a subject whose configuration is the statement of its superior about it',
      async () => {
        const statement = await sign(statementAbout(leaf, middle, clock.now()))
        network.connect(leaf.entityId, async () => statementResponse(statement))
      },
      404,
    ],
    [
      'FED-02 not_text statement',
      'a statement that is not text',
      fetched(async () => statementResponse(new Uint8Array([0xff, 0xfe]))),
      400,
    ],
    [
      'FED-02 coding_unexpected statement',
      'a statement that is compressed',
      // The error of the guarded client.
      fetched(() => Promise.reject(Object.assign(new Error('compressed'), { code: 'coding_unexpected' }))),
      400,
    ],
    [
      'FED-14 not_a_subordinate_statement statement.payload.sub',
      'a superior that sends its own configuration in place of the statement',
      fetched(async () => statementResponse(await sign(configurationOf(middle, clock.now())))),
      400,
    ],
    [
      'FED-02 not_text configuration',
      'a subject whose configuration is not text',
      () => network.connect(leaf.entityId, async () => statementResponse(new Uint8Array([0xff, 0xfe]))),
      404,
    ],
    [
      'FED-19 expired configuration.payload.exp',
      'an intermediate whose configuration has expired',
      configured(({ payload }) => Object.assign(payload, { iat: payload.iat - 7200, exp: payload.iat - 3600 })),
      400,
    ],
    [
      'FED-16 not_yet_valid configuration.payload.iat',
      'an intermediate whose configuration is from the future',
      configured(({ payload }) => Object.assign(payload, { iat: payload.iat + 3600, exp: payload.exp + 3600 })),
      400,
    ],
    [
      'GEN-10 time_invalid configuration.payload.exp',
      'an intermediate whose configuration has a text as its end',
      configured(({ payload }) => Object.assign(payload, { exp: String(payload.exp) })),
      400,
    ],
    [
      'FED-14 signature_invalid configuration',
      'an intermediate whose configuration has the signature of a stranger',
      configured((configuration, other) => Object.assign(configuration, { signer: other })),
      400,
    ],
    [
      'FED-16 kid_unknown configuration.header.kid',
      'an intermediate whose configuration lacks the key that signed it',
      configured(({ header }) => Object.assign(header, { kid: 'nobody' })),
      400,
    ],
    [
      'FED-16 kid_unknown configuration.payload.jwks',
      'an intermediate whose configuration lacks the key that signed its statement',
      configured((configuration, other) => {
        Object.assign(configuration, { signer: other, header: { ...configuration.header, kid: other.kid } })
        configuration.payload.jwks.keys = [other.publicJwk]
      }),
      400,
    ],
    [
      'FED-16 kid_unknown configuration.payload.jwks',
      'an intermediate whose configuration has another key with the kid of that key',
      configured((configuration, other) => {
        Object.assign(configuration, { signer: other })
        configuration.payload.jwks.keys = [{ ...other.publicJwk, kid: middle.signer.kid }]
      }),
      400,
    ],
  ]

  for (const [reason, what, prepare, status] of rows)
    test(`${idsOf(reason)} the resolver refuses ${what}`, async () => {
      const entry = entryOf(middle, ['federation_entity'], { intermediate: true, constraints: intermediateConstraints })
      const anchor = await startAuthority({ clock, network }, anchorId, { decisions: sink, subordinates: [entry] })
      const question = `/resolve?${new URLSearchParams({ sub: leaf.entityId, trust_anchor: anchorId })}`
      await prepare()
      const response = await anchor.ask(question)
      const check = sink.lastRefusal()?.checks.at(-1)
      assert.deepEqual([response.status, `${check?.requirement} ${check?.code} ${check?.at}`], [status, reason])
    })

  test('FED-08 the guarded client sends requests to https only, also when the role allows loopback http', async (t) => {
    const guarded = createGuardedFetch()
    t.after(() => guarded.close())
    const strict = { connect: network.connect, fetch: guarded }
    await startAuthority({ clock, network: strict }, anchorId, { decisions: sink, config: { loopbackHttp: true } })
    const question = new URLSearchParams({ sub: 'http://localhost:9', trust_anchor: anchorId })
    const response = await network.fetch(new Request(`${anchorId}/resolve?${question}`))
    const check = sink.lastRefusal()?.checks.at(-1)
    const reason = `${check?.requirement} ${check?.code} ${check?.at}`
    assert.deepEqual([response.status, reason], [404, 'FED-08 url_forbidden configuration'])
  })
})
