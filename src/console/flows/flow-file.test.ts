import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { origins } from '../../../test/support/ecosystem.ts'
import { markedVariants, nextMark } from '../../../test/support/marked-values.ts'
import { createRecordedEcosystem } from '../../../test/support/recorded-ecosystem.ts'
import { encodeBase64url } from '../../base/index.ts'
import { present } from '../../sandbox/life-cycle/present-pid.ts'
import type { Message } from '../traffic/message.ts'
import { type Flow, flowOfMessages } from './flow.ts'
import { readFlowFile, writeFlowFile } from './flow-file.ts'

const flowOf = (...messages: readonly Message[]): Flow => flowOfMessages('m1', messages, [])

const message = (type: string, body: string, headers: readonly (readonly [string, string])[] = []): Message => ({
  ...{ id: 'm1', at: 1, from: 'wallet', to: 'pid-provider', milliseconds: 1, traces: [] },
  request: { method: 'POST', url: 'https://pid.example/token', headers: [['content-type', type], ...headers], body },
  response: { status: 200, headers: [['content-type', type]], body },
})

const encode = (value: unknown): string => encodeBase64url(new TextEncoder().encode(JSON.stringify(value)))
const unsigned = (payload: object): string => `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(payload)}.c2lnbmF0dXJl`

/** Returns the text of a file together with the decoded parts of its JWTs. */
const readable = (file: string): string =>
  `${file}${[...file.matchAll(/eyJ[\w-]+/g)].map(([part]) => Buffer.from(part, 'base64url').toString()).join('\n')}`

describe('the file of a complete life cycle', () => {
  let flow: Flow
  before(async () => {
    const eco = await createRecordedEcosystem()
    await eco.act('a', ({ wallet }) => wallet.setUp())
    await eco.act('a', ({ wallet }) => wallet.obtainPid(origins.pidProvider))
    const at = { origins: eco.parts.origins as never }
    await eco.act('a', (person) => present({ ...at, person }, { variant: 'scope', method: 'get' }))
    flow = flowOfMessages('a', eco.traffic.log.all(), eco.feed.latest(1000))
  })

  test('contains no personal value, token, code or secret', () => {
    const all = readable(writeFlowFile(flow, true))
    const file = readable(writeFlowFile(flow, false))
    const personal = ['Mario', 'Rossi', 'mario.rossi', 'RSSMRA', 'sandbox-password']
    const found = personal.filter((value) => all.includes(value))
    assert.ok(found.length >= 3, `the messages contain personal values: ${found}`)
    for (const value of personal) assert.ok(!file.includes(value), value)
    // Decisions name keys by their thumbprints (GEN-24).
    const messages = readable(
      writeFlowFile({ ...flow, steps: flow.steps.map((step) => ({ ...step, decisions: [] })) }, false),
    )
    for (const { message: one } of flow.steps)
      for (const text of [one.request.body ?? '', one.response?.body ?? '', one.request.url])
        for (const [secret] of text.matchAll(/[\w-]{43,}/g)) assert.ok(!messages.includes(secret), secret)
  })

  test('keeps names, structure and technical values, and gives equal values the same placeholder', () => {
    const file = readFlowFile(writeFlowFile(flow, false))
    const token = file?.messages.find(({ request }) => request.url === `${origins.pidProvider}/token`)
    const form = new URLSearchParams(token?.request.body)
    assert.equal(form.get('grant_type'), 'authorization_code')
    assert.match(form.get('code') ?? '', /^<code \d+>$/)
    const consent = file?.messages.findLast(({ request }) => request.url === `${origins.pidProvider}/consent`)
    const location = consent?.response?.headers.find(([name]) => name === 'location')?.[1] ?? ''
    assert.equal(new URL(location).searchParams.get('code'), form.get('code'))
    assert.equal(file?.decisions.length, flow.steps.flatMap(({ decisions }) => decisions).length)
  })

  test('is read back as the same flow', () => {
    const text = writeFlowFile(flow, true)
    const file = readFlowFile(text)
    assert.ok(file)
    assert.equal(writeFlowFile(flowOfMessages('a', file.messages, file.decisions), true), text)
  })
})

test('a saved flow can be loaded again, whatever a client sent and however many instances a decision names', () => {
  const headers = Array.from({ length: 400 }, (_, index): [string, string] => [`x-${index}-${'n'.repeat(300)}`, 'x'])
  const thumbprints = Array.from({ length: 200 }, () => 'a'.repeat(43)).join(' ')
  const decision = { trace: 't1', surface: 'wallet-provider/revocation', at: 1, outcome: 'accepted' } as const
  const sent = { ...message('text/plain', 'x', headers), traces: ['t1'] }
  const flow = flowOfMessages('m1', [sent], [{ ...decision, checks: [], evidence: { thumbprint: thumbprints } }])
  assert.deepEqual(readFlowFile(writeFlowFile(flow, true))?.messages, [sent])
  assert.ok(readFlowFile(writeFlowFile(flow, false)))
})

test('a file with two messages of the same ID is not a flow file', () => {
  const file = JSON.parse(writeFlowFile(flowOf(message('text/plain', 'x')), false))
  assert.ok(readFlowFile(JSON.stringify(file)))
  assert.equal(readFlowFile(JSON.stringify({ ...file, messages: [file.messages[0], file.messages[0]] })), undefined)
})

test('JSON in a parameter is redacted as JSON even after white space', () => {
  const written = writeFlowFile(
    flowOf(message('application/json', '{"scope":" {\\"given_name\\":\\"Mario\\"}"}')),
    false,
  )
  assert.doesNotMatch(written, /Mario/)
})

test('a value is replaced at every place: in JSON, forms, headers, paths, queries, JWTs and cookies', () => {
  const nested = { a: { b: ['x', 1], given_name: 'x', birthdate: 'x', deep: { deeper: { deepest: 'x' } } }, number: 7 }
  const places: (readonly [place: string, mark: string, written: string])[] = []
  const put = (place: string, mark: string, ...of: Message[]): void =>
    void places.push([place, mark, readable(writeFlowFile(flowOf(...of), false))])
  for (const { member, mark, value } of markedVariants(nested)) {
    put(`json ${member}`, mark, message('application/json', JSON.stringify(value)))
    put(`jwt ${member}`, mark, message('application/jwt', unsigned(value)))
    put(`form jwt ${member}`, mark, message('application/x-www-form-urlencoded', `request=${unsigned(value)}`))
    put(
      `form json ${member}`,
      mark,
      message('application/x-www-form-urlencoded', `claims=${encodeURIComponent(JSON.stringify(value))}`),
    )
  }
  for (const name of ['authorization', 'cookie', 'dpop', 'x-forwarded-for', 'set-cookie', 'user-agent']) {
    const mark = nextMark()
    put(name, mark, message('text/plain', '', [[name, `a=${mark}`]]))
  }
  for (const type of ['text/html', 'text/plain', 'application/xml', 'application/json']) {
    const mark = nextMark()
    put(type, mark, message(type, `<p>${mark}</p>`))
  }
  const [inPath, inQuery] = [nextMark(), nextMark()]
  const asked = message('text/plain', '')
  const url = `https://pid.example/users/${inPath}?login_hint=${inQuery}`
  put('path', inPath, { ...asked, request: { ...asked.request, url } })
  put('query', inQuery, { ...asked, request: { ...asked.request, url } })
  for (const [place, mark, written] of places) assert.ok(!written.includes(mark), `${place}: ${written}`)
  assert.ok(places.length > 30)
  const short = ['given_name', 'sub', 'code', 'nonce', 'state', 'birthdate'].map((name) => [name, 'a value'])
  const body = JSON.stringify(Object.fromEntries(short))
  assert.doesNotMatch(writeFlowFile(flowOf(message('application/json', body)), false), /a value/)
})

test('a text that is not a flow file is not read', () => {
  const whole = JSON.parse(writeFlowFile(flowOf(message('text/plain', 'x')), true)) as {
    messages: { id: string; request: { url: string } }[]
  }
  assert.ok(readFlowFile(JSON.stringify(whole)))
  for (const text of ['', '{}', '[]', 'null', JSON.stringify({ ...whole, fiducia_flow: 2 })])
    assert.equal(readFlowFile(text), undefined, text)
  const [first] = whole.messages
  assert.ok(first)
  for (const broken of [
    { ...first, id: '"><script>' },
    { ...first, request: { ...first.request, url: 'javascript:alert(1)' } },
  ])
    assert.equal(readFlowFile(JSON.stringify({ ...whole, messages: [broken] })), undefined)
})

const links = ['wallet.app://callback', 'wallet.app:/callback', 'wallet.app:callback', 'https://rp.example/x']
for (const link of links)
  test(`the query of ${link} is replaced`, () => {
    const body = new URLSearchParams({ redirect_uri: `${link}?code=code-of-the-user` }).toString()
    const file = readFlowFile(writeFlowFile(flowOf(message('application/x-www-form-urlencoded', body)), false))
    const uri = new URLSearchParams(file?.messages[0]?.request.body).get('redirect_uri')
    assert.equal(uri, `${link}?${new URLSearchParams({ code: '<code 1>' })}`)
  })

test('a truth value about a person is replaced, and one about the protocol is kept', () => {
  const flags = { intent_to_retain: false, require_signed_request_object: true }
  const body = { age_over_18: true, has_seal_supported: true, claims: [true, false], ...flags, nothing: null }
  const file = readFlowFile(writeFlowFile(flowOf(message('application/json', JSON.stringify(body))), false))
  assert.deepEqual(JSON.parse(file?.messages[0]?.request.body ?? ''), {
    age_over_18: '<age_over_18 1>',
    has_seal_supported: '<age_over_18 1>',
    claims: ['<age_over_18 1>', '<claims 1>'],
    ...flags,
    nothing: null,
  })
})

test('a flow with a malformed URL is read back', () => {
  const received = message('text/plain', 'x')
  const flow = flowOf({ ...received, request: { ...received.request, url: 'https://pid.example:443*' } })
  for (const [showPersonalData, url] of [
    [true, 'https://pid.example:443*'],
    [false, '<url 1>'],
  ] as const)
    assert.equal(readFlowFile(writeFlowFile(flow, showPersonalData))?.messages[0]?.request.url, url)
})
