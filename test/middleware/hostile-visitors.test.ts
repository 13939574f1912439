/**
 * Hostile visitors of an application behind `requirePresentation`: a web-standard handler, an Express and a Fastify
 * server. They order without limit, make others order, or lead others into a presentation of their own.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequirePresentationOptions } from '../../src/middleware/index.ts'
import { visitorOf } from '../../src/middleware/visitor.ts'
import {
  actionFor,
  fixture,
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
} from '../support/guarded-portal.ts'
import { begin, call, landed } from '../support/relying-party-application.ts'
import { type Bendable, rpId } from '../support/relying-party-fixture.ts'

type Options = Partial<RequirePresentationOptions>
const adapters: readonly [string, (options?: Options) => Promise<Send> | Send][] = [
  ['web', (options) => inWebHandler(guardWith(options), '127.0.0.1')],
  ['Express', (options) => inExpress(guardWith(options))],
  ['Fastify', (options) => inFastify(guardWith(options))],
]
const ordersSince = (exchanges: number): number =>
  fixture.network.exchanges.slice(exchanges).filter(({ request }) => new URL(request.url).pathname.startsWith('/api/'))
    .length
const asked = (): number => fixture.network.exchanges.length
const from = (address: string) => ({ 'x-forwarded-for': address })

for (const [name, open] of adapters) {
  test(`RP-113 ${name}: a malformed destination leads to an address of the application, and breaks no header`, async () => {
    const send = await open()
    const own = { origin, 'sec-fetch-site': 'same-origin' }
    for (const [path, destination] of [
      ['/a\r\nSet-Cookie: x=1', '/aSet-Cookie:%20x=1'],
      ['/a\u2028b', '/a%E2%80%A8b'],
      ['/\\evil.example', '//evil.example'],
      ['//evil.example/', '//evil.example/'],
      ['/@evil.example', '/@evil.example'],
      ['.evil.example', '/'],
      ['https://evil.example/', '/'],
      ['/../x', '/x'],
    ] as const) {
      const one = person(send)
      const query = new URLSearchParams({ begin: 'cross-device', path })
      const away = await one.visit(`/wallet?tab=1&${query}`, { method: 'POST', headers: own })
      const back = await one.visit(pathOf(await presentAtService(one.service, locationOf(away))))
      assert.deepEqual([back.status, locationOf(back)], [303, origin + destination])
    }
  })

  test(`RP-111 ${name}: visits of a protected page order nothing, and leave nothing at the service`, async () => {
    const send = await open()
    const before = asked()
    for (let visit = 0; visit < 60; visit += 1) {
      const page = await person(send).visit(`/area?n=${visit}`)
      assert.deepEqual([page.status, page.headers.getSetCookie()], [401, []])
    }
    assert.equal(ordersSince(before), 0)
    const one = person(send)
    const page = await one.visit('/area?x=1&y=<2>', { headers: { 'accept-language': 'en' } })
    assert.match(page.headers.get('cache-control') ?? '', /no-store/)
    assert.match(
      await page.clone().text(),
      /<button id="begin-same-device"[\s\S]*Sign in with IT-Wallet<small>on this device</,
    )
    const away = await one.press(page)
    assert.deepEqual([away.status, ordersSince(before)], [303, 1])
    assert.ok(locationOf(away).startsWith(`${rpId}/presentations/begin?id=`))
    assert.equal(ordersSince(before), 1)
    const back = await one.visit(pathOf(await presentAtService(one.service, locationOf(away))))
    assert.equal(locationOf(back), `${origin}/area?x=1&y=%3C2%3E`)
  })

  test(`RP-111 ${name}: another site's form orders nothing, and the person is asked`, async () => {
    const one = person(await open())
    const page = await one.visit('/area?x=1')
    const before = asked()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ]) {
      const again = await one.press(page.clone(), 'cross-device', headers)
      assert.equal(again.status, 401)
      assert.ok(actionFor(await again.text(), 'cross-device')?.includes('path=%2Farea%3Fx%3D1'))
    }
    const action = pathOf(actionFor(await page.text(), 'cross-device') ?? '')
    for (const foreign of ['https://evil.example', 'null', `${origin}.evil.example`])
      assert.equal((await one.visit(action, { method: 'POST', headers: { origin: foreign } })).status, 401)
    assert.equal((await one.visit(action)).status, 403, 'a link is not a form')
    assert.equal(ordersSince(before), 0)
    assert.equal((await one.visit(action, { method: 'POST', headers: { origin } })).status, 303)
  })

  test(`RP-112 ${name}: a visitor who begins too often must wait, and another visitor can begin`, async () => {
    const send = await open({ ordersPerMinute: 3 })
    const before = asked()
    const press = async (address: string): Promise<Response> => {
      const one = person(send)
      return one.press(await one.visit('/area'), 'cross-device', from(address))
    }
    const statuses: number[] = []
    for (let times = 0; times < 20; times += 1) statuses.push((await press(`198.51.100.${times}, 203.0.113.9`)).status)
    assert.deepEqual(statuses.filter((status) => status === 303).length, 3)
    assert.equal(ordersSince(before), 3)
    const refused = await press('203.0.113.9')
    const wait = Number(refused.headers.get('retry-after'))
    assert.equal(refused.status, 429)
    assert.ok(wait >= 1 && wait <= 60)
    assert.match(
      await refused.text(),
      /id="presentation-tooMany"[^>]* role="alert"[\s\S]*href="https:\/\/portal.example\/area"/,
    )
    assert.equal((await press('203.0.113.10')).status, 303)
    fixture.clock.advance(wait)
    assert.equal((await press('203.0.113.9')).status, 303)
  })

  test(`RP-112 ${name}: the application can identify its visitors itself`, async () => {
    const named: object[] = []
    const visitorOf = (request: object): string => {
      named.push(request)
      return 'everybody'
    }
    const send = await open({ ordersPerMinute: 1, visitorOf })
    const press = async (address: string): Promise<number> =>
      (await person(send).beginPresentation('/area', { headers: from(address) })).status
    assert.deepEqual([await press('203.0.113.9'), await press('203.0.113.10')], [303, 429])
    assert.ok(named.every((request) => 'headers' in request))
  })

  test(`RP-113 ${name}: this device is offered first, and a QR code only with a warning`, async () => {
    const one = person(await open())
    const text = await (await one.visit('/area')).text()
    assert.deepEqual(
      [...text.matchAll(/<button id="([\w-]+)"/g)].map(([, id]) => id),
      ['begin-same-device', 'begin-cross-device'],
    )
    assert.match(text, /id="presentation-warning">Inquadra soltanto il codice che hai aperto tu/)
    for (const flow of ['same-device', 'cross-device'] as const) {
      const away = await one.beginPresentation('/area', {}, flow)
      const id = new URL(locationOf(away)).searchParams.get('id') ?? ''
      assert.equal((await fixture.stores.presentationSessions.find(id))?.flow, flow)
    }
    const fixed = await open({ flow: 'same-device' })
    const page = await (await person(fixed).visit('/area')).text()
    assert.ok(!page.includes('begin-cross-device') && !page.includes('presentation-warning'))
    const action = pathOf(actionFor(page, 'same-device') ?? '').replace('same-device', 'cross-device')
    const away = await person(fixed).visit(action, { method: 'POST', headers: { origin } })
    const id = new URL(locationOf(away)).searchParams.get('id') ?? ''
    assert.equal((await fixture.stores.presentationSessions.find(id))?.flow, 'same-device')
  })

  test(`RP-111 ${name}: a visitor who was admitted meanwhile continues, and an application can ask on a page of its own`, async () => {
    const one = person(await open())
    const [first, second] = [await one.visit('/a'), await one.visit('/b')]
    const away = await one.press(first)
    await one.visit(pathOf(await presentAtService(one.service, locationOf(away))))
    const before = asked()
    const on = await one.press(second)
    assert.deepEqual([on.status, locationOf(on), ordersSince(before)], [303, `${origin}/b`, 0])

    const seen: Bendable[] = []
    const send = await open({
      askToBegin: (ask) => {
        seen.push(ask)
        return new Response('as the application says', { status: 418 })
      },
    })
    assert.equal((await person(send).visit('/area?x=1', { headers: { 'accept-language': 'en' } })).status, 418)
    const [{ path, language, actions }] = seen as [Bendable]
    assert.deepEqual([path, language], ['/area?x=1', 'en'])
    assert.equal((await person(send).visit(pathOf(actions[1].url), { method: 'POST' })).status, 303)
  })

  test(`RP-206 ${name}: a path with two slashes stays on the application’s origin, on its own pages and on those of the middleware`, async () => {
    const seen: Bendable[] = []
    const seeing = (given: object): Response => {
      seen.push(given)
      return new Response('as the application says')
    }
    const own = person(await open({ askToBegin: seeing, notPresented: seeing }))
    await own.visit('//evil.example/?x=1')
    const away = await own.visit(pathOf(seen[0]?.actions[1].url), { method: 'POST' })
    const { id } = await begin(fixture, { start_url: locationOf(away) }, own.service)
    const { url } = landed(await own.service.get(`${rpId}/presentations/leave?id=${id}`))
    await own.visit(pathOf(url))
    for (const { path } of seen) assert.equal(new URL(path, `${origin}/here/`).href, `${origin}//evil.example/?x=1`)
    assert.deepEqual([seen.length, seen[1]?.status], [2, 'cancelled'])

    const one = person(await open())
    const asking = await one.visit('//evil.example/?x=1')
    const ended = await begin(fixture, { start_url: locationOf(await one.press(asking)) }, one.service)
    const left = landed(await one.service.get(`${rpId}/presentations/leave?id=${ended.id}`))
    const refused = await one.visit(pathOf(left.url))
    for (const page of [await asking.text(), await refused.text()])
      for (const [, link = ''] of page.matchAll(/(?:href|action)="([^"]*)"/g))
        assert.ok(['portal.example', 'rp.example'].includes(new URL(link, origin).host), link)
  })
}

test('RP-112 a visitor is identified by address or network, and by a forwarded address only behind a private address', () => {
  const rows: [address: string | undefined, forwarded: string | undefined, visitor: string | undefined][] = [
    [undefined, '198.51.100.7', undefined],
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['::ffff:203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['2001:db8:1:2::9', '198.51.100.7', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::1', undefined, '2001:db8:1:2'],
    ['172.32.0.1', '198.51.100.7', '172.32.0.1'],
    ['127.0.0.1', 'x', '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', `${'1'.repeat(9000)}`, '1'.repeat(64)],
  ]
  for (const peer of [
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    'fd00::1',
    'fe80::1%eth0',
  ])
    for (const forwarded of ['198.51.100.7', '203.0.113.1, 198.51.100.7', '198.51.100.7:1234'])
      rows.push([peer, forwarded, '198.51.100.7'])
  rows.push(['10.1.2.3', '[2001:db8:1:2::9]:443', '2001:db8:1:2'])
  for (const [address, forwarded, visitor] of rows)
    assert.equal(visitorOf(address, forwarded), visitor, `${address} ${forwarded}`)
})

test('RP-110 RP-111 orders that anonymous visitors do not continue have no entry in the audit', async () => {
  const one = person(inWebHandler(guardWith()))
  const before = fixture.clock.now()
  fixture.clock.advance(1)
  for (let times = 0; times < 20; times += 1) assert.equal((await one.beginPresentation('/area')).status, 303)
  const { entries } = (await (await call(fixture, `/audit?since=${before + 1}`)).json()) as Bendable
  assert.deepEqual(entries, [])
})
