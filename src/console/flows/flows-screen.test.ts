import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsoleApp, loginConsole } from '../../../test/support/console-app.ts'
import type { Clock, DecisionRecord } from '../../base/index.ts'
import { createDecisionFeed } from '../decision-feed.ts'
import type { Message } from '../traffic/message.ts'
import { createMessageLog } from '../traffic/message-log.ts'
import { createFlowCatalogue } from './flow-catalogue.ts'
import { createFlowsScreen, type FlowsParts, type Resending } from './flows-screen.ts'

const decision = (trace: string, refused = true): DecisionRecord => ({
  ...{ trace, surface: 'pid-provider/token', at: 1_768_478_400, evidence: {} },
  outcome: refused ? 'refused' : 'accepted',
  checks: [
    { requirement: 'GEN-09', passed: true },
    refused
      ? { requirement: 'PP-17', passed: false, code: 'iss_mismatch', at: 'payload.iss', expected: 'a', found: '<b>' }
      : { requirement: 'PP-18', passed: true },
  ],
})

const message = (id: string, more: Partial<Message> = {}): Message => ({
  ...{
    id,
    at: 1_768_478_400_000 + Number(id.slice(1)),
    from: 'wallet',
    to: 'pid-provider',
    milliseconds: 4,
    traces: [],
  },
  request: {
    ...{ method: 'POST', url: 'https://pid.example/token?a=1' },
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: 'code=first&note=%3Cscript%3E',
  },
  response: { status: 200, headers: [['content-type', 'application/json']], body: '{"ok":true}' },
  ...more,
})

function setUp(more: Partial<FlowsParts> = {}) {
  const feed = createDecisionFeed()
  const traffic = createMessageLog()
  const app = createConsoleApp((clock) => [createFlowsScreen({ clock, decisions: feed, traffic, ...more })])
  const page = async (path: string): Promise<string> => (await app.get(path)).text()
  return { ...app, feed, traffic, page }
}

/** Records two flows: a completed flow and a refused flow. */
function recorded(more: Partial<FlowsParts> = {}) {
  const parts = setUp(more)
  parts.feed.record(decision('acceptedones', false))
  parts.feed.record(decision('refusedones1'))
  parts.traffic.record(message('m1', { traces: ['acceptedones'] }))
  parts.traffic.record(
    message('m2', { traces: ['refusedones1'], from: '<i>hostile</i>', response: { status: 400, headers: [] } }),
  )
  return parts
}

const rowsOf = (page: string): readonly string[] =>
  [...page.matchAll(/id="flows-row-(m\d+)"/g)].map(([, id = '']) => id)

test('lists flows, newest first, with the reason of a refusal, and escapes foreign text', async () => {
  const { page } = recorded()
  const list = await page('/flows')
  assert.deepEqual(rowsOf(list), ['m2', 'm1'])
  assert.match(
    list,
    /iss differs from the identifier that is expected here\.<\/span> <code>iss_mismatch<\/code> <code>payload\.iss/,
  )
  assert.match(list, /&lt;i&gt;hostile/)
  for (const path of ['/flows', '/flows/m2', '/flows/m2/messages/m2'])
    assert.doesNotMatch(await page(path), /<i>|<b>|<script>|style="/, path)
})

test('filters by role, outcome, rule and text, on the server', async () => {
  const { page } = recorded()
  for (const [query, rows] of [
    ['outcome=refused', ['m2']],
    ['outcome=accepted', ['m1']],
    ['outcome=open', []],
    ['role=wallet', ['m1']],
    ['role=pid-provider', ['m2', 'm1']],
    ['rule=pp-17', ['m2']],
    ['rule=GEN-09', ['m2', 'm1']],
    ['rule=WP-01', []],
    ['text=iss_mismatch', ['m2']],
    ['text=code%3Dfirst', ['m2', 'm1']],
    ['text=nowhere', []],
  ] as const)
    assert.deepEqual(rowsOf(await page(`/flows/list?${query}`)), rows, query)
})

test('messages in the background, such as federation documents, are hidden unless the query asks for them', async () => {
  const { page, traffic } = setUp()
  const request = { method: 'GET', url: 'https://anchor.example/.well-known/openid-federation', headers: [] }
  traffic.record(message('m1', { request, to: 'trust-anchor' }))
  assert.deepEqual(rowsOf(await page('/flows')), [])
  assert.deepEqual(rowsOf(await page('/flows?all=1')), ['m1'])
  traffic.record(message('m2'))
  traffic.record(message('m3', { request, to: 'trust-anchor', parent: 'm2' }))
  const flow = await page('/flows/m2')
  assert.match(flow, /1 message in the background<\/summary><ol[^>]*><li[^>]*id="flows-m3"/)
})

test('shows flows in pages', async () => {
  const { page, traffic } = setUp()
  for (let index = 1; index <= 60; index += 1) traffic.record(message(`m${index}`))
  assert.equal(rowsOf(await page('/flows')).length, 50)
  assert.match(await page('/flows?role=wallet'), /href="\/flows\?role=wallet&amp;page=2"/)
  assert.deepEqual(rowsOf(await page('/flows?page=2')).at(-1), 'm1')
})

test('a trace, pasted in any form, leads to its flow and message', async () => {
  const { get, page, feed } = recorded()
  const target = '/flows/m2#flows-m2'
  assert.equal((await get('/flows/trace/refusedones1')).headers.get('location'), target)
  for (const pasted of ['refusedones1', 'fiducia-trace: refusedones1', '  npx fiducia explain refusedones1 '])
    assert.equal(
      (await get(`/flows?trace=${encodeURIComponent(pasted)}`)).headers.get('location'),
      '/flows/trace/refusedones1',
      pasted,
    )
  assert.equal((await get('/flows?text=refusedones1')).headers.get('location'), '/flows/trace/refusedones1')
  assert.equal((await get('/flows/trace/unknowntrace')).status, 404)
  assert.equal((await get('/flows?trace=%3Cscript%3E')).headers.get('location'), '/flows/trace/%3Cscript%3E')
  feed.record(decision('lonedecision'))
  const cut = encodeURIComponent(`${'x'.repeat(63)}\u{1f511}`)
  assert.equal((await get(`/flows?trace=${cut}`)).status, 303, 'a long text is cut between characters')
  assert.equal((await get('/flows?trace=+')).status, 200, 'a blank text searches for nothing')
  const lone = await page('/flows/trace/lonedecision')
  assert.match(lone, /iss_mismatch/)
  assert.match(lone, /No message is recorded/)
})

test('the shown API call clears the log as a program: without a login, with the token, or not at all', async () => {
  const shownCall = (page: string): string | undefined => /id="flows-clear-call-curl"[^>]*>([^<]*)</.exec(page)?.[1]
  const open = recorded()
  assert.equal(shownCall(await open.page('/flows')), 'curl -X DELETE &#39;http://localhost:4000/flows&#39;')
  assert.equal((await open.app(new Request('http://localhost:4000/flows', { method: 'DELETE' }))).status, 204)
  assert.deepEqual(open.traffic.all(), [])

  const traffic = createMessageLog()
  traffic.record(message('m1'))
  const screens = (clock: Clock) => [createFlowsScreen({ clock, decisions: createDecisionFeed(), traffic })]
  const programToken = 'token-of-a-program-0123456789abcdef012'
  const keyed = await loginConsole(screens, { programToken })
  assert.equal(
    shownCall(await keyed.page('/flows')),
    'curl -X DELETE &#39;https://console.example/flows&#39; \\\n  -H &quot;authorization: Bearer $ADMIN_TOKEN&quot;',
  )
  const clear = async (token: string) =>
    (await keyed.asProgram('DELETE', '/flows', { authorization: `Bearer ${token}` })).status
  assert.equal(await clear(`${programToken}x`), 401)
  assert.equal(traffic.all().length, 1)
  assert.equal(await clear(programToken), 204)
  assert.deepEqual(traffic.all(), [])

  for (const none of [{}, { programToken: '' }]) {
    const page = await (await loginConsole(screens, none)).page('/flows')
    assert.match(page, /id="flows-clear"/)
    assert.equal(shownCall(page), undefined)
  }
})

test('a service without messages shows its decisions only', async () => {
  const feed = createDecisionFeed()
  const { get } = createConsoleApp((clock) => [createFlowsScreen({ clock, decisions: feed })])
  feed.record(decision('refusedones1'))
  const page = await (await get('/flows')).text()
  assert.match(page, /records no messages/)
  assert.match(page, /href="\/flows\/trace\/refusedones1"/)
  assert.doesNotMatch(page, /flows-clear|flows-load/)
  for (const path of ['/flows/m1/file', '/flows/load']) assert.equal((await get(path)).status, 404, path)
})

test('a message is shown as it was sent and decoded, with its checks and the text of their rules', async () => {
  const jws = `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.${Buffer.from('{"nonce":"n-1"}').toString('base64url')}.AAAA`
  const { page, traffic } = recorded({ decrypt: async () => '{"vp_token":"inside"}' })
  const headers = [
    ['dpop', jws],
    ['authorization', `DPoP ${jws}`],
  ] as const
  const request = { ...message('m1').request, headers: [...message('m1').request.headers, ...headers] }
  traffic.record(
    message('m3', { request: { ...request, body: `response=${'a'.repeat(10)}.b.c.d.e` }, traces: ['refusedones1'] }),
  )
  const shown = await page('/flows/m3/messages/m3')
  assert.match(shown, /POST https:\/\/pid\.example\/token\?a=1\ncontent-type:/)
  assert.match(shown, /Decoded: <code>dpop<\/code>/)
  assert.match(shown, /n-1/)
  assert.match(shown, /Decrypted: <code>response<\/code>[\s\S]*inside/)
  assert.match(shown, /1 check passed<\/summary><ul[^>]*><li><code>GEN-09<\/code> \w+/)
  assert.ok(shown.indexOf('iss_mismatch') < shown.indexOf('1 check passed'), 'the failed check comes first')
  assert.match(shown, /curl -i -X &#39;POST&#39;/)
  traffic.record(
    message('m4', {
      response: { status: 200, headers: [['content-type', 'text/plain']], body: 'relying-party.example.com\n' },
    }),
  )
  const plain = await page('/flows/m4/messages/m4')
  assert.match(
    plain,
    /<pre id="flows-m4-response-text"[^>]*>relying-party\.example\.com/,
    'a text with the form of a token',
  )
})

test('a message is sent again with one member changed', async () => {
  const sent: Resending[] = []
  const { get, post } = recorded({ resend: async (again) => sent.push(again) > 0 && again.request.method === 'POST' })
  const again = (form: Record<string, string>, origin?: string) => post('/flows/m1/messages/m1/resend', form, origin)
  assert.match(await (await get('/flows/m1/messages/m1')).text(), /<option value="form:code">/)
  const changes = [
    [
      { member: 'form:code', value: 'second' },
      ({ body }: Resending['request']) => body,
      'code=second&note=%3Cscript%3E',
    ],
    [{ member: 'form:code', remove: '1' }, ({ body }: Resending['request']) => body, 'note=%3Cscript%3E'],
    [{ member: 'query:a', value: '2' }, ({ url }: Resending['request']) => url, 'https://pid.example/token?a=2'],
    [{ member: 'body', value: 'x' }, ({ body }: Resending['request']) => body, 'x'],
    [
      { member: 'header:content-type', value: 'text/plain' },
      ({ headers }: Resending['request']) => headers[0]?.[1],
      'text/plain',
    ],
    [{ member: '' }, ({ body }: Resending['request']) => body, 'code=first&note=%3Cscript%3E'],
  ] as const
  for (const [form, part, expected] of changes) {
    const response = await again(form as Record<string, string>)
    assert.deepEqual([response.status, response.headers.get('location')], [303, '/flows/m1'])
    const last = sent.at(-1)
    assert.ok(last)
    assert.deepEqual([part(last.request), last.from, last.parent], [expected, 'wallet', 'm1'])
  }
  assert.equal((await again({ member: '' }, 'https://evil.example')).status, 403)
  assert.equal(sent.length, changes.length)
})

test('a JSON member of a message that is sent again is changed by its path', async () => {
  const sent: Resending[] = []
  const { traffic, post } = setUp({ resend: async (again) => sent.push(again) > 0 })
  const request = {
    method: 'POST',
    url: 'https://pid.example/credential',
    headers: [['content-type', 'application/json']] as const,
  }
  traffic.record(message('m1', { request: { ...request, body: '{"proof":{"jwt":"a"},"list":[1,2]}' } }))
  for (const [member, value, body] of [
    ['json:proof.jwt', 'b', '{"proof":{"jwt":"b"},"list":[1,2]}'],
    ['json:list.1', '{"a":true}', '{"proof":{"jwt":"a"},"list":[1,{"a":true}]}'],
    ['json:list.0', undefined, '{"proof":{"jwt":"a"},"list":[2]}'],
    ['json:list.2', '3', '{"proof":{"jwt":"a"},"list":[1,2,3]}'],
    ['json:list.4000000000', '3', '{"proof":{"jwt":"a"},"list":[1,2]}'],
    ['json:list.x', undefined, '{"proof":{"jwt":"a"},"list":[1,2]}'],
    ['json:proof.jwt', undefined, '{"proof":{},"list":[1,2]}'],
    ['json:__proto__.x', '1', '{"proof":{"jwt":"a"},"list":[1,2]}'],
  ] as const) {
    await post('/flows/m1/messages/m1/resend', { member, ...(value === undefined ? { remove: '1' } : { value }) })
    assert.equal(sent.at(-1)?.request.body, body, member)
  }
  traffic.record(message('m2', { request: { ...request, body: '{"org.iso.18013.5.1":{"sex":1}}' } }))
  await post('/flows/m2/messages/m2/resend', { member: 'json:org.iso.18013.5.1.sex', value: '2' })
  assert.equal(sent.at(-1)?.request.body, '{"org.iso.18013.5.1":{"sex":2}}', 'names can contain dots')
})

test('a saved flow is loaded elsewhere as read-only, and a page of another origin does not clear the log', async () => {
  const here = recorded()
  const saved = await here.get('/flows/m2/file')
  assert.equal(saved.headers.get('content-disposition'), 'attachment; filename="flow-m2.json"')
  const elsewhere = setUp({ resend: async () => true })
  const loaded = await elsewhere.post('/flows/load', { flow: await saved.text() })
  assert.equal(loaded.headers.get('location'), '/flows/loaded-1')
  const page = await elsewhere.page('/flows/loaded-1')
  assert.match(page, /From a file: read only\.[\s\S]*iss_mismatch/)
  assert.doesNotMatch(await elsewhere.page('/flows/loaded-1/messages/m2'), /-resend"/)
  assert.equal((await elsewhere.post('/flows/loaded-1/messages/m2/resend', {})).status, 404)
  const refused = await elsewhere.post('/flows/load', { flow: '{}' })
  assert.deepEqual([refused.status, (await refused.text()).includes('not the file of a flow')], [400, true])
  assert.equal((await here.post('/flows/clear', {}, 'https://evil.example')).status, 403)
  assert.equal(here.traffic.all().length, 2)
  assert.match(await here.page('/flows/clear'), /action="\/flows\/clear"[\s\S]*id="flows-clear-confirm"/)
  assert.equal(here.traffic.all().length, 2, 'the question clears nothing')
  assert.equal((await here.post('/flows/clear', {})).headers.get('location'), '/flows')
  assert.deepEqual([here.traffic.all(), rowsOf(await here.page('/flows'))], [[], []])
})

test('the file contains all values only if the sandbox shows personal data', async () => {
  for (const showPersonalData of [false, true]) {
    const file = await (await recorded({ showPersonalData }).get('/flows/m1/file')).text()
    assert.equal(file.includes('code=first'), showPersonalData)
  }
})

test('a new message is announced to open lists', async () => {
  const { get, traffic } = setUp()
  const response = await get('/flows/events')
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.match((await reader?.read())?.value ?? '', /connected/)
  traffic.record(message('m1'))
  assert.match((await reader?.read())?.value ?? '', /^event: flows\n/)
  await reader?.cancel()
})

test('a flow that is not recorded is answered with 404', async () => {
  const { get } = setUp()
  for (const path of ['/flows/m1', '/flows/m1/messages/m1', '/flows/m1/messages/m1/part', '/flows/m1/file'])
    assert.equal((await get(path)).status, 404, path)
})

test('a request whose URL is malformed is shown, and only its URL cannot be changed', async () => {
  const sent: Resending[] = []
  const { traffic, get, page, post } = setUp({ resend: async (again) => sent.push(again) > 0 })
  const url = 'https://pid.example:443*'
  traffic.record(message('m1', { request: { ...message('m1').request, url } }))
  const shown = await get('/flows/m1/messages/m1')
  assert.equal(shown.status, 200)
  assert.match(await shown.text(), /<option value="form:code">/)
  assert.match(await page('/flows/m1'), /id="flows-m1"/)
  await post('/flows/m1/messages/m1/resend', { member: 'query:a', value: '1' })
  assert.equal(sent.at(-1)?.request.url, url)
})

test('the diagram names the outcome of a message whose decision could not be taken', async () => {
  const { feed, traffic, page } = setUp()
  feed.record({ ...decision('faileddecisn'), outcome: 'failed' })
  traffic.record(message('m1', { traces: ['faileddecisn'], response: { status: 503, headers: [] } }))
  assert.match(await page('/flows/m1'), /<text class="status"[^>]*>503 not decided<\/text>/)
})

test('a JWT in the query of a request is decoded', async () => {
  const { traffic, page } = setUp()
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const url = `https://pid.example/authorize?request=${part({ alg: 'ES256' })}.${part({ nonce: 'n-1' })}.AAAA`
  traffic.record(message('m1', { request: { method: 'GET', url, headers: [] } }))
  assert.match(await page('/flows/m1/messages/m1'), /Decoded: <code>request<\/code>[\s\S]*n-1/)
})

test('a refusal without a message is listed even if 60 later refusals of the start have messages', () => {
  const feed = createDecisionFeed()
  const log = createMessageLog()
  feed.record(decision('lone'))
  for (let number = 0; number < 60; number += 1) {
    feed.record(decision(`t-${number}`))
    log.record(message(`m${number}`, { traces: [`t-${number}`] }))
  }
  const catalogue = createFlowCatalogue(feed, log)
  const listed = catalogue.list({ role: '', outcome: '', rule: '', text: '', all: true, page: 1 })
  assert.deepEqual(
    listed.decisions.map(({ trace }) => trace),
    ['lone'],
  )
})
