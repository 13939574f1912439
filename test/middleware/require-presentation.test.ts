/**
 * `requirePresentation` in front of a web-standard handler, and in real Express and Fastify servers.
 */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import express from 'express'
import Fastify from 'fastify'
import { PresentationServiceFault, type RequirePresentationOptions } from '../../src/middleware/index.ts'
import {
  type Guard,
  guardWith,
  inExpress,
  inFastify,
  inWebHandler,
  locationOf,
  origin,
  pathOf,
  person,
  presentAtService,
  type Send,
  sendTo,
  stops,
  visitorCookie,
} from '../support/guarded-portal.ts'
import { rpId } from '../support/relying-party-fixture.ts'

const base64 = (value: string): string => value.replaceAll('-', '+').replaceAll('_', '/')

for (const [name, make] of [
  ['web', async (guard: Guard) => inWebHandler(guard)],
  ['express', inExpress],
  ['fastify', inFastify],
] as const) {
  test(`${name}: a visitor is sent to the service, returns to the requested page, and remains admitted`, async () => {
    const one = person(await make(guardWith()))
    const first = await one.beginPresentation('/area/page?x=1')
    assert.equal(first.status, 303)
    assert.ok(locationOf(first).startsWith(`${rpId}/presentations/begin?id=`))
    assert.equal(first.headers.get('cache-control'), 'no-store')
    const [cookie = ''] = first.headers.getSetCookie()
    assert.match(
      cookie,
      /^__Host-presentation-begun-[\w-]{8}=[\w-]+; Path=\/; Max-Age=15000; Secure; HttpOnly; SameSite=Lax$/,
    )
    const back = await one.visit(pathOf(await presentAtService(one.service, locationOf(first))))
    assert.deepEqual([back.status, locationOf(back)], [303, `${origin}/area/page?x=1`])
    assert.match(visitorCookie(one)[0], /^__Host-presentation-[0-9a-f]{8}$/)
    for (const path of ['/area/page?x=1', '/other']) {
      const page = await one.visit(path)
      assert.equal(page.status, 200)
      assert.match(await page.text(), /: Ada$/)
      assert.equal(page.headers.get('cache-control'), 'private, no-store')
    }
    const shown = /given_name/
    for (const value of one.cookies.values()) assert.ok(!shown.test(value) && !shown.test(atob(base64(value))))
  })

  test(`${name}: a visitor of an address that is too long for a cookie returns to its path, or to the start page`, async () => {
    const send = await make(guardWith())
    for (const [path, goesOn] of [
      [`/area?q=${'x'.repeat(1990)}`, `/area?q=${'x'.repeat(1990)}`],
      [`/area?q=${'x'.repeat(8000)}`, '/area'],
      [`/area?q=${'"'.repeat(1500)}`, '/area'],
      [`/${'x'.repeat(8000)}`, '/'],
    ] as const) {
      const one = person(send)
      const away = await one.beginPresentation(path)
      const back = await one.visit(pathOf(await presentAtService(one.service, locationOf(away))))
      assert.deepEqual([back.status, locationOf(back)], [303, origin + goesOn])
    }
  })

  test(`${name}: a program gets 401, and a page reports a form that was not sent`, async () => {
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
      const away = await one.beginPresentation('/area/send', { method: 'POST', body: 'a=1', headers })
      assert.equal(away.status, 303)
      const back = await one.visit(pathOf(await presentAtService(one.service, locationOf(away))), {
        headers: { 'accept-language': 'en' },
      })
      assert.equal(back.status, 200)
      const page = await back.text()
      assert.ok(page.includes('id="presentation-unsent"') && page.includes(`href="${origin}${goesOn}"`), page)
      assert.equal((await one.visit(goesOn)).status, 200)
    }
  })
}

test('an API key that the service refuses is a fault of the application, with the description of the service', async () => {
  const run = person(inWebHandler(guardWith({ apiKey: 'wrong' }))).beginPresentation('/area')
  await assert.rejects(run, (fault: unknown) => {
    assert.ok(fault instanceof PresentationServiceFault)
    assert.deepEqual([fault.serviceStatus, fault.code, fault.status], [401, 'invalid_client', 502])
    assert.match(fault.detail, /api_key_unknown.*\[RP-89\] .* \(trace [\w-]{12}\)/)
    return true
  })
})

/** Starts Express and Fastify with the guard, behind an application that sets a response header first. */
async function behindHeader(name: string, value: string | string[]): Promise<readonly Send[]> {
  const app = express()
  app.use((_request, response, next) => {
    response.setHeader(name, value)
    next()
  })
  const server = app.use(guardWith().express()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => server.close())
  const fastify = Fastify()
  fastify.addHook('onRequest', async (_request, reply) => void reply.header(name, value))
  fastify.addHook('onRequest', guardWith().fastify())
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  stops.push(() => fastify.close())
  return [server, fastify.server].map((one) => sendTo((one.address() as AddressInfo).port))
}

test('invalid options throw a TypeError', () => {
  const rows: Partial<RequirePresentationOptions>[] = [
    { service: 'rp' },
    { returnUrl: '/wallet' },
    { service: 'ftp://rp.example' },
    { returnUrl: 'portal.example:/wallet' },
    { flow: 'same' as 'same-device' },
    { profile: 'it-wallet-2.0' as 'auto' },
    { apiKey: '' },
    { apiKey: '\u201ckey\u201d' },
    { apiKey: 'first\nsecond' },
    { secret: 'short' },
    { purpose: 'a\nb' },
    { purpose: '  ' },
    { purpose: 'a\u202eb' },
    { purpose: {} },
    { purpose: { es: 'a' } as never },
    { purpose: { it: 'a', en: 'a\u202eb' } },
    { purpose: { it: 7 } as never },
    { sessionSeconds: 0 },
    { sessionSeconds: Number.NaN },
    { sessionSeconds: 0.5 },
    { sessionSeconds: Number.POSITIVE_INFINITY },
    { answerSeconds: 0 },
    { answerSeconds: 1.5 },
    { answerSeconds: 601 },
    { answerSeconds: Number.POSITIVE_INFINITY },
    { ordersPerMinute: 0 },
    { ordersPerMinute: 1.5 },
    { ordersPerMinute: 6001 },
  ]
  for (const row of rows) assert.throws(() => guardWith(row), TypeError)
  assert.throws(() => guardWith({ apiKey: undefined as never }), { message: 'requirePresentation: apiKey is empty' })
  assert.throws(() => guardWith().of({}), TypeError)
})

test('a service that does not answer, or answers in another form, is a fault of the service', async () => {
  const guard = guardWith({ fetch: () => Promise.reject(new Error('no route')) })
  await assert.rejects(person(inWebHandler(guard)).beginPresentation('/area'), {
    detail: 'https://rp.example does not answer',
    status: 503,
  })
  const strange = guardWith({ fetch: async () => Response.json({ hello: 'world' }) })
  await assert.rejects(person(inWebHandler(strange)).beginPresentation('/area'), {
    detail: /does not have the expected members/,
    status: 502,
  })
})

test('a service that accepts a connection and does not complete an answer is a fault after the configured seconds', async () => {
  const aborted = ({ signal }: Request, stop: (reason: unknown) => void): void =>
    signal.addEventListener('abort', () => stop(signal.reason))
  const silent = (request: Request) => new Promise<Response>((_, reject) => aborted(request, reject))
  const halfway = async (request: Request): Promise<Response> => {
    const start = (body: ReadableStreamDefaultController<Uint8Array>): void => {
      body.enqueue(new TextEncoder().encode('{"id": "1", '))
      aborted(request, (reason) => body.error(reason))
    }
    return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } })
  }
  const keptWaiting = [silent, halfway].map(async (fetch) => {
    const guard = guardWith({ fetch, answerSeconds: 1 })
    const fault = { detail: 'https://rp.example does not answer', status: 503 }
    await assert.rejects(person(inWebHandler(guard)).beginPresentation('/area'), fault)
  })
  await Promise.all(keptWaiting)
})

test('answers of the guard keep the cookies that the application has set before', async () => {
  for (const send of await behindHeader('Set-Cookie', ['language=it', 'theme=dark'])) {
    const one = person(send)
    assert.equal((await one.beginPresentation('/area')).status, 303)
    const names = [...one.cookies.keys()].map((name) => name.slice(0, 25))
    assert.deepEqual(names.sort(), ['__Host-presentation-begun', 'language', 'theme'])
  }
})

test('RP-203 the page with the button replaces a content security policy that would forbid its redirects', async () => {
  const name = 'Content-Security-Policy'
  for (const send of await behindHeader(name, "default-src 'self'; form-action 'self'")) {
    const page = await person(send).visit('/area')
    assert.equal(page.status, 401)
    assert.match(await page.text(), /<form method="post"/)
    assert.match(page.headers.get(name) ?? '', /^default-src 'none'; (?!.*(?:form-action|,))/)
  }
})

test('RP-241 a button or a return from whose path a proxy removed a prefix fails, and the error names the prefix', async () => {
  const send = inWebHandler(guardWith({ returnUrl: `${origin}/portal/area/wallet` }))
  const removed = (path: string): string => path.replace(/^\/portal/, '')
  const behindProxy = person((path, init) => send(removed(path), init))
  await assert.rejects(behindProxy.beginPresentation('/portal/area'), {
    message: 'A proxy removed /portal: pass the path on unchanged',
  })
  await assert.rejects(behindProxy.visit('/portal/area/wallet?state=a&reference=b'), { message: /removed \/portal:/ })
  for (const [path, method] of [
    ['/area/wallet', 'GET'],
    ['/area/wallet?state=a&reference=b', 'POST'],
    ['/other?state=a&reference=b', 'GET'],
    ['/area/wallet?begin=now', 'POST'],
  ] as const)
    assert.equal((await person(send).visit(path, { method })).status, 401, `${method} ${path}`)
})
