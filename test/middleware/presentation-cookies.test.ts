/** Identification of an admitted visitor: a cookie or an entry of a keeper, until it is deleted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../src/base/index.ts'
import { type RequirePresentationOptions, requirePresentation } from '../../src/middleware/index.ts'
import {
  fixture,
  type Guard,
  guardWith,
  inWebHandler,
  locationOf,
  options,
  origin,
  person,
  type Send,
  secret,
  visitAfterPresentation,
  visitorCookie,
} from '../support/guarded-portal.ts'
import { begin, otherKey } from '../support/relying-party-application.ts'
import { type Bend, type Bendable, fetchRequest, requestObjectOf } from '../support/relying-party-fixture.ts'

test('a changed or expired cookie, and a cookie of another query, secret or application, is refused', async () => {
  const one = person(inWebHandler(guardWith({ sessionSeconds: 60 })))
  assert.equal((await visitAfterPresentation(one, '/area')).status, 200)
  const [name, value] = visitorCookie(one)
  const showing = (guard: Pick<Guard, 'protect'>, shown = value): Promise<Response> =>
    guard.protect(() => new Response('in'))(
      new Request(`${origin}/area`, { headers: { accept: 'text/html', cookie: `${name}=${shown}` } }),
    )
  assert.equal((await showing(guardWith())).status, 200)
  const typed = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
  const other = requirePresentation({ credentials: [typed] }, options)
  const middle = value.length >> 1
  const touched = `${value.slice(0, middle)}${value[middle] === 'A' ? 'B' : 'A'}${value.slice(middle + 1)}`
  assert.equal((await showing(guardWith(), touched)).status, 401)
  for (const shown of ['', 'x', 'AAAA', '*'.repeat(80)]) assert.equal((await showing(guardWith(), shown)).status, 401)
  assert.equal((await showing(guardWith({ secret: `${secret}!` }))).status, 401)
  const otherName = (await other.signOut().split('=')[0]) ?? ''
  const renamed = await other.protect(() => new Response('in'))(
    new Request(`${origin}/area`, { headers: { accept: 'text/html', cookie: `${otherName}=${value}` } }),
  )
  assert.equal(renamed.status, 401)
  assert.equal((await showing(guardWith({ apiKey: otherKey, returnUrl: 'https://other.example/' }))).status, 401)
  fixture.clock.advance(60)
  assert.equal((await one.visit('/area')).status, 401)
})

test('RP-137 the order has the profile, and a visitor who was admitted in another profile is asked again', async () => {
  const one = person(inWebHandler(guardWith({ profile: 'seed' })))
  assert.equal((await visitAfterPresentation(one, '/area')).status, 200)
  const [name, value] = visitorCookie(one)
  const showing = (guard: Pick<Guard, 'protect'>): Promise<Response> =>
    guard.protect(() => new Response('in'))(
      new Request(`${origin}/area`, { headers: { accept: 'text/html', cookie: `${name}=${value}` } }),
    )
  assert.equal((await showing(guardWith({ profile: 'seed' }))).status, 200)
  assert.equal((await showing(guardWith())).status, 401)
  const absent = person(inWebHandler(guardWith({ profile: 'it-wallet-1.4' })))
  await assert.rejects(absent.beginPresentation('/area'), { code: 'invalid_request' })
  assert.equal(fixture.sink.decisions.at(-1)?.checks.at(-1)?.code, 'profile_not_offered')
})

test('RP-90 an application can omit the Wallet Attestation, and a visitor without it is asked again where it is required', async () => {
  const without = { walletAttestation: false }
  const one = person(inWebHandler(guardWith(without)))
  const { payload } = await requestObjectOf(
    await fetchRequest(fixture, await begin(fixture, { start_url: locationOf(await one.beginPresentation('/area')) })),
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
  assert.equal((await visitAfterPresentation(one, '/area', unattested)).status, 200)
  const [name, value] = visitorCookie(one)
  const showing = async (changes: Partial<RequirePresentationOptions>): Promise<number> => {
    const guard = guardWith(changes)
    const ownName = guard.signOut().split('=')[0] ?? ''
    const shown = name === ownName ? `${name}=${value}` : `${ownName}=${value}; ${name}=${value}`
    return (await inWebHandler(guard)('/area', { headers: { accept: 'text/html', cookie: shown } })).status
  }
  assert.deepEqual(
    [await showing(without), await showing({}), await showing({ walletAttestation: true })],
    [200, 401, 401],
  )
})

test('a keeper stores claims that are too large for a cookie; the cookie then has no claim, and signing out deletes it', async () => {
  const bend = {
    credential: ({ disclosable }: Bendable) => {
      disclosable.given_name = 'x'.repeat(4000)
    },
  }
  await assert.rejects(
    visitAfterPresentation(person(inWebHandler(guardWith())), '/area', bend),
    /too large for a cookie/,
  )
  const kept = new Map<string, Json>()
  const keeper = {
    save: (presentation: Json) => {
      kept.set('the-key', presentation)
      return 'the-key'
    },
    find: (key: string) => kept.get(key),
  }
  const guard = guardWith({ keeper })
  const one = person(inWebHandler(guard))
  assert.match(await (await visitAfterPresentation(one, '/area', bend)).text(), /x{4000}$/)
  for (const value of one.cookies.values()) assert.ok(value.length < 400)
  kept.clear()
  assert.equal((await one.visit('/area')).status, 401)
  assert.match(
    guard.signOut(),
    /^__Host-presentation-[0-9a-f]{8}=; Path=\/; Max-Age=0; Secure; HttpOnly; SameSite=Lax$/,
  )
})

test('a keeper that returns null for an unknown key admits nobody', async () => {
  const kept = new Map<string, Json>()
  const keeper = {
    save: (presentation: Json) => {
      kept.set('the-key', presentation)
      return 'the-key'
    },
    find: async (key: string) => kept.get(key) ?? null,
  }
  const one = person(inWebHandler(guardWith({ keeper })))
  assert.equal((await visitAfterPresentation(one, '/area')).status, 200)
  kept.clear()
  assert.equal((await one.visit('/area')).status, 401)
})

test('an application can have the service erase a presentation', async () => {
  const guard = guardWith()
  const send: Send = (path, init) =>
    guard.protect(async (_request, presentation) => {
      await guard.erase(presentation)
      await guard.erase(presentation)
      return new Response(presentation.id)
    })(new Request(origin + path, init))
  const id = await (await visitAfterPresentation(person(send), '/area')).text()
  assert.equal(await fixture.stores.presentationSessions.find(id), undefined)
})
