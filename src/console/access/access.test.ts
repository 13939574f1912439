import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { recordingSink } from '../../../test/support/decisions.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createDecide, encodeBase64url, fail } from '../../base/index.ts'
import { type AnswerWithHeaders, html, respondEvents, respondJson, type SendEvent } from '../../http/index.ts'
import { createDecisionLog, createNodeCrypto } from '../../node/index.ts'
import { createConsole } from '../console.ts'
import type { Screen } from '../screen.ts'
import { type AccessOptions, createAccess } from './access.ts'
import { fetchForOperator } from './operator-scope.ts'
import type { ProviderLogin, ProviderLoginCode } from './provider-login.ts'
import { createOneTimeKey, createTokenLogin } from './secret-login.ts'

const publicUrl = 'https://console.example'
const adaToken = 'token-of-ada-0123456789abcdef0123456789'
const programToken = 'token-of-a-program-0123456789abcdef012'

type Ways = Pick<AccessOptions, 'secret' | 'provider' | 'programToken'>

/** Parts that every way to log in uses. */
const common = () => ({ crypto: createNodeCrypto(), random: seededRandom('access'), clock: fixedClock() })

function setUp(ways: (ctx: ReturnType<typeof common>) => Ways = tokens, url = publicUrl) {
  const ctx = common()
  const sink = recordingSink()
  const time = { milliseconds: 0, client: 'here' }
  const decide = createDecide<AnswerWithHeaders>({ ...ctx, decisions: sink })
  const access = createAccess({
    ...{ ...ctx, publicUrl: url, decide, programToken, ...ways(ctx) },
    client: () => time.client,
    milliseconds: () => time.milliseconds,
  })
  const events: { send?: SendEvent; ended?: true } = {}
  const sent: Request[] = []
  const fetch = fetchForOperator(async (request) => {
    sent.push(request)
    return new Response()
  }, access.scope)
  const asRole = (authorization?: string) =>
    fetch(new Request('https://role.example', { headers: authorization === undefined ? {} : { authorization } }))
  const screen: Screen = {
    id: 'home',
    path: '/',
    label: { it: 'Casa', en: 'Home' },
    routes: (shell) => [
      {
        method: 'GET',
        path: '/',
        kind: 'page',
        public: true,
        handle: async (request) => {
          await asRole('Bearer token-of-the-console')
          await asRole()
          return shell.page(request, { title: 'Home', main: html`<p>inside</p>` })
        },
      },
      {
        method: 'GET',
        path: '/events',
        kind: 'machine',
        handle: () =>
          respondEvents((send) => {
            events.send = send
            return () => {
              events.ended = true
            }
          }),
      },
      {
        method: 'POST',
        path: '/change',
        kind: 'page',
        accepts: ['form'],
        handle: () => respondJson({ changed: true }),
      },
      { method: 'GET', path: '/public.json', kind: 'document', handle: () => respondJson({}) },
    ],
  }
  const app = createConsole({
    ...{ publicUrl: url, screens: [screen], log: createDecisionLog(), access, decide },
    routes: [{ method: 'GET', path: '/devices/profiles', kind: 'machine', handle: () => respondJson({}) }],
    onFault: (fault) => assert.fail(String(fault)),
  })
  const get = (path: string, headers: Record<string, string> = {}) => app(new Request(url + path, { headers }))
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = { origin: url }) =>
    app(new Request(url + path, { method: 'POST', headers, body: new URLSearchParams(form) }))
  const lastCheck = () => sink.decisions.at(-1)?.checks.at(-1)
  const login = async (secret = adaToken, headers: Record<string, string> = {}) =>
    post('/login', { secret }, { origin: url, ...headers })
  return { ...ctx, app, get, post, login, sink, lastCheck, time, sent, events }
}

const tokens = (ctx: ReturnType<typeof common>): Ways => ({
  secret: createTokenLogin(ctx, [
    { name: 'ada', token: adaToken },
    { name: 'bob', token: 'token-of-bob-0123456789abcdef0123456789' },
  ]),
})

/** Returns the cookie that a response sets, as a browser sends it. */
function cookieOf(response: Response, name = '__Host-console-session'): string {
  const found = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  assert.ok(found, `no cookie ${name}`)
  return found.split(';', 1)[0] ?? ''
}

test('GEN-46 without a session, a page redirects to the login and a request for JSON gets 401', async () => {
  const { get, post } = setUp()
  const page = await get('/')
  assert.deepEqual([page.status, page.headers.get('location')], [303, '/login'])
  const deeper = await get('/?a=b%26c')
  assert.equal(deeper.headers.get('location'), '/login?back=%2F%3Fa%3Db%2526c')
  const change = await post('/change', {})
  assert.deepEqual([change.status, change.headers.get('location')], [303, '/login'])
  const part = await get('/', { 'hx-request': 'true' })
  assert.deepEqual([part.status, part.headers.get('hx-redirect')], [401, '/login'])
  for (const path of ['/decisions', '/decisions/last', '/decisions/x']) {
    const json = await get(path)
    assert.deepEqual([json.status, await json.json().then(({ error }) => error)], [401, 'login_required'])
    assert.equal(json.headers.get('www-authenticate'), 'Bearer realm="console"')
  }
})

test('GEN-46 the login page, its files, public documents, the endpoints for phones and health need no session', async () => {
  const { get } = setUp()
  const page = await (await get('/login')).text()
  const [, style = ''] = /href="(\/assets\/[^"]+\.css)"/.exec(page) ?? []
  for (const path of ['/login', '/devices/profiles', '/public.json', '/health', style])
    assert.equal((await get(path)).status, 200, path)
})

test('GEN-46 a program with its token reads JSON but no pages', async () => {
  const { get } = setUp()
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  assert.equal((await get('/decisions', bearer(programToken))).status, 200)
  for (const wrong of [`${programToken}x`, programToken.slice(1), '', adaToken])
    assert.equal((await get('/decisions', bearer(wrong))).status, 401)
  assert.equal((await get('/', bearer(programToken))).status, 303)
  const empty = setUp((ctx) => ({ ...tokens(ctx), programToken: '' }))
  for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer '])
    assert.equal((await empty.get('/decisions', { authorization })).status, 401, authorization)
})

test('GEN-46 an operator logs in with a token and gets a cookie that is valid for this host only', async () => {
  const { get, login, sink, sent } = setUp()
  const response = await login()
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/'])
  const [cookie = ''] = response.headers.getSetCookie()
  assert.match(cookie, /^__Host-console-session=[\w-]{43}; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/)
  const { evidence, surface } = sink.decisions.at(-1) ?? assert.fail()
  assert.deepEqual([surface, evidence], ['console/login', { operator: 'ada', change: 'logged_in' }])
  const page = await get('/', { cookie: cookieOf(response) })
  const text = await page.text()
  assert.equal(page.status, 200)
  assert.match(text, /id="account"[^>]*>(Accesso effettuato come|Logged in as) <strong>ada<\/strong>/)
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('fiducia-operator')),
    ['ada', null],
    'only a request with the console’s token carries the operator’s name',
  )
})

test('GEN-46 over plain http, as in a sandbox, the name of the cookie has no prefix', async () => {
  const { login } = setUp(tokens, 'http://localhost:4000')
  const [cookie = ''] = (await login()).headers.getSetCookie()
  assert.match(cookie, /^console-session=/)
})

for (const secret of ['', `${adaToken}x`, adaToken.slice(0, -1), 'x'.repeat(600)])
  test(`GEN-46 a login with a wrong token is refused: ${secret.slice(0, 20)}`, async () => {
    const { login, lastCheck } = setUp()
    const response = await login(secret)
    const page = await response.text()
    assert.equal(response.status, 403)
    assert.deepEqual([lastCheck()?.requirement, lastCheck()?.code], ['GEN-46', 'login_secret_wrong'])
    assert.match(page, /id="login-error"/)
    assert.equal(secret !== '' && page.includes(secret), false)
    assert.deepEqual(response.headers.getSetCookie(), [])
    assert.ok(page.includes(response.headers.get('fiducia-trace') ?? 'none'))
  })

test('GEN-46 the login attempts of one client are limited, even with the right token, and do not limit another client', async () => {
  const { login, lastCheck, time } = setUp()
  for (let count = 0; count < 10; count += 1) assert.equal((await login('wrong')).status, 403)
  const limited = await login()
  assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '10'])
  assert.equal(lastCheck()?.code, 'login_attempts_exceeded')
  time.client = 'elsewhere'
  assert.equal((await login()).status, 303)
  time.client = 'here'
  time.milliseconds = 10_000
  assert.equal((await login()).status, 303)
})

test('GEN-46 the wrong tokens of all clients together are limited, and lock nobody with the right token out', async () => {
  const { login, lastCheck, time } = setUp()
  for (let count = 0; count < 200; count += 1) {
    time.client = `client-${count}`
    assert.equal((await login('wrong')).status, 403)
  }
  time.client = 'one more'
  const limited = await login('wrong')
  assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '1'])
  assert.equal(lastCheck()?.code, 'login_attempts_exceeded')
  assert.equal((await login()).status, 303)
})

test('GEN-46 each login begins a new session and ends the previous session', async () => {
  const { get, login } = setUp()
  const planted = '__Host-console-session=planted-by-a-stranger'
  const first = cookieOf(await login(adaToken, { cookie: planted }))
  assert.notEqual(first, planted)
  assert.equal((await get('/', { cookie: planted })).status, 303)
  const second = cookieOf(await login(adaToken, { cookie: first }))
  assert.notEqual(second, first)
  assert.equal((await get('/', { cookie: first })).status, 303)
  assert.equal((await get('/', { cookie: second })).status, 200)
})

test('GEN-46 a session ends after 30 minutes without use, after 12 hours, and by logging out', async () => {
  const { get, post, login, clock } = setUp()
  const cookie = cookieOf(await login())
  const isOpen = async (): Promise<boolean> => (await get('/', { cookie })).status === 200
  clock.advance(1799)
  assert.equal(await isOpen(), true)
  clock.advance(1800)
  assert.equal(await isOpen(), false)
  const other = cookieOf(await login())
  for (let hours = 0; hours < 23; hours += 1) {
    clock.advance(1799)
    assert.equal((await get('/', { cookie: other })).status, 200)
  }
  clock.advance(1799)
  assert.equal((await get('/', { cookie: other })).status, 200)
  clock.advance(1799)
  assert.equal((await get('/', { cookie: other })).status, 303, 'the session ends after 12 hours')
  const third = cookieOf(await login())
  const left = await post('/logout', {}, { origin: publicUrl, cookie: third })
  assert.deepEqual([left.status, left.headers.get('location')], [303, '/login?left=1'])
  assert.match(left.headers.getSetCookie()[0] ?? '', /^__Host-console-session=; Path=\/; Max-Age=0;/)
  assert.equal((await get('/', { cookie: third })).status, 303)
  assert.match(await (await get('/login?left=1')).text(), /role="status" id="login-left"/)
})

test('GEN-46 the event stream ends with the session', async () => {
  const { get, login, clock, events } = setUp()
  assert.equal((await get('/events')).status, 401)
  const cookie = cookieOf(await login())
  const reader = (await get('/events', { cookie })).body?.getReader() ?? assert.fail()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  assert.match(await read(), /connected/)
  events.send?.({ event: 'decision' })
  assert.match(await read(), /event: decision/)
  clock.advance(1800)
  events.send?.({ event: 'decision' })
  assert.equal((await reader.read()).done, true)
  await setImmediate()
  assert.equal(events.ended, true)
})

test('GEN-46 the number of sessions is limited, and the oldest session ends', async () => {
  const { get, login, time } = setUp()
  const first = cookieOf(await login())
  for (let count = 0; count < 1000; count += 1) {
    time.milliseconds += 10_000
    time.client = `client-${count}`
    await login()
  }
  assert.equal((await get('/', { cookie: first })).status, 303)
})

test('GEN-43 GEN-46 a change needs a session, this host, and a request from a page of the console', async () => {
  const { post, login, lastCheck } = setUp()
  const cookie = cookieOf(await login())
  const change = async (headers: Record<string, string>) => {
    const { status } = await post('/change', {}, { cookie, ...headers })
    return status === 200 ? 'changed' : `${status} ${lastCheck()?.requirement} ${lastCheck()?.code}`
  }
  assert.equal(await change({ origin: publicUrl }), 'changed')
  assert.equal(await change({ 'sec-fetch-site': 'same-origin' }), 'changed')
  assert.equal(await change({ origin: 'https://evil.example' }), '403 GEN-43 foreign_origin')
  assert.equal(await change({ origin: 'null' }), '403 GEN-43 foreign_origin')
  assert.equal(await change({ 'sec-fetch-site': 'cross-site' }), '403 GEN-43 foreign_site')
  assert.equal(await change({ host: 'rebound.example', origin: publicUrl }), '403 GEN-43 foreign_host')
  assert.equal(await change({}), '403 GEN-46 origin_missing')
  assert.equal(await change({ 'sec-fetch-site': 'same-site' }), '403 GEN-46 origin_missing')
})

test('a HEAD of a page needs no origin, because it changes nothing', async () => {
  const { app, login } = setUp()
  const cookie = cookieOf(await login())
  const head = await app(new Request(publicUrl, { method: 'HEAD', headers: { cookie } }))
  assert.deepEqual([head.status, await head.text()], [200, ''])
})

test('GEN-43 a page of another site cannot log a person in', async () => {
  const { post } = setUp()
  const response = await post('/login', { secret: adaToken }, { origin: 'https://evil.example' })
  assert.deepEqual([response.status, response.headers.getSetCookie()], [403, []])
})

for (const back of [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\u20ac',
  '/\t/evil.example',
  'javascript:1',
  '',
])
  test(`GEN-46 a login does not return to another site: ${JSON.stringify(back)}`, async () => {
    const { post, get } = setUp()
    const response = await post('/login', { secret: adaToken, back })
    assert.equal(response.headers.get('location'), '/')
    const page = await (await get(`/login?${new URLSearchParams({ back })}`)).text()
    assert.match(page, /name="back" value="\/"/)
  })

test('GEN-46 a login returns to the page that the person asked for', async () => {
  const { post } = setUp()
  assert.equal((await post('/login', { secret: adaToken, back: '/flows?x=1' })).headers.get('location'), '/flows?x=1')
})

test('GEN-46 a one-time key works once, in a form that its link fills in, and a second use is refused', async () => {
  const announced: string[] = []
  let first = ''
  const { get, login } = setUp((ctx) => {
    const secret = createOneTimeKey(ctx, (key) => void announced.push(key))
    first = secret.current()
    return { secret }
  })
  const page = await (await get(`/login?key=${first}`)).text()
  assert.match(page, new RegExp(`type="password" [^>]*value="${first}"`))
  assert.equal((await get('/')).status, 303, 'a GET with the key begins no session')
  assert.equal((await login(first)).status, 303)
  assert.equal(announced.length, 1)
  assert.equal((await login(first)).status, 403)
  const [next = ''] = announced
  assert.notEqual(next, first)
  assert.equal((await login(next)).status, 303)
})

/** A login provider that gives the answer of the test. */
function scriptedProvider(answer: string | ProviderLoginCode): ProviderLogin {
  let count = 0
  return {
    begin: async () => {
      count += 1
      const value = (name: string) => encodeBase64url(new TextEncoder().encode(`${name}-${count}`))
      return {
        location: 'https://idp.example/authorize?x=1',
        pending: { state: value('state'), nonce: value('nonce'), codeVerifier: value('verifier') },
      }
    },
    complete: async () => (answer.startsWith('login_') ? fail(answer as ProviderLoginCode, 'query.code') : answer),
    logoutUrl: async () => 'https://idp.example/end',
  }
}

const stateOfFirst = encodeBase64url(new TextEncoder().encode('state-1'))
const loginCookie = '__Host-console-login'

test('GEN-46 a login at a provider completes once, within ten minutes, in the browser that began it', async () => {
  const { get, lastCheck, clock } = setUp(() => ({ provider: scriptedProvider('ada') }))
  const begun = await get('/login/provider?back=%2Fflows')
  assert.deepEqual([begun.status, begun.headers.get('location')], [302, 'https://idp.example/authorize?x=1'])
  assert.match(begun.headers.getSetCookie()[0] ?? '', /Max-Age=600; Secure; HttpOnly; SameSite=Lax$/)
  const cookie = cookieOf(begun, loginCookie)
  const callback = (state: string, headers: Record<string, string>) =>
    get(`/login/callback?code=c&state=${state}`, headers)
  for (const [state, headers] of [
    [stateOfFirst, {}],
    [stateOfFirst, { cookie: `${loginCookie}=of-another-browser` }],
    ['another', { cookie }],
    ['', { cookie }],
  ] as const) {
    assert.equal((await callback(state, headers)).status, 403)
    assert.deepEqual([lastCheck()?.requirement, lastCheck()?.code], ['GEN-46', 'login_state_unknown'])
  }
  const done = await callback(stateOfFirst, { cookie })
  assert.deepEqual([done.status, done.headers.get('location')], [303, '/flows'])
  assert.equal((await get('/', { cookie: cookieOf(done) })).status, 200)
  assert.equal((await callback(stateOfFirst, { cookie })).status, 403, 'the state is used')
  const late = await get('/login/provider')
  clock.advance(600)
  const second = encodeBase64url(new TextEncoder().encode('state-2'))
  assert.equal((await callback(second, { cookie: cookieOf(late, loginCookie) })).status, 403, 'the state is expired')
})

test('GEN-46 successful logins of operators behind one address do not use up its attempts', async () => {
  const { login, get, lastCheck } = setUp((ctx) => ({ ...tokens(ctx), provider: scriptedProvider('ada') }))
  for (let count = 0; count < 12; count += 1) {
    assert.equal((await login()).status, 303)
    const cookie = cookieOf(await get('/login/provider'), loginCookie)
    const state = encodeBase64url(new TextEncoder().encode(`state-${count + 1}`))
    assert.equal((await get(`/login/callback?code=c&state=${state}`, { cookie })).status, 303)
  }
  for (let count = 0; count < 10; count += 1) assert.equal((await login('wrong')).status, 403)
  assert.equal((await login()).status, 429)
  assert.equal(lastCheck()?.code, 'login_attempts_exceeded')
})

for (const code of [
  'login_provider_refused',
  'login_client_rejected',
  'login_answer_invalid',
  'login_operator_unknown',
] as const)
  test(`GEN-46 the login page shows why the provider's answer is refused: ${code}`, async () => {
    const { get, lastCheck } = setUp(() => ({ provider: scriptedProvider(code) }))
    const cookie = cookieOf(await get('/login/provider'), loginCookie)
    const response = await get(`/login/callback?code=c&state=${stateOfFirst}`, { cookie })
    assert.equal(response.status, 403)
    assert.deepEqual([lastCheck()?.requirement, lastCheck()?.code], ['GEN-46', code])
    assert.match(await response.text(), /id="login-error"[\s\S]*id="login-provider"/)
  })

test('GEN-46 the number of logins begun at the provider is limited too', async () => {
  const { get, lastCheck } = setUp(() => ({ provider: scriptedProvider('ada') }))
  for (let count = 0; count < 10; count += 1) await get('/login/provider')
  assert.equal((await get('/login/provider')).status, 429)
  assert.equal(lastCheck()?.code, 'login_attempts_exceeded')
})

test('GEN-46 the logins that all clients begin at the provider are limited, except for clients that logged in before', async () => {
  const { get, lastCheck, time } = setUp(() => ({ provider: scriptedProvider('ada') }))
  const cookie = cookieOf(await get('/login/provider'), loginCookie)
  assert.equal((await get(`/login/callback?code=c&state=${stateOfFirst}`, { cookie })).status, 303)
  for (let count = 0; count < 200; count += 1) {
    time.client = `client-${count}`
    await get('/login/provider')
  }
  assert.equal((await get('/login/provider')).status, 429)
  assert.equal(lastCheck()?.code, 'login_attempts_exceeded')
  time.client = 'here'
  assert.equal((await get('/login/provider')).status, 302)
})

test('GEN-46 a page of another site begins no login at the provider and spends no attempt', async () => {
  const { get } = setUp(() => ({ provider: scriptedProvider('ada') }))
  for (let count = 0; count < 10; count += 1) {
    const asked = await get('/login/provider?back=%2Fflows', { 'sec-fetch-site': 'cross-site' })
    assert.deepEqual([asked.status, asked.headers.get('location')], [303, '/login?back=%2Fflows'])
    assert.deepEqual(asked.headers.getSetCookie(), [])
  }
  assert.equal((await get('/login/provider', { 'sec-fetch-site': 'same-origin' })).status, 302)
})

test('after logging out, the page links to the provider’s logout', async () => {
  const { get } = setUp(() => ({ provider: scriptedProvider('ada') }))
  assert.match(
    await (await get('/login?left=1')).text(),
    /id="login-leave-provider" href="https:\/\/idp\.example\/end"/,
  )
})
