/** The decoder screen works without script, escapes pasted text, and keeps none of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestConsole, loginConsole } from '../../../test/support/console-app.ts'
import { recordingSink } from '../../../test/support/decisions.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { resourceRequest } from '../../../test/vectors/rfc9449.ts'
import { type Clock, createDecide } from '../../base/index.ts'
import type { AnswerWithHeaders } from '../../http/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { createNodeCrypto } from '../../node/index.ts'
import { createStatusList, createStatusListToken } from '../../status-list/index.ts'
import { createDecoderScreen } from './decoder-screen.ts'

const origin = 'http://localhost:4000'

function setUp() {
  const clock = fixedClock(resourceRequest.iat)
  const logged: unknown[] = []
  const sink = recordingSink()
  const app = createTestConsole({
    publicUrl: origin,
    screens: [
      createDecoderScreen({
        ...{ clock, crypto: createNodeCrypto() },
        examples: [
          { id: 'a', label: { it: 'Uno', en: 'One' }, make: async () => ({ text: '{"keys":[]}' }) },
          { id: 'b', label: { it: 'Due', en: 'Two' }, make: async () => undefined },
        ],
      }),
    ],
    decide: createDecide<AnswerWithHeaders>({ clock, random: seededRandom('decoder-screen'), decisions: sink }),
    onFault: (fault) => void logged.push(fault),
  })
  const post = (fields: Record<string, string>, path = '/decoder', headers: Record<string, string> = {}) =>
    app(
      new Request(`${origin}${path}`, {
        method: 'POST',
        headers: { origin, 'accept-language': 'en', ...headers },
        body: new URLSearchParams(fields),
      }),
    )
  return { app, post, records: sink.decisions, logged }
}

const { proof, method, url, accessToken } = resourceRequest
const fields = { text: proof, method, url, access_token: accessToken }

test('decodes with every field on the same page, and keeps no pasted text', async () => {
  const { post, records, logged } = setUp()
  const response = await post({ ...fields, key: '{"kty":"EC","crv":"P-256","x":"secret-of-a-key"}' })
  const page = await response.text()
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.match(page, /Nothing pasted is kept or logged/)
  assert.match(page, /id="decoder-result-title">DPoP proof</)
  assert.match(page, /verified<\/span> <strong>URL \(htu\)/)
  assert.match(page, /verified<\/span> <strong>Access token \(ath\)/)
  assert.ok(records.length > 0)
  const kept = JSON.stringify([records, logged])
  for (const pasted of [...proof.split('.'), url, accessToken, 'secret-of-a-key', resourceRequest.jti])
    assert.ok(!kept.includes(pasted), pasted.slice(0, 20))
})

test('htmx gets the content without the shell, and a program gets JSON', async () => {
  const { post } = setUp()
  const part = await (await post(fields, '/decoder', { 'hx-request': 'true' })).text()
  assert.match(part, /^<div id="decoder"/)
  assert.doesNotMatch(part, /<html/)
  const response = await post(fields, '/decoder/decoded')
  const { kind, verdicts } = (await response.json()) as { kind: string; verdicts: { check: string; result: string }[] }
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.deepEqual([kind, verdicts.find(({ check }) => check === 'ath')?.result], ['dpop_proof', 'verified'])
})

test('pasted text is escaped in the result and in the fields', async () => {
  const { post } = setUp()
  const name = '</textarea><script>alert(1)</script>'
  const page = await (await post({ text: JSON.stringify({ [name]: name, kty: name }), key: name, index: name })).text()
  assert.doesNotMatch(page, /<script>alert|<\/textarea><script/)
  assert.match(page, /&lt;\/textarea&gt;&lt;script&gt;/)
})

test('an example fills the fields, and the page reports an unavailable example', async () => {
  const { post, app } = setUp()
  const page = await (await app(new Request(`${origin}/decoder`, { headers: { 'accept-language': 'it' } }))).text()
  assert.match(page, /id="decoder-example-a" name="example" value="a">Uno</)
  assert.match(page, /Nulla di ciò che si incolla viene conservato o registrato/)
  assert.match(await (await post({ example: 'a' })).text(), /id="decoder-result-title">Key set \(JWKS\)/)
  const missing = await (await post({ example: 'b' })).text()
  assert.match(missing, /id="decoder-missing"/)
  assert.doesNotMatch(missing, /id="decoder-result"/)
})

test('a text of 256 kB fits into the form, and a longer text is refused with a message', async () => {
  const { post } = setUp()
  assert.match(
    await (await post({ text: JSON.stringify({ a: '%'.repeat(262_000) }) })).text(),
    /id="decoder-result-title">JSON</,
  )
  assert.match(await (await post({ text: '%'.repeat(262_145) })).text(), /The text is too large/)
})

test('the result of a trace links to its flow and names the command that explains it', async () => {
  const { post } = setUp()
  const page = await (await post({ text: 'Fiducia-Trace: AbCdEf012345' })).text()
  assert.match(page, /href="\/flows\?trace=AbCdEf012345"/)
  assert.match(page, /fiducia explain AbCdEf012345/)
  assert.doesNotMatch(await (await post({ text: 'Fiducia-Trace: a"b onclick=' })).text(), /id="decoder-flow"/)
})

test('the shown API call sends the text encoded from a file', async () => {
  const { post } = setUp()
  const page = await (await post({ text: '{}' })).text()
  assert.match(
    page,
    /id="decoder-api-text"[^>]*>curl -X POST [^<]*\/decoder\/decoded[^<]* \\\n {2}--data-urlencode text@text\.txt</,
  )
})

test('the shown API call has the token of a console with a login, and is left out without a token', async () => {
  const screens = (clock: Clock) => [createDecoderScreen({ clock, crypto: createNodeCrypto() })]
  const programToken = 'token-of-a-program-0123456789abcdef012'
  const keyed = await loginConsole(screens, { programToken })
  const shown = /id="decoder-api-text"[^>]*>[^<]*Bearer \$ADMIN_TOKEN/
  assert.match(await keyed.post('/decoder', { text: '{}' }), shown)
  const authorization = `Bearer ${programToken}`
  assert.equal((await keyed.asProgram('POST', '/decoder/decoded', { authorization }, { text: '{}' })).status, 200)
  const page = await (await loginConsole(screens)).post('/decoder', { text: '{}' })
  assert.match(page, /id="decoder-result"/)
  assert.doesNotMatch(page, /decoder-api/)
  assert.doesNotMatch(await (await setUp().post({ text: '{}' })).text(), /ADMIN_TOKEN/)
})

test('an index of ten digits is out of range, and not absent', async () => {
  const { post } = setUp()
  const issuer = await generateSigner({ crypto: createNodeCrypto() })
  const times = { now: resourceRequest.iat, lifetimeSeconds: 600, ttlSeconds: 60 }
  const list = createStatusList(1, 8)
  const text = await createStatusListToken(issuer, { uri: 'https://pid.example/1', list, ...times })
  const response = await post({ text, index: '4294967296' }, '/decoder/decoded')
  const { verdicts } = (await response.json()) as { verdicts: { check: string; code?: string }[] }
  assert.equal(verdicts.find(({ check }) => check === 'status')?.code, 'index_out_of_range')
})

test('a request from a page of another origin is refused', async () => {
  const { post } = setUp()
  assert.equal((await post(fields, '/decoder', { origin: 'https://evil.example' })).status, 403)
})
