/** An authentic source over HTTP on this machine: its answers, our authentication, and time-outs. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { keepCollectingGarbage } from '../../test/support/collect-garbage.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { Failure, failed, type Verified } from '../base/index.ts'
import { generateSigner, type Signer } from '../jose/index.ts'
import { createGuardedFetch, createNodeCrypto } from '../node/index.ts'
import { verifyClientAssertion } from '../oauth/index.ts'
import type { NationalLogin } from '../pid-provider/index.ts'
import { createPersonSource, type PersonSourceParts } from './http-person-source.ts'
import { personSourceConfig } from './person-source-config.ts'

const crypto = createNodeCrypto()
const clock = fixedClock()
const fetch = createGuardedFetch({ loopbackHttp: true })
const token = 'a-bearer-token-of-the-source'
const inSource = {
  given_name: 'Ada Maria',
  family_name: 'D’Àlì',
  birthdate: '1984-02-29',
  place_of_birth: { locality: 'Roma', country: 'IT' },
  tax_id_number: 'TINIT-RSSDAA84B69H501X',
}
const login = {
  provider: 'cie',
  issuer: 'https://idp.example',
  levelOfAssurance: 'high',
  subject: 'opaque',
  authenticatedAt: 0,
  attributes: {
    given_name: 'Ada',
    family_name: 'Rossi',
    birthdate: '1984-02-29',
    place_of_birth: { locality: 'H501' },
    fiscal_number: 'TINIT-RSSDAA84B69H501X',
  },
} as NationalLogin as Verified<NationalLogin>

/** Answers the source's next requests. */
let answer: (response: ServerResponse, question: Record<string, unknown>) => void
let asked: IncomingMessage[] = []
const json = (response: ServerResponse, body: unknown, status = 200, type = 'application/json'): void => {
  response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body))
}

const server = createServer(async (request, response) => {
  asked.push(request)
  let text = ''
  for await (const chunk of request) text += chunk
  answer(response, JSON.parse(text))
})
let url = ''
let signer: Signer
describe('http person source', () => {
  before(async () => {
    signer = await generateSigner({ crypto })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/persons`
  })
  beforeEach(() => {
    asked = []
    answer = (response) => json(response, inSource)
  })
  after(async () => {
    await fetch.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const source = (config: object = {}, parts: Partial<PersonSourceParts> = {}) =>
    createPersonSource(
      personSourceConfig.parse({ kind: 'http', url, authentication: { method: 'bearer', token }, ...config }),
      { clock, random: seededRandom('source'), fetch, ...parts },
    )
  const codeOf = async (asking: Promise<unknown>): Promise<string> => {
    const found = await asking
    return found instanceof Failure ? found.code : 'accepted'
  }

  test('PP-68 takes the attributes from the login by default', async () => {
    const config = personSourceConfig.parse({ kind: 'login' })
    const { attributesOf } = createPersonSource(config, { clock, random: seededRandom('x'), fetch })
    assert.deepEqual(await attributesOf(login), login.attributes)
    assert.equal(asked.length, 0)
  })

  test('PP-68 asks the source about the person who logged in and takes its attributes', async () => {
    let question: unknown
    answer = (response, body) => {
      question = body
      json(response, inSource)
    }
    const { tax_id_number: fiscal_number, ...attributes } = inSource
    assert.deepEqual(await source().attributesOf(login), { ...attributes, fiscal_number })
    assert.deepEqual(question, { tax_id_number: fiscal_number })
    assert.deepEqual([asked[0]?.method, asked[0]?.headers.authorization], ['POST', `Bearer ${token}`])
    const { tax_id_number: _, ...unnamed } = inSource
    answer = (response) => json(response, unnamed, 200, 'application/json; charset=utf-8')
    assert.equal(await codeOf(source().attributesOf(login)), 'accepted')
  })

  test('PP-67 treats null for an optional member as a missing member (D-502)', async () => {
    const { tax_id_number: fiscal_number, ...attributes } = inSource
    const place_of_birth = { ...inSource.place_of_birth, region: null }
    answer = (response) => json(response, { ...inSource, place_of_birth, tax_id_number: null, gender: null })
    assert.deepEqual(await source().attributesOf(login), { ...attributes, fiscal_number })
    answer = (response) => json(response, { ...inSource, family_name: null })
    assert.equal(await codeOf(source().attributesOf(login)), 'person_malformed')
  })

  test('sends a new assertion for this source with each request over private_key_jwt', async () => {
    const config = { authentication: { method: 'private_key_jwt', clientId: 'pid-provider' } }
    const asking = source(config, { signer })
    for (const _ of [1, 2]) assert.equal(await codeOf(asking.attributesOf(login)), 'accepted')
    const seen = new Set<string>()
    for (const { headers } of asked) {
      const assertion = (headers.authorization ?? '').replace('Bearer ', '')
      const key = signer.publicJwk
      const policy = { algorithms: ['ES256'], now: clock.now(), skew: 0, clientId: 'pid-provider', key } as const
      const verified = await verifyClientAssertion({ crypto }, assertion, { ...policy, audiences: [url] })
      assert.ok(!failed(verified))
      seen.add(verified.jti)
    }
    assert.equal(seen.size, 2)
    assert.throws(() => source(config), /needs a signer/)
  })

  test('GEN-27 the place of a failure ends with its cause', async () => {
    const placeOf = async (config: object = {}): Promise<string> => {
      const found = await source(config).attributesOf(login)
      assert.ok(found instanceof Failure)
      return found.at
    }
    for (const status of [401, 403, 429, 503]) {
      answer = (response) => json(response, {}, status)
      assert.equal(await placeOf(), `person_source.status.${status}`)
    }
    answer = () => undefined
    assert.equal(await placeOf({ timeoutSeconds: 0.2 }), 'person_source.timeout')
    assert.equal(await placeOf({ url: 'https://127.0.0.1:1/persons' }), 'person_source.refused')
  })

  test('GEN-27 a URL that the client forbids is a fault of the settings, not an outage', async () => {
    for (const [forbidden, place] of [
      ['http://persons.example/', 'person_source.url_forbidden'],
      ['https://10.0.0.5/', 'person_source.address_forbidden'],
    ] as const) {
      const found = await source({ url: forbidden }).attributesOf(login)
      assert.ok(found instanceof Failure)
      assert.deepEqual([found.code, found.at], ['person_source_refused', place])
    }
  })

  test('PP-67 an answer that the client refuses is malformed', async () => {
    for (const code of ['answer_too_large', 'coding_unexpected']) {
      const refusing = { fetch: () => Promise.reject(Object.assign(new Error(), { code })) }
      const found = await source({}, refusing).attributesOf(login)
      assert.ok(found instanceof Failure)
      assert.deepEqual([found.code, found.at], ['person_malformed', `person_source.${code}`])
    }
  })

  test('GEN-27 the place does not name hosts, because the wallet and the user see it', async () => {
    const otherName = { code: 'unreachable', trouble: 'other_name', names: 'persons.internal: proxy.internal' }
    const failing = { fetch: () => Promise.reject(Object.assign(new Error(), otherName)) }
    const found = await source({}, failing).attributesOf(login)
    assert.ok(found instanceof Failure)
    assert.equal(found.at, 'person_source.other_name')
  })

  const without = (name: string) => Object.fromEntries(Object.entries(inSource).filter(([key]) => key !== name))
  for (const [what, given, code] of [
    ['with 404', (response) => json(response, { error: 'not_found' }, 404), 'person_unknown'],
    ['with 500', (response) => json(response, inSource, 500), 'person_source_unreachable'],
    ['with 429', (response) => json(response, inSource, 429), 'person_source_unreachable'],
    ['with a closed connection', (response) => response.destroy(), 'person_source_unreachable'],
    [
      'with an aborted answer',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).write('{')
        response.destroy()
      },
      'person_source_unreachable',
    ],
    ['with 401', (response) => json(response, {}, 401), 'person_source_refused'],
    ['with 302', (response) => response.writeHead(302, { location: '/elsewhere' }).end(), 'person_source_refused'],
    [
      'with another person',
      (response) => json(response, { ...inSource, tax_id_number: 'TINIT-VRDGPP80A01H501X' }),
      'person_mismatch',
    ],
    ['with a numeric tax number', (response) => json(response, { ...inSource, tax_id_number: 7 }), 'person_mismatch'],
    ['without a name', (response) => json(response, without('given_name')), 'person_malformed'],
    ['with an empty name', (response) => json(response, { ...inSource, family_name: ' ' }), 'person_malformed'],
    [
      'with a birth date in the future',
      (response) => json(response, { ...inSource, birthdate: '2999-01-01' }),
      'person_malformed',
    ],
    [
      'with half of a character',
      (response) => json(response, { ...inSource, given_name: 'A\ud800da' }),
      'person_malformed',
    ],
    [
      'with an impossible birth date',
      (response) => json(response, { ...inSource, birthdate: '1983-02-29' }),
      'person_malformed',
    ],
    ['without a place of birth', (response) => json(response, without('place_of_birth')), 'person_malformed'],
    ['with a list', (response) => json(response, [inSource]), 'person_malformed'],
    ['with a body that is not JSON', (response) => json(response, '<person/>'), 'person_malformed'],
    ['with a repeated member', (response) => json(response, '{"given_name":"a","given_name":"b"}'), 'person_malformed'],
    ['with another media type', (response) => json(response, inSource, 200, 'text/plain'), 'person_malformed'],
    ['with too many bytes', (response) => json(response, { ...inSource, x: 'x'.repeat(300_000) }), 'person_malformed'],
  ] as const satisfies readonly (readonly [string, typeof answer, string])[])
    test(`PP-67 the source answers ${what}: ${code}`, async () => {
      answer = given
      assert.equal(await codeOf(source().attributesOf(login)), code)
    })

  // Without the time-out the platform gives up after five minutes.
  test('PP-58 does not wait longer than the time-out for a slow source, even if garbage is collected', {
    timeout: 60_000,
  }, async (t) => {
    answer = () => undefined
    t.after(keepCollectingGarbage())
    const slow = source({ timeoutSeconds: 0.5 }, { fetch: globalThis.fetch })
    assert.equal(await codeOf(slow.attributesOf(login)), 'person_source_unreachable')
  })

  test('accepts a time-out with a fraction of a millisecond', async () => {
    for (const timeoutSeconds of [1.001, 0.5004])
      assert.equal(await codeOf(source({ timeoutSeconds }).attributesOf(login)), 'accepted')
  })

  test('PP-58 pauses after failures of a source, and then asks it again', async () => {
    const asking = source({ failures: 3, pauseSeconds: 20 })
    answer = (response) => json(response, {}, 503)
    for (const _ of [1, 2, 3, 4, 5]) assert.equal(await codeOf(asking.attributesOf(login)), 'person_source_unreachable')
    assert.equal(asked.length, 3)
    answer = (response) => json(response, inSource)
    assert.equal(await codeOf(asking.attributesOf(login)), 'person_source_unreachable')
    clock.advance(20)
    assert.equal(await codeOf(asking.attributesOf(login)), 'accepted')
    assert.equal(asked.length, 4)
  })

  test('keeps asking a source that does not know the person', async () => {
    const asking = source({ failures: 2 })
    answer = (response) => json(response, {}, 404)
    for (const _ of [1, 2, 3, 4]) assert.equal(await codeOf(asking.attributesOf(login)), 'person_unknown')
    assert.equal(asked.length, 4)
  })

  test('removes the line end of a token from a file or a variable', () => {
    const given = { kind: 'http', url, authentication: { method: 'bearer', token: `${token}\n` } }
    const { authentication } = personSourceConfig.parse(given) as { authentication: object }
    assert.deepEqual(authentication, { method: 'bearer', token })
  })

  test('refuses an invalid configuration', () => {
    const http = { kind: 'http', url, authentication: { method: 'bearer', token } }
    for (const bad of [
      {},
      { kind: 'ldap' },
      { kind: 'login', url },
      { ...http, url: 'ftp://source.example' },
      { ...http, authentication: undefined },
      { ...http, authentication: { method: 'bearer', token: 'short' } },
      { ...http, authentication: { method: 'private_key_jwt' } },
      { ...http, timeoutSeconds: 0 },
    ])
      assert.equal(personSourceConfig.safeParse(bad).success, false, JSON.stringify(bad))
  })
})
