/**
 * Habits of browsers at an application behind `requirePresentation`: they prefetch pages, reload them, open two tabs
 * and lose answers. The application is a web-standard handler, an Express and a Fastify server.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fixture,
  guardWith,
  inExpress,
  inFastify,
  inWebHandler,
  locationOf,
  origin,
  type Person,
  pathOf,
  person,
  presentAtService,
  type Send,
  visitorCookie,
} from '../support/guarded-portal.ts'
import { assertPrefetchRefused } from '../support/page-loads.ts'

const adapters: readonly [string, () => Promise<Send> | Send][] = [
  ['web', () => inWebHandler(guardWith())],
  ['Express', () => inExpress(guardWith())],
  ['Fastify', () => inFastify(guardWith())],
]
const loadsOf = (one: Person) => ({
  get: (path: string, headers: Record<string, string>) => one.visit(path, { headers }),
})
const copyOf = (send: Send, { cookies }: Person): Person => {
  const copy = person(send)
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}
const leadsTo = (response: Response, path: string): void =>
  assert.deepEqual([response.status, locationOf(response)], [303, origin + path])

for (const [name, open] of adapters) {
  test(`RP-95 ${name}: a prefetch orders nothing and redeems nothing`, async () => {
    const one = person(await open())
    const asked = fixture.network.exchanges.length
    await assertPrefetchRefused(loadsOf(one), '/area')
    assert.equal(fixture.network.exchanges.length, asked)
    const url = pathOf(await presentAtService(one.service, locationOf(await one.beginPresentation('/area'))))
    await assertPrefetchRefused(loadsOf(one), url)
    leadsTo(await one.visit(url), '/area')
    const ahead = await one.visit('/area', { headers: { 'sec-purpose': 'prefetch' } })
    assert.deepEqual([ahead.status, await ahead.text()], [200, '/area: Ada'])
  })

  test(`RP-97 ${name}: a return URL that is opened again does not sign in a person who has signed out`, async () => {
    const one = person(await open())
    const url = pathOf(await presentAtService(one.service, locationOf(await one.beginPresentation('/area'))))
    leadsTo(await one.visit(url), '/area')
    const [known] = visitorCookie(one)
    one.cookies.delete(known)
    const again = await one.visit(url)
    assert.deepEqual([again.status, one.cookies.has(known)], [403, false])
  })

  test(`RP-97 ${name}: a browser can open its return URL again, also if the answer was lost`, async () => {
    const send = await open()
    const one = person(send)
    const url = pathOf(await presentAtService(one.service, locationOf(await one.beginPresentation('/area?x=1'))))
    const lost = copyOf(send, one)
    for (const tab of [one, one, lost]) leadsTo(await tab.visit(url), '/area?x=1')
    assert.equal(await (await lost.visit('/area')).text(), '/area: Ada')
    const stranger = await person(send).visit(url)
    assert.equal(stranger.status, 403)
    assert.match(await stranger.text(), /id="presentation-foreign"[\s\S]*id="go-on" href="https:\/\/portal.example\/"/)
    fixture.clock.advance(60)
    leadsTo(await one.visit(url), '/area?x=1')
    const late = copyOf(send, lost)
    for (const cookie of late.cookies.keys()) if (!cookie.includes('begun')) late.cookies.delete(cookie)
    const over = await late.visit(url)
    assert.equal(over.status, 403)
    assert.match(
      await over.text(),
      /id="go-on" href="https:\/\/portal.example\/area\?x=1"/,
      'the page must lead to a new presentation',
    )
  })

  test(`RP-97 ${name}: two tabs that present at the same time are both admitted`, async () => {
    const one = person(await open())
    const [first, second] = [await one.beginPresentation('/a'), await one.beginPresentation('/b')]
    const back = [
      await presentAtService(one.service, locationOf(second)),
      await presentAtService(one.service, locationOf(first)),
    ]
    leadsTo(await one.visit(pathOf(back[0] ?? '')), '/b')
    leadsTo(await one.visit(pathOf(back[1] ?? '')), '/a')
  })
}

test('RP-97 a visitor remains admitted after a restart of browser and application, by the cookies that were kept', async () => {
  const one = person(inWebHandler(guardWith()))
  const url = pathOf(await presentAtService(one.service, locationOf(await one.beginPresentation('/area'))))
  leadsTo(await one.visit(url), '/area')
  const restarted = copyOf(inWebHandler(guardWith()), one)
  assert.equal(await (await restarted.visit('/area')).text(), '/area: Ada')
  leadsTo(await restarted.visit(url), '/area')
  const forgotten = copyOf(inWebHandler(guardWith({ secret: 'another secret, as after a restart without one' })), one)
  assert.equal((await forgotten.visit('/area')).status, 401)
})

test('RP-97 a button that is pressed twice orders twice, and pressed after the return it leads to the page', async () => {
  const one = person(inWebHandler(guardWith()))
  const asking = await one.visit('/area')
  const [first, second] = [await one.press(asking), await one.press(asking)]
  assert.notEqual(locationOf(first), locationOf(second))
  leadsTo(await one.visit(pathOf(await presentAtService(one.service, locationOf(second)))), '/area')
  leadsTo(await one.press(asking), '/area')
})
