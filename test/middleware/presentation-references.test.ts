/**
 * The return from the service: how a presentation ends, and which browser can use a reference.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fetch, JsonObject } from '../../src/base/index.ts'
import { relyingPartyConfig } from '../../src/relying-party/index.ts'
import { organization } from '../support/federation.ts'
import {
  fixture,
  guardWith,
  inWebHandler,
  locationOf,
  origin,
  pathOf,
  person,
  presentAtService,
  visitAfterPresentation,
  visitorCookie,
} from '../support/guarded-portal.ts'
import { begin, landed } from '../support/relying-party-application.ts'
import { post, rpId } from '../support/relying-party-fixture.ts'

test('RP-92 a refused, cancelled or expired presentation ends on a page that reports it, or in an answer of the application', async () => {
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
      const one = person(inWebHandler(guardWith(own ? { notPresented } : {})))
      const away = await one.beginPresentation('/area?x=1')
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
      assert.equal((await one.visit('/area')).status, 401)
    }
})

const foreign = async (response: Response): Promise<void> => {
  assert.equal(response.status, 403)
  assert.match(await response.text(), /id="presentation-foreign"/)
}

test('a reference is accepted only in the browser that began, and other browsers do not spend it', async () => {
  const send = inWebHandler(guardWith())
  const [one, other] = [person(send), person(send)]
  const url = pathOf(await presentAtService(one.service, locationOf(await one.beginPresentation('/a'))))
  await other.beginPresentation('/b')
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
  await foreign(await person(send).visit(url))
})

test('RP-205 the page for a browser that accepts no cookies names the cookies', async () => {
  const one = person(inWebHandler(guardWith()))
  const url = pathOf(await presentAtService(one.service, locationOf(await one.beginPresentation('/a'))))
  one.cookies.clear()
  const page = await one.visit(url, { headers: { 'accept-language': 'en' } })
  assert.equal(page.status, 403)
  assert.match(await page.text(), /or the browser does not accept cookies/)
})

test('a reference of another presentation is refused, and no reference is spent', async () => {
  const send = inWebHandler(guardWith())
  const [one, other] = [person(send), person(send)]
  const mine = new URL(await presentAtService(one.service, locationOf(await one.beginPresentation('/a'))))
  const theirs = new URL(await presentAtService(other.service, locationOf(await other.beginPresentation('/a'))))
  const mixed = new URL(mine)
  mixed.searchParams.set('reference', theirs.searchParams.get('reference') ?? '')
  await foreign(await one.visit(pathOf(mixed.href)))
  for (const [browser, url] of [
    [one, mine],
    [other, theirs],
  ] as const)
    assert.equal((await browser.visit(pathOf(url.href))).status, 303)
})

test('RP-93 a visitor whose data the service has already deleted stays unknown and may begin again', async () => {
  const fetch: Fetch = async (request) => {
    const response = await fixture.network.fetch(request)
    if (!request.url.endsWith('/api/results')) return response
    const { credentials: _, wallet: __, trace: ___, ...rest } = (await response.json()) as JsonObject
    return Response.json(rest)
  }
  const one = person(inWebHandler(guardWith({ fetch })))
  const page = await one.visit(
    pathOf(await presentAtService(one.service, locationOf(await one.beginPresentation('/a')))),
  )
  assert.equal(page.status, 403)
  assert.match(await page.text(), /id="presentation-over"/)
  assert.equal((await one.visit('/a')).status, 401)
})

test('unfinished presentations keep the cookies below 8 KiB, and the latest ones can still be completed', async () => {
  const one = person(inWebHandler(guardWith()))
  const shown = (): number => [...one.cookies].reduce((sum, [name, value]) => sum + name.length + value.length + 3, 0)
  assert.equal((await visitAfterPresentation(one, '/area')).status, 200)
  const [session, known] = visitorCookie(one)
  one.cookies.delete(session)
  const starts: Response[] = []
  for (let index = 0; index < 60; index += 1) {
    const path = `/area/${index}?x=${'y'.repeat((index % 4) * 600)}`
    starts.push(await one.beginPresentation(path))
    assert.equal(starts.at(-1)?.status, 303)
    assert.ok(shown() < 8192, `${shown()} bytes of cookies after ${index + 1} visits`)
  }
  for (const away of starts.slice(-2)) {
    const back = await one.visit(pathOf(await presentAtService(one.service, locationOf(away))))
    assert.match(locationOf(back), /\/area\/5[89]\?/)
  }
  one.cookies.set(session, known)
  assert.equal((await one.visit('/area')).status, 200)
})

test('a form that was sent from the page of an ended presentation does not lead back to that page', async () => {
  const one = person(inWebHandler(guardWith()))
  const ended = await presentAtService(one.service, locationOf(await one.beginPresentation('/first')))
  const headers = { referer: ended, 'content-type': 'application/x-www-form-urlencoded' }
  const away = await one.beginPresentation('/area/send?x=1', { method: 'POST', body: 'a=1', headers })
  const page = await one.visit(pathOf(await presentAtService(one.service, locationOf(away))))
  assert.match(await page.text(), /id="go-on" href="https:\/\/portal\.example\/area\/send\?x=1"/)
})

test('a browser may return as late as a service with the longest permitted limits sends it back', async () => {
  const longest = {
    ...{ startLifetimeSeconds: 3600, requestLifetimeSeconds: 3600 },
    ...{ resultLifetimeSeconds: 3600, referenceLifetimeSeconds: 600 },
  }
  const base = { entityId: rpId, clientName: 'Comune', organization, authorityHints: ['https://anchor.example'] }
  assert.ok(relyingPartyConfig.safeParse({ ...base, ...longest }).success)
  for (const [name, seconds] of Object.entries(longest))
    assert.equal(relyingPartyConfig.safeParse({ ...base, [name]: seconds + 1 }).success, false, name)
  const { headers } = await person(inWebHandler(guardWith())).beginPresentation('/area')
  const [, seconds] = /Max-Age=(\d+)/.exec(headers.getSetCookie()[0] ?? '') ?? []
  const sum = Object.values(longest).reduce((one, other) => one + other)
  assert.equal(Number(seconds), longest.startLifetimeSeconds + sum, 'an order waits, and then a request')
})
