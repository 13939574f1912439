import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { unsignedJwt } from '../../test/support/forge-jwt.ts'
import { FetchRefused } from '../node/index.ts'
import { checkAdvertised, createSelfCheck } from './self-check.ts'

const configurationOf = (kid: string, x: string, sub = 'https://role.example') =>
  unsignedJwt(
    { typ: 'entity-statement+jwt', alg: 'ES256', kid },
    { sub, jwks: { keys: [{ kty: 'EC', crv: 'P-256', kid, x, y: 'y' }] } },
  )
const ownJwt = configurationOf('own', 'a')
const advertised = {
  advertised: ['/.well-known/openid-federation'],
  publisher: { entityConfiguration: () => ({ jwt: ownJwt, expiresAt: 0, maxAge: 0 }) },
}
const url = 'https://role.example/.well-known/openid-federation'

/** Returns the report about a service that gives these answers (the last one repeatedly), the calls and the pauses. */
async function checkWith(...answers: Response[]) {
  let asked = 0
  const pauses: number[] = []
  const fetch = async () => (answers[asked++] ?? answers.at(-1) ?? Response.error()).clone()
  const pause = async (seconds: number) => void pauses.push(seconds)
  const { sentences } = await checkAdvertised(fetch, 'https://role.example', advertised, fixedClock(), { pause })
  return { sentences, asked, pauses }
}
const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(status === 200 ? ownJwt : null, { status, headers })
const overloaded = answer(503, { 'retry-after': '1', 'fiducia-trace': 't' })

test('asks an overloaded service again, and reports nothing if it then answers', async () => {
  assert.deepEqual(await checkWith(overloaded, overloaded, answer(200)), { sentences: [], asked: 3, pauses: [5, 5] })
  assert.deepEqual(await checkWith(answer(429)), { sentences: [], asked: 1, pauses: [] })
})

test('reports a service that stays overloaded as such', async () => {
  const { sentences, asked } = await checkWith(overloaded)
  assert.equal(asked, 4)
  assert.deepEqual(sentences, [
    `${url} answers 503: this service answers, but it is overloaded or cannot reach its store.`,
  ])
})

test('reports the answer of another server, with the remedy', async () => {
  for (const [status, asked] of [
    [503, 4],
    [404, 1],
    [302, 1],
  ] as const) {
    const found = await checkWith(answer(status))
    assert.deepEqual([found.asked, found.sentences.length], [asked, 1])
    assert.match(found.sentences.join(), new RegExp(`answers ${status} instead of a document of this service: let`))
  }
})

test('reports a fault of this service as such', async () => {
  const { sentences } = await checkWith(answer(500, { 'fiducia-trace': 't' }))
  assert.deepEqual(sentences, [`${url} answers 500: this service answers, but it has a fault: the log says why.`])
})

test('reports why the service is not reachable, or what to check', async () => {
  const reportOf = async (thrown: unknown) => {
    const asked = () => Promise.reject(thrown)
    const { sentences } = await checkAdvertised(asked, 'https://role.example', advertised, fixedClock())
    const [sentence = ''] = sentences
    assert.ok(
      sentence.startsWith(`${url} cannot be reached from here: `) && sentence.endsWith(', or correct publicUrl.'),
    )
    return sentence
  }
  for (const [trouble, words] of [
    ['refused', /nothing listens at that address and port/],
    ['name', /host name does not exist, or no name server answers: .* DNS/],
    ['certificate', /not trusted here: .*network\.certificateAuthorityFiles/],
    ['tls', /does not use TLS/],
  ] as const)
    assert.match(await reportOf(new FetchRefused('unreachable', 'role.example', trouble)), words)
  const otherName = new FetchRefused('unreachable', 'role.example', 'other_name', 'role.example: other.example')
  assert.match(await reportOf(otherName), /certificate is for other\.example, and publicUrl names role\.example/)
  assert.match(await reportOf(new FetchRefused('timeout', 'role.example')), /in time/)
  assert.match(await reportOf(new FetchRefused('address_forbidden', 'role.example')), /not public/)
  assert.match(await reportOf(new FetchRefused('coding_unexpected', 'role.example')), /compressed although/)
  assert.match(
    await reportOf(new FetchRefused('unreachable', 'role.example')),
    /check host name, certificate and proxy/,
  )
})

test('asks again until all URLs answer, and reports the URLs that do not', async () => {
  let status = 404
  let asked = 0
  const fetch = async () => {
    asked += 1
    return answer(status)
  }
  const check = createSelfCheck(fetch, 'https://role.example', advertised, fixedClock())
  assert.deepEqual(check.notes(), [])
  const sentences = await check.look()
  assert.deepEqual([check.notes(), sentences.length], [sentences, 1])
  await check.lookAgain()
  assert.deepEqual([check.notes(), asked], [sentences, 2])
  status = 200
  await check.lookAgain()
  await check.lookAgain()
  assert.deepEqual([check.notes(), asked], [[], 3])
})

test('recognises by its keys that another service answers at the address', async () => {
  const answering = async (body: string) => (await checkWith(new Response(body))).sentences.join()
  assert.equal(await answering(ownJwt), '')
  const stranger = await answering(configurationOf('other', 'b', 'https://other.example'))
  assert.match(
    stranger,
    /is answered by another service.*https:\/\/other\.example with the keys other, .* has the keys own/,
  )
  assert.match(stranger, /correct publicUrl, or let the proxy lead to this service/)
  assert.match(stranger, /a replica .* another key file/)
  const keyless = unsignedJwt({ typ: 'entity-statement+jwt', alg: 'ES256', kid: 'x' }, { sub: 'https://other.example' })
  assert.match(await answering(keyless), /https:\/\/other\.example with no keys, and this service has the keys own/)
  assert.match(await answering(configurationOf('own', 'b')), /is answered by another service/, 'the keys differ')
  assert.match(await answering('<html>'), /answers with something other than an entity configuration/)
})

test('keeps reporting another service until it no longer answers', async () => {
  let body = configurationOf('other', 'b')
  const check = createSelfCheck(async () => new Response(body), 'https://role.example', advertised, fixedClock())
  assert.equal(check.anotherAnswers(), false)
  await check.look()
  assert.equal(check.anotherAnswers(), true)
  body = ownJwt
  await check.lookAgain()
  assert.deepEqual([check.anotherAnswers(), check.notes()], [false, []])
})

test('reports that its own entity configuration cannot be signed, and does not blame the URL for it', async () => {
  const answers = async () => new Response(ownJwt)
  const silent = { ...advertised, publisher: { entityConfiguration: () => Promise.reject(new Error('no token')) } }
  const { sentences, anotherAnswers } = await checkAdvertised(answers, 'https://role.example', silent, fixedClock())
  assert.deepEqual(sentences, [
    `${url} cannot be compared with this service, which cannot sign its entity configuration now: check its key store.`,
  ])
  assert.equal(anotherAnswers, false)
})
