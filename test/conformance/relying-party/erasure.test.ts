/** Deletion of presented claims at the request of a person (RP-140). */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { type ProfileName, profileNames } from '../../../src/profiles/index.ts'
import { openSqliteStores } from '../../../src/stores/index.ts'
import {
  beginErasure,
  eraseEverything,
  erasingApplication,
  erasureUrl,
  presentForErasure,
  taxId,
} from '../../support/erasure.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { freshDirectory } from '../../support/fresh-directory.ts'
import { assertPrefetchRefused } from '../../support/page-loads.ts'
import { assertRefused, type Bend, createBrowser, present, rpId } from '../../support/relying-party-fixture.ts'
import { profileFixture, profileService } from '../../support/relying-party-profiles.ts'

const profiles = ['it-wallet-1.0', 'it-wallet-1.4'] as const

const serviceOf = (profile: ProfileName, options: object = {}) =>
  profileFixture(profile, { config: { applications: [erasingApplication()] }, ...options })

/** A credential with this identifier instead of `tax_id_code`. */
const identifiedBy = (identifier: string): Bend => ({
  disclose: ['given_name', 'family_name', 'personal_administrative_number'],
  credential: ({ disclosable }) => {
    disclosable.personal_administrative_number = identifier
    delete disclosable.tax_id_code
  },
})

for (const profile of profiles) {
  test(`RP-140 ${profile}: deletes what the person presented, and gives a receipt`, async () => {
    const at = await serviceOf(profile)
    const earlier = await present(at, { query: 'flow=cross-device' })
    assert.equal(earlier.response.status, 200)
    const { browser, redirectUri } = await presentForErasure(at, '?callback_url=https%3A%2F%2Fwallet.example%2Ferased')
    assert.notEqual((await at.stores.presentationSessions.find(earlier.started.id))?.result, undefined)
    const answer = await browser.get(redirectUri)
    assert.deepEqual([answer.status, answer.headers.get('location')], [204, 'https://wallet.example/erased'])
    assert.match(answer.headers.get('erasure-receipt') ?? '', /^[\w-]{43}$/)
    assert.equal(await at.stores.presentationSessions.find(earlier.started.id), undefined)
    assert.equal((await browser.get(redirectUri)).status, 403)
  })

  test(`RP-140 ${profile}: the application gets the erasure request again until it accepts the request`, async () => {
    const at = await serviceOf(profile)
    const received: string[] = []
    let status = 503
    at.network.connect('https://portal.example', async (request) => {
      received.push(await request.text())
      return new Response(null, { status })
    })
    const { browser, redirectUri } = await presentForErasure(at)
    const receipt = (await browser.get(redirectUri)).headers.get('erasure-receipt')
    await at.rp.forgetOldSessions(undefined, AbortSignal.abort())
    assert.equal(received.length, 0, 'a service that stops sends nothing more')
    await at.rp.forgetOldSessions()
    await at.rp.forgetOldSessions()
    assert.equal(received.length, 1)
    status = 204
    at.clock.advance(61)
    await at.rp.forgetOldSessions()
    at.clock.advance(86_400)
    await at.rp.forgetOldSessions()
    assert.equal(received.length, 2)
    const { header, payload } = decodeJwt(received[1] ?? '')
    assert.deepEqual([header.typ, header.kid], ['erasure-request+jwt', at.requestSigner.kid])
    const { iss, aud, jti, holder } = payload
    assert.deepEqual([iss, aud, jti, holder], [rpId, erasureUrl, receipt, { tax_id_code: taxId }])
  })

  test(`RP-140 ${profile}: a request that cannot be signed does not count as a failure of the application`, async (t) => {
    const at = await serviceOf(profile)
    const { browser, redirectUri } = await presentForErasure(at)
    assert.equal((await browser.get(redirectUri)).status, 204)
    t.mock.method(at.requestSigner, 'sign', () => Promise.reject(new Error('the token is not there')))
    await assert.rejects(at.rp.forgetOldSessions(), /token is not there/)
    const [task, ...others] = (await at.stores.erasures?.due(at.clock.now(), 5)) ?? []
    assert.deepEqual([task?.attempts, others], [0, []])
    at.clock.advance(31 * 86_400)
    await at.rp.forgetOldSessions()
    assert.deepEqual(await at.stores.erasures?.due(at.clock.now(), 5), [], 'the identifier of the person is deleted')
  })

  test(`RP-209 ${profile}: a request that no application confirms in 30 days ends with a warning and an audit entry`, async () => {
    const at = await serviceOf(profile)
    at.network.connect('https://portal.example', async () => new Response(null, { status: 503 }))
    const { browser, redirectUri } = await presentForErasure(at)
    const receipt = (await browser.get(redirectUri)).headers.get('erasure-receipt')
    const audit = () => at.stores.presentationAudit.list({ application: 'portal', since: 0, limit: 5 })
    at.clock.advance(30 * 86_400)
    await at.rp.forgetOldSessions()
    assert.deepEqual([at.troubles, await audit()], [[], []])
    at.clock.advance(1)
    await at.rp.forgetOldSessions()
    await at.rp.forgetOldSessions()
    assert.deepEqual(await at.stores.erasures?.due(at.clock.now() + 86_400, 5), [])
    const ended = { application: 'portal', presentation: receipt, event: 'erasure_unconfirmed' }
    assert.deepEqual(await audit(), [{ at: at.clock.now(), ...ended }])
    assert.deepEqual(at.troubles, [
      `the application portal has not confirmed the erasure request with the receipt ${receipt} in 30 days: the request has ended`,
    ])
  })

  test(`RP-209 ${profile}: a confirmed request ends without a warning`, async () => {
    const at = await serviceOf(profile)
    at.network.connect('https://portal.example', async () => new Response(null, { status: 204 }))
    const { browser, redirectUri } = await presentForErasure(at)
    assert.equal((await browser.get(redirectUri)).status, 204)
    await at.rp.forgetOldSessions()
    at.clock.advance(31 * 86_400)
    await at.rp.forgetOldSessions()
    const audit = await at.stores.presentationAudit.list({ application: 'portal', since: 0, limit: 5 })
    assert.deepEqual([at.troubles, audit], [[], []])
  })

  test(`RP-140 ${profile}: an application in the settings and in the store gets one erasure request`, async () => {
    const at = await serviceOf(profile)
    assert.equal(await at.stores.applications?.put({ ...erasingApplication(), loopbackReturnUrls: false }), 'stored')
    const { browser, redirectUri } = await presentForErasure(at)
    assert.equal((await browser.get(redirectUri)).status, 204)
    assert.equal((await at.stores.erasures?.due(at.clock.now(), 5))?.length, 1)
  })

  test(`RP-193 ${profile}: a person who asks again and again is one request for each application`, async () => {
    const at = await serviceOf(profile)
    const received: string[] = []
    at.network.connect('https://portal.example', async (request) => {
      received.push(String(decodeJwt(await request.text()).payload.jti))
      return new Response(null, { status: 204 })
    })
    let receipt: string | null = null
    for (let asked = 0; asked < 5; asked += 1) {
      const { browser, redirectUri } = await presentForErasure(at)
      receipt = (await browser.get(redirectUri)).headers.get('erasure-receipt')
    }
    await at.rp.forgetOldSessions()
    assert.deepEqual(received, [receipt])
    const audit = await at.stores.presentationAudit.list({ application: '', since: 0, limit: 50 })
    assert.equal(audit.length, 5)
  })

  test(`RP-195 ${profile}: one round sends every due request, also after one that fails`, async () => {
    const applications = Array.from({ length: 45 }, (_, at) =>
      erasingApplication({
        ...{ id: `portal-${at}`, erasureUrl: `https://portal.example/${at}` },
        apiKeyDigests: [Buffer.alloc(32, at + 1).toString('base64url')],
      }),
    )
    const at = await serviceOf(profile, { config: { applications } })
    const received: string[] = []
    at.network.connect('https://portal.example', async ({ url }) => {
      received.push(url)
      return new Response(null, { status: url.endsWith('/7') ? 503 : 204 })
    })
    const { browser, redirectUri } = await presentForErasure(at)
    assert.equal((await browser.get(redirectUri)).status, 204)
    await at.rp.forgetOldSessions()
    assert.equal(new Set(received).size, 45)
    assert.equal(received.length, 45)
    const [left, ...others] = (await at.stores.erasures?.due(at.clock.now() + 60, 50)) ?? []
    assert.deepEqual([left?.application, others], ['portal-7', []])
  })

  test(`RP-195 ${profile}: a round ends after half a minute, and the next one sends the rest`, async () => {
    const applications = Array.from({ length: 45 }, (_, at) =>
      erasingApplication({ id: `portal-${at}`, apiKeyDigests: [Buffer.alloc(32, at + 1).toString('base64url')] }),
    )
    const at = await serviceOf(profile, { config: { applications } })
    let received = 0
    at.network.connect('https://portal.example', async () => {
      received += 1
      at.clock.advance(2)
      return new Response(null, { status: 204 })
    })
    const { browser, redirectUri } = await presentForErasure(at)
    assert.equal((await browser.get(redirectUri)).status, 204)
    const sent: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await at.rp.forgetOldSessions()
      sent.push(received)
    }
    assert.deepEqual(sent, [20, 40, 45])
  })

  test(`RP-140 ${profile}: a round that deletes a minute late sends the request at once, with the current time`, async () => {
    const at = await serviceOf(profile)
    const received: string[] = []
    at.network.connect('https://portal.example', async (request) => {
      received.push(await request.text())
      return new Response(null, { status: 204 })
    })
    const { browser, redirectUri } = await presentForErasure(at)
    assert.equal((await browser.get(redirectUri)).status, 204)
    const now = at.clock.now()
    await at.rp.forgetOldSessions(now - 60) // D-245
    assert.equal(received.length, 1)
    const { iat, exp } = decodeJwt(received[0] ?? '').payload
    assert.deepEqual([iat, exp], [now, now + 600])
  })

  test(`RP-140 ${profile}: no file of the store contains the person’s identifier after the erasure`, async () => {
    const directory = freshDirectory()
    const { stores, database } = openSqliteStores('relying-party', join(directory, 'store.sqlite'))
    const at = await serviceOf(profile, { stores })
    const holding = () => readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(taxId))
    const held: number[] = []
    await eraseEverything(at, async () => {
      await database.prune(at.clock.now()) // as the service does each minute
      held.push(holding().length)
    })
    assert.deepEqual(held, [1, 0], 'the store contains the identifier until the erasure, and then no more')
    await database.close()
    assert.deepEqual(holding(), [])
  })

  test(`RP-140 ${profile}: a result with the other identifier is deleted if the person presents both`, async () => {
    const at = await serviceOf(profile)
    const other = await present(at, { query: 'flow=cross-device', bend: identifiedBy('ANPR-1') })
    const foreign = await present(at, { query: 'flow=cross-device', bend: identifiedBy('ANPR-2') })
    assert.deepEqual([other.response.status, foreign.response.status], [200, 200])
    const both: Bend = {
      disclose: ['given_name', 'family_name', 'tax_id_code', 'personal_administrative_number'],
      credential: ({ disclosable }) => void Object.assign(disclosable, { personal_administrative_number: 'ANPR-1' }),
    }
    const { browser, redirectUri } = await presentForErasure(at, '', both)
    assert.equal((await browser.get(redirectUri)).status, 204)
    const find = (id: string) => at.stores.presentationSessions.find(id)
    assert.equal(await find(other.started.id), undefined)
    assert.notEqual((await find(foreign.started.id))?.result, undefined)
    const [task] = (await at.stores.erasures?.due(at.clock.now(), 5)) ?? []
    assert.deepEqual(JSON.parse(task?.holder ?? ''), { tax_id_code: taxId, personal_administrative_number: 'ANPR-1' })
  })

  test(`RP-140 ${profile}: an erasure asks for both identifiers, and accepts one`, async () => {
    const at = await serviceOf(profile)
    const { request, respond } = await beginErasure(at)
    const names = ['given_name', 'family_name']
    const [tax, number] = ['tax_id_code', 'personal_administrative_number']
    const [{ claim_sets }] = request.payload.dcql_query.credentials
    assert.deepEqual(claim_sets, [
      [...names, tax, number],
      [...names, tax],
      [...names, number],
    ])
    assert.equal((await respond(identifiedBy('ANPR-1'))).status, 200)
  })

  test(`RP-140 ${profile}: deletes what the person presented at the entities of all profiles`, async () => {
    const { at } = await profileService({ config: { applications: [erasingApplication()] } })
    const presented = await Promise.all(profileNames.map((name) => present(at[name], { query: 'flow=cross-device' })))
    assert.deepEqual(
      presented.map(({ response }) => response.status),
      [200, 200, 200],
    )
    const { browser, redirectUri } = await presentForErasure(at[profile])
    assert.equal((await browser.get(redirectUri)).status, 204)
    for (const { started } of presented)
      assert.equal(await at.seed.stores.presentationSessions.find(started.id), undefined)
    assert.equal((await at.seed.stores.erasures?.due(at.seed.clock.now(), 5))?.length, 1)
  })

  test(`RP-63 RP-140 ${profile}: a presentation of another person’s credential erases nothing`, async () => {
    const at = await serviceOf(profile)
    const earlier = await present(at, { query: 'flow=cross-device' })
    const thief = await generateSigner(at)
    const { respond } = await beginErasure(at)
    const response = await respond({ binding: (binding) => void Object.assign(binding, { signer: thief }) })
    await assertRefused(at, response, ['RP-63', 'signature_invalid', 403])
    assert.notEqual((await at.stores.presentationSessions.find(earlier.started.id))?.result, undefined)
    assert.deepEqual(await at.stores.erasures?.due(at.clock.now(), 5), [])
  })

  test(`RP-140 RP-143 ${profile}: the audit records the erasure without naming the person`, async () => {
    const at = await serviceOf(profile)
    const { browser, redirectUri } = await presentForErasure(at)
    const receipt = (await browser.get(redirectUri)).headers.get('erasure-receipt')
    const entries = await at.stores.presentationAudit.list({ application: '', since: 0, limit: 5 })
    const erased = { application: '', presentation: receipt, event: 'erased', outcome: 'person_request' }
    assert.deepEqual(entries, [{ at: at.clock.now(), ...erased }])
  })

  for (const [name, query] of [
    ['with the scheme http', 'http://wallet.example/x'],
    ['with the scheme javascript', 'javascript:alert(1)'],
    ['with a character that a header cannot contain', 'https://wallet.example/€'],
    ['that is too long', `https://wallet.example/${'x'.repeat(2048)}`],
  ] as const)
    test(`RP-140 ${profile}: refuses a callback URL ${name}`, async () => {
      const at = await serviceOf(profile)
      const response = await createBrowser(at).get(`${rpId}/erasure?callback_url=${encodeURIComponent(query)}`)
      await assertRefused(at, response, ['RP-140', 'callback_url_malformed', 400, 'bad_request'])
    })

  for (const [id, code, query, headers, status] of [
    ['GEN-09', 'parameter_duplicated', '?callback_url=https://a.example&callback_url=https://b.example', {}, 400],
    ['GEN-23', 'parameter_malformed', '?callback_url=%FF', {}, 400],
    ['GEN-29', 'header_duplicated', '', { authorization: 'a b, c d' }, 400],
  ] as const)
    test(`${id} RP-140 ${profile}: an erasure request with ${code} is bad_request`, async () => {
      const at = await serviceOf(profile)
      const response = await createBrowser(at).get(`${rpId}/erasure${query}`, headers)
      await assertRefused(at, response, [id, code, status, 'bad_request'])
    })

  test(`GEN-07 ${profile}: the erasure endpoint refuses other methods`, async () => {
    const at = await serviceOf(profile)
    for (const method of ['POST', 'DELETE', 'HEAD']) {
      const response = await at.send(new Request(`${rpId}/erasure`, { method }))
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET'])
      assert.equal(at.sink.lastRefusal()?.checks.at(-1)?.code, 'method_not_allowed')
    }
  })

  test(`RP-95 RP-140 ${profile}: a prefetched erasure URL begins nothing, and works when a person opens it`, async () => {
    const at = await serviceOf(profile)
    const browser = createBrowser(at)
    await assertPrefetchRefused(browser, `${rpId}/erasure`)
    const begun = at.sink.decisions.filter(({ surface }) => surface === 'relying-party/erasure')
    assert.deepEqual([begun, browser.cookies.size], [[], 0])
    assert.equal((await browser.get(`${rpId}/erasure`)).status, 302)
    const { redirectUri, browser: other } = await presentForErasure(at)
    await assertPrefetchRefused(other, redirectUri)
    assert.equal((await other.get(redirectUri)).status, 204)
  })

  test(`RP-140 ${profile}: a browser shows what an erasure is, and begins it only after the person confirms`, async () => {
    const at = await serviceOf(profile)
    const browser = createBrowser(at)
    const accept = { accept: 'text/html,application/xhtml+xml' }
    const url = `${at.config.entityId}/erasure`
    const callback = 'callback_url=https%3A%2F%2Fwallet.example%2Ferased'
    for (const [query, site] of [
      [callback, 'cross-site'],
      [callback, 'none'],
      [callback, 'same-origin'],
      [`${callback}&confirmed=1`, 'cross-site'],
      [`${callback}&confirmed=1`, 'same-site'],
      [`${callback}&confirmed=1`, 'none'],
      [callback, undefined],
    ] as const) {
      const response = await browser.get(`${url}?${query}`, { ...accept, ...(site && { 'sec-fetch-site': site }) })
      const page = await response.text()
      assert.deepEqual([response.status, browser.cookies.size], [200, 0], `${query} ${site}`)
      assert.match(page, /<strong>Comune di Prova<\/strong> cancella i dati/)
      assert.match(page, /name="callback_url" value="https:\/\/wallet\.example\/erased"/)
      for (const [, link = ''] of page.matchAll(/href="([^"]*)"/g)) assert.ok(!link.includes('confirmed'), link)
    }
    for (const [index, site] of ['same-origin', undefined].entries()) {
      const headers = { ...accept, ...(site && { 'sec-fetch-site': site }) }
      const begun = await browser.get(`${url}?${callback}&confirmed=1`, headers)
      assert.deepEqual([begun.status, browser.cookies.size], [302, index + 1])
    }
  })

  test(`RP-140 ${profile}: a browser gets JSON for a malformed erasure request`, async () => {
    const at = await serviceOf(profile)
    const response = await createBrowser(at).get(`${rpId}/erasure?callback_url=x`, { accept: 'text/html' })
    await assertRefused(at, response, ['RP-140', 'callback_url_malformed', 400, 'bad_request'])
  })

  test(`RP-137 ${profile}: refuses to begin an erasure if wallets cannot prove the required level`, async () => {
    const at = await serviceOf(profile, {
      config: { requiredWalletLevels: ['https://trust-list.eu/aal/high'], variants: ['scope'] },
    })
    const response = await createBrowser(at).get(`${rpId}/erasure`)
    await assertRefused(at, response, ['RP-137', 'wallet_level_unprovable', 400, 'bad_request'])
  })

  test(`RP-140 ${profile}: another browser erases nothing`, async () => {
    const at = await serviceOf(profile)
    const earlier = await present(at, { query: 'flow=cross-device' })
    const { redirectUri } = await presentForErasure(at)
    assert.equal((await createBrowser(at).get(redirectUri)).status, 403)
    assert.notEqual((await at.stores.presentationSessions.find(earlier.started.id))?.result, undefined)
  })
}

for (const [title, tax_id_code] of [
  ['a number', 5],
  ['a value that other claims have too', 'IT'],
  ['a word', 'unknown'],
  ['a short number', '36'],
] as const)
  test(`RP-140 a presentation whose identifier of the person is ${title} erases nothing (D-1042)`, async () => {
    const at = await serviceOf('it-wallet-1.4')
    const changed: Bend = { credential: ({ disclosable }) => void Object.assign(disclosable, { tax_id_code }) }
    const { browser, redirectUri } = await presentForErasure(at, '', changed)
    const response = await browser.get(redirectUri)
    assert.equal(response.headers.get('content-type'), 'application/json')
    await assertRefused(at, response, ['RP-140', 'person_unidentified', 401, 'unauthorized'])
  })

test('RP-140 a Relying Party of the specification’s profile has no erasure endpoint', async () => {
  const at = await serviceOf('seed')
  assert.equal((await createBrowser(at).get(`${rpId}/erasure`)).status, 404)
})
