/**
 * `requirePresentation` in front of a web-standard handler, and in real Express and Fastify servers, over a Relying Party
 * with its federation in memory.
 */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import express from 'express'
import Fastify from 'fastify'
import type { Json } from '../../src/base/index.ts'
import {
  PresentationServiceFault,
  type RequirePresentationOptions,
  requirePresentation,
} from '../../src/middleware/index.ts'
import {
  answer,
  apiKey,
  applicationFixture,
  begin,
  landed,
  otherKey,
  redeem,
  returnUrl,
} from '../support/relying-party-application.ts'
import {
  type Bend,
  type Bendable,
  type Browser,
  createBrowser,
  fetchRequest,
  post,
  requestObjectOf,
  rpId,
} from '../support/relying-party-fixture.ts'

const fixture = await applicationFixture()
const origin = 'https://portal.example'
const secret = 'a secret of the portal, shared by all replicas'
const options = {
  service: rpId,
  apiKey,
  returnUrl,
  secret,
  fetch: fixture.network.fetch,
  clock: fixture.clock,
} satisfies RequirePresentationOptions

const guardWith = (changes: Partial<RequirePresentationOptions> = {}) =>
  requirePresentation(
    {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['eu.eudiw.pid.it'] },
          claims: [{ path: ['given_name'] }, { path: ['tax_id_number'] }],
        },
      ],
    },
    { ...options, ...changes },
  )
type Guard = ReturnType<typeof guardWith>

type Send = (path: string, init?: RequestInit) => Promise<Response>

const web =
  (guard: Guard): Send =>
  (path, init) =>
    guard.protect(
      (request, { credentials }) =>
        new Response(`${new URL(request.url).pathname}: ${credentials.pid.claims.given_name}`),
    )(new Request(origin + path, init))

const stops: (() => unknown)[] = []
after(async () => {
  for (const stop of stops) await stop()
})
const over =
  (port: number): Send =>
  (path, init) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })

async function inExpress(guard: Guard): Promise<Send> {
  const app = express()
  app.use(guard.express())
  app.use((request, response) => {
    response.send(`${request.path}: ${guard.of(request).credentials.pid.claims.given_name}`)
  })
  app.use(((fault, _request, response, _next) => {
    response.status(502).send(fault instanceof PresentationServiceFault ? fault.code : 'other')
  }) satisfies express.ErrorRequestHandler)
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => server.close())
  return over((server.address() as AddressInfo).port)
}

async function inFastify(guard: Guard): Promise<Send> {
  const app = Fastify()
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null))
  app.addHook('onRequest', guard.fastify())
  app.setErrorHandler((fault, _request, reply) =>
    reply.code(502).send(fault instanceof PresentationServiceFault ? fault.code : 'other'),
  )
  app.all('/*', async (request) => `${request.url}: ${guard.of(request).credentials.pid.claims.given_name}`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  stops.push(() => app.close())
  return over((app.server.address() as AddressInfo).port)
}

/** One person's browser: its cookies at the application, and those at the service. */
function person(send: Send) {
  const cookies = new Map<string, string>()
  const service = createBrowser(fixture)
  const visit = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers({ accept: 'text/html', 'sec-fetch-dest': 'document', ...(init.headers as object) })
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await send(path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return { cookies, service, visit }
}
type Person = ReturnType<typeof person>

const locationOf = (response: Response): string => response.headers.get('location') ?? ''
const pathOf = (url: string): string => url.slice(origin.length)

/** At the service, up to the URL with the reference. */
async function atService(service: Browser, startUrl: string, bend: Bend = {}): Promise<string> {
  const started = await begin(fixture, { start_url: startUrl }, service)
  const { redirect_uri } = await answer(fixture, started, bend)
  return landed(await service.get(redirect_uri)).url
}

/** The whole way for a GET. */
async function comeIn(one: Person, path: string, bend: Bend = {}): Promise<Response> {
  const away = await one.visit(path)
  assert.equal(away.status, 303, await away.clone().text())
  const back = await one.visit(pathOf(await atService(one.service, locationOf(away), bend)))
  assert.equal(back.status, 303)
  return one.visit(pathOf(locationOf(back)))
}

for (const [name, make] of [
  ['web', async (guard: Guard) => web(guard)],
  ['express', inExpress],
  ['fastify', inFastify],
] as const) {
  test(`${name}: a visitor is sent to the service, comes back to where they wanted, and stays known`, async () => {
    const one = person(await make(guardWith()))
    const first = await one.visit('/area/page?x=1')
    assert.equal(first.status, 303)
    assert.ok(locationOf(first).startsWith(`${rpId}/presentations/begin?id=`))
    assert.equal(first.headers.get('cache-control'), 'no-store')
    const [cookie = ''] = first.headers.getSetCookie()
    assert.match(
      cookie,
      /^__Host-presentation-begun-[\w-]{8}=[\w-]+; Path=\/; Max-Age=3600; Secure; HttpOnly; SameSite=Lax$/,
    )
    const back = await one.visit(pathOf(await atService(one.service, locationOf(first))))
    assert.deepEqual([back.status, locationOf(back)], [303, `${origin}/area/page?x=1`])
    assert.deepEqual(
      [...one.cookies.keys()].map((key) => key.slice(0, 28)),
      ['__Host-presentation-'.concat([...one.cookies.keys()][0]?.slice(20, 28) ?? '')],
    )
    for (const path of ['/area/page?x=1', '/other']) {
      const page = await one.visit(path)
      assert.equal(page.status, 200)
      assert.match(await page.text(), /: Ada$/)
      assert.equal(page.headers.get('cache-control'), 'private, no-store')
    }
    const shown = /given_name/
    for (const value of one.cookies.values()) assert.ok(!shown.test(value) && !shown.test(atob(base64(value))))
  })

  test(`${name}: a visitor with an address that no cookie has room for comes back as near to it as goes`, async () => {
    const send = await make(guardWith())
    for (const [path, goesOn] of [
      [`/area?q=${'x'.repeat(1990)}`, `/area?q=${'x'.repeat(1990)}`],
      [`/area?q=${'x'.repeat(8000)}`, '/area'],
      [`/area?q=${'"'.repeat(1500)}`, '/area'],
      [`/${'x'.repeat(8000)}`, '/'],
    ] as const) {
      const one = person(send)
      const away = await one.visit(path)
      const back = await one.visit(pathOf(await atService(one.service, locationOf(away))))
      assert.deepEqual([back.status, locationOf(back)], [303, origin + goesOn])
    }
  })

  test(`${name}: a program gets 401, and a form is not lost silently`, async () => {
    const send = await make(guardWith())
    for (const headers of [{ accept: 'application/json' }, { accept: 'text/html', 'sec-fetch-dest': 'empty' }, {}])
      for (const method of ['GET', 'POST']) {
        const refused = await send('/area', { method, headers })
        assert.equal(refused.status, 401)
        assert.deepEqual([(await refused.json()).error, refused.headers.getSetCookie()], ['presentation_required', []])
      }
    for (const [referer, goesOn] of [
      [`${origin}/form?page=2`, '/form?page=2'],
      ['https://evil.example/form', '/area/send'],
      ['', '/area/send'],
    ] as const) {
      const one = person(send)
      const type = 'application/x-www-form-urlencoded'
      const headers = { 'content-type': type, ...(referer === '' ? {} : { referer }) }
      const away = await one.visit('/area/send', { method: 'POST', body: 'a=1', headers })
      assert.equal(away.status, 303)
      const back = await one.visit(pathOf(await atService(one.service, locationOf(away))), {
        headers: { 'accept-language': 'en' },
      })
      assert.equal(back.status, 200)
      const page = await back.text()
      assert.ok(page.includes('id="presentation-unsent"') && page.includes(`href="${origin}${goesOn}"`), page)
      assert.equal((await one.visit(goesOn)).status, 200)
    }
  })

  test(`${name}: a service that does not know the key is a fault of the application, in the service's words`, async () => {
    const one = person(await make(guardWith({ apiKey: 'wrong' })))
    const run = one.visit('/area')
    if (name === 'web') {
      await assert.rejects(run, (fault: unknown) => {
        assert.ok(fault instanceof PresentationServiceFault)
        assert.deepEqual([fault.serviceStatus, fault.code, fault.status], [401, 'invalid_client', 502])
        assert.match(fault.detail, /api_key_unknown.*\[RP-89\] \(trace [\w-]{12}\)/)
        return true
      })
      return
    }
    const response = await run
    assert.deepEqual([response.status, await response.text()], [502, 'invalid_client'])
  })
}

const base64 = (value: string): string => value.replaceAll('-', '+').replaceAll('_', '/')

test('RP-92 refused, cancelled and expired end on a page that says so, or as the application says', async () => {
  const ends: [status: string, end: (state: string) => unknown][] = [
    ['cancelled', () => undefined],
    ['refused', (state) => post(fixture, { error: 'access_denied', state })],
    ['expired', () => fixture.clock.advance(120)],
  ]
  for (const own of [false, true])
    for (const [status, end] of ends) {
      const seen: object[] = []
      const notPresented = (ended: object): Response => {
        seen.push(ended)
        return new Response('as the application says', { status: 418 })
      }
      const one = person(web(guardWith(own ? { notPresented } : {})))
      const away = await one.visit('/area?x=1')
      const started = await begin(fixture, { start_url: locationOf(away) }, one.service)
      await end(started.parameters.get('state') ?? '')
      const { url } = landed(await one.service.get(`${rpId}/presentations/leave?id=${started.id}`))
      const back = await one.visit(pathOf(url), { headers: { 'accept-language': 'en' } })
      const reason = status === 'refused' ? 'access_denied' : status
      const text = await back.text()
      if (own) {
        assert.deepEqual([back.status, seen], [418, [{ status, reason, path: '/area?x=1', language: 'en' }]])
      } else {
        assert.equal(back.status, 403)
        assert.ok(text.includes(`id="presentation-${status}"`) && text.includes(`href="${origin}/area?x=1"`))
      }
      assert.equal((await one.visit('/area')).status, 303)
    }
})

const foreign = async (response: Response): Promise<void> => {
  assert.equal(response.status, 403)
  assert.match(await response.text(), /id="presentation-foreign"/)
}

test('a reference counts only in the browser that was sent for it, once, and spends nothing elsewhere', async () => {
  const send = web(guardWith())
  const [one, other] = [person(send), person(send)]
  const url = pathOf(await atService(one.service, locationOf(await one.visit('/a'))))
  await other.visit('/b')
  await foreign(await other.visit(url))
  const changed = new URL(origin + url)
  const stolen = [...other.cookies.keys()][0]?.split('begun-')[1] ?? ''
  changed.searchParams.set('state', stolen.padEnd(43, 'x'))
  await foreign(await other.visit(pathOf(changed.href)))
  await foreign(await person(send).visit(url))
  await foreign(await one.visit(url, { method: 'POST' }))
  for (const path of ['/wallet', '/wallet?state=x', `/wallet?reference=${'x'.repeat(43)}`])
    await foreign(await one.visit(path))
  assert.equal((await one.visit(url)).status, 303)
  await foreign(await one.visit(url))
})

test('a reference of another presentation, or spent elsewhere, logs nobody in', async () => {
  const send = web(guardWith())
  const [one, other] = [person(send), person(send)]
  const mine = new URL(await atService(one.service, locationOf(await one.visit('/a'))))
  const theirs = new URL(await atService(other.service, locationOf(await other.visit('/a'))))
  const mixed = new URL(mine)
  mixed.searchParams.set('reference', theirs.searchParams.get('reference') ?? '')
  await foreign(await one.visit(pathOf(mixed.href)))
  await redeem(fixture, mine.searchParams.get('reference') ?? '')
  await foreign(await one.visit(pathOf(mine.href)))
})

test('two tabs of one browser do not take each other’s way', async () => {
  const one = person(web(guardWith()))
  const [first, second] = [await one.visit('/first'), await one.visit('/second')]
  const late = await atService(one.service, locationOf(second))
  const early = await atService(one.service, locationOf(first))
  assert.equal(locationOf(await one.visit(pathOf(late))), `${origin}/second`)
  assert.equal(locationOf(await one.visit(pathOf(early))), `${origin}/first`)
})

test('a cookie that was touched, is over, or is of another query, secret or application is none', async () => {
  const one = person(web(guardWith({ sessionSeconds: 60 })))
  assert.equal((await comeIn(one, '/area')).status, 200)
  const [[name, value] = ['', '']] = one.cookies
  const showing = (guard: Pick<Guard, 'protect'>, shown = value): Promise<Response> =>
    guard.protect(() => new Response('in'))(
      new Request(`${origin}/area`, { headers: { accept: 'text/html', cookie: `${name}=${shown}` } }),
    )
  assert.equal((await showing(guardWith())).status, 200)
  const typed = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
  const other = requirePresentation({ credentials: [typed] }, options)
  const middle = value.length >> 1
  const touched = `${value.slice(0, middle)}${value[middle] === 'A' ? 'B' : 'A'}${value.slice(middle + 1)}`
  assert.equal((await showing(guardWith(), touched)).status, 303)
  for (const shown of ['', 'x', 'AAAA', '*'.repeat(80)]) assert.equal((await showing(guardWith(), shown)).status, 303)
  assert.equal((await showing(guardWith({ secret: `${secret}!` }))).status, 303)
  const otherName = (await other.signOut().split('=')[0]) ?? ''
  const renamed = await other.protect(() => new Response('in'))(
    new Request(`${origin}/area`, { headers: { accept: 'text/html', cookie: `${otherName}=${value}` } }),
  )
  assert.equal(renamed.status, 303)
  assert.equal((await showing(guardWith({ apiKey: otherKey, returnUrl: 'https://other.example/' }))).status, 303)
  fixture.clock.advance(60)
  assert.equal((await one.visit('/area')).status, 303)
})

test('RP-90 the Wallet Attestation is left out as the application says, and who came in without is asked where it is due', async () => {
  const without = { walletAttestation: false }
  const one = person(web(guardWith(without)))
  const { payload } = await requestObjectOf(
    await fetchRequest(fixture, await begin(fixture, { start_url: locationOf(await one.visit('/area')) })),
  )
  assert.deepEqual(
    payload.dcql_query.credentials.map(({ id }: Bendable) => id),
    ['pid'],
  )
  const unattested: Bend = {
    members: ({ vp_token }) => {
      delete vp_token.wallet_attestation
    },
  }
  assert.equal((await comeIn(one, '/area', unattested)).status, 200)
  const [[name, value] = ['', '']] = [...one.cookies].filter(([key]) => !key.includes('begun'))
  const showing = async (changes: Partial<RequirePresentationOptions>): Promise<number> => {
    const guard = guardWith(changes)
    const ownName = guard.signOut().split('=')[0] ?? ''
    const shown = name === ownName ? `${name}=${value}` : `${ownName}=${value}; ${name}=${value}`
    return (await web(guard)('/area', { headers: { accept: 'text/html', cookie: shown } })).status
  }
  assert.deepEqual(
    [await showing(without), await showing({}), await showing({ walletAttestation: true })],
    [200, 303, 303],
  )
})

test('the place to go back to is on our own origin whatever the path', async () => {
  const one = person(web(guardWith()))
  const away = await one.visit('//evil.example/x')
  const back = await one.visit(pathOf(await atService(one.service, locationOf(away))))
  assert.equal(locationOf(back), `${origin}//evil.example/x`)
})

test('what is too large for a cookie is kept by a keeper; the cookie then holds no claim, and signing out ends it', async () => {
  const bend = {
    credential: ({ disclosable }: Bendable) => {
      disclosable.given_name = 'x'.repeat(4000)
    },
  }
  await assert.rejects(comeIn(person(web(guardWith())), '/area', bend), /too large for a cookie/)
  const kept = new Map<string, Json>()
  const keeper = {
    save: (presentation: Json) => {
      kept.set('the-key', presentation)
      return 'the-key'
    },
    find: (key: string) => kept.get(key),
  }
  const guard = guardWith({ keeper })
  const one = person(web(guard))
  assert.match(await (await comeIn(one, '/area', bend)).text(), /x{4000}$/)
  for (const value of one.cookies.values()) assert.ok(value.length < 400)
  kept.clear()
  assert.equal((await one.visit('/area')).status, 303)
  assert.match(
    guard.signOut(),
    /^__Host-presentation-[0-9a-f]{8}=; Path=\/; Max-Age=0; Secure; HttpOnly; SameSite=Lax$/,
  )
})

test('an application has the service erase what it keeps', async () => {
  const guard = guardWith()
  const send: Send = (path, init) =>
    guard.protect(async (_request, presentation) => {
      await guard.erase(presentation)
      await guard.erase(presentation)
      return new Response(presentation.id)
    })(new Request(origin + path, init))
  const id = await (await comeIn(person(send), '/area')).text()
  assert.equal(await fixture.stores.presentationSessions.find(id), undefined)
})

test('options with which nobody could come in throw', () => {
  const rows: Partial<RequirePresentationOptions>[] = [
    { service: 'rp' },
    { returnUrl: '/wallet' },
    { apiKey: '' },
    { secret: 'short' },
  ]
  for (const row of rows) assert.throws(() => guardWith(row), TypeError)
  assert.throws(() => guardWith().of({}), TypeError)
})

test('a service that is away is a fault with its name', async () => {
  const guard = guardWith({ fetch: () => Promise.reject(new Error('no route')) })
  await assert.rejects(person(web(guard)).visit('/area'), { detail: 'https://rp.example does not answer', status: 503 })
  const strange = guardWith({ fetch: async () => Response.json({ hello: 'world' }) })
  await assert.rejects(person(web(strange)).visit('/area'), { detail: /something else than it should/, status: 502 })
})

test('a fault of the service is answered by Express and Fastify as no fault of the visitor, in no words of the service', async () => {
  const guard = guardWith({ apiKey: 'wrong' })
  const logged: unknown[] = []
  const app = express().set('env', 'production')
  app.use(guard.express())
  app.use(((fault, _request, _response, next) => {
    logged.push(fault.stack)
    next(fault)
  }) satisfies express.ErrorRequestHandler)
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => server.close())
  const fastify = Fastify()
  fastify.addHook('onRequest', guard.fastify())
  fastify.addHook('onError', async (_request, _reply, fault) => void logged.push(fault.stack))
  fastify.all('/*', async () => 'in')
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  stops.push(() => fastify.close())
  for (const { port } of [server.address() as AddressInfo, fastify.server.address() as AddressInfo]) {
    const response = await person(over(port)).visit('/area')
    assert.equal(response.status, 502)
    assert.doesNotMatch(await response.text(), /rp\.example|api_key|RP-89|trace/)
  }
  assert.equal(logged.length, 2)
  for (const stack of logged) assert.match(String(stack), /api_key_unknown.*\[RP-89\] \(trace /)
})
