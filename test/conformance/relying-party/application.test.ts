/** The API for the application behind the Relying Party: the result of a presentation, and the retention of data. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgeJwt } from '../../support/forge-jwt.ts'
import {
  answerOf,
  apiKey,
  applicationFixture,
  call,
  comeBack,
  encodedReturnUrl,
  order,
  otherKey,
  portalQuery,
  redeem,
  redeemed,
  returnUrl,
} from '../../support/relying-party-application.ts'
import {
  assertRefused,
  type Bendable,
  createBrowser,
  type RelyingPartyFixture,
  rpId,
} from '../../support/relying-party-fixture.ts'
import { genJsonRows } from '../gen-rows.ts'

const fixture = await applicationFixture()
const valid = { dcql_query: portalQuery, return_url: returnUrl }

test('RP-91 the browser returns to the URL of the application as the application wrote it', async () => {
  const { url, reference } = await comeBack(fixture, { changes: { return_url: encodedReturnUrl } })
  assert.equal(url, `${encodedReturnUrl}&reference=${reference}&state=of-the-portal`)
})

test('RP-91 an application gets the claims by the ids and paths of its query, with the findings', async () => {
  const { ordered, url, reference, response } = await comeBack(fixture, {
    bend: { disclose: ['given_name', 'tax_id_number', 'birthdate'] },
  })
  assert.equal(response.status, 303)
  assert.equal(url, `https://portal.example/wallet?tab=1&reference=${reference}&state=of-the-portal`)
  assert.match(reference, /^[\w-]{43}$/)
  const now = fixture.clock.now()
  const { trace, ...result } = await redeemed(fixture, reference)
  assert.match(trace, /^[\w-]{12}$/)
  assert.deepEqual(result, {
    id: ordered.id,
    state: 'of-the-portal',
    status: 'presented',
    presented_at: now,
    wallet: { attested: true, level: 'https://trust-list.eu/aal/high', level_proven: false },
    credentials: {
      pid: {
        format: 'dc+sd-jwt',
        type: 'eu.eudiw.pid.it',
        issuer: 'https://issuer.example',
        status: 'valid',
        issued_at: now - 60,
        expires_at: now + 86_400,
        surplus_dropped: ['birthdate'],
        claims: { given_name: 'Ada', tax_id_code: 'TINIT-RSSDAA80A50H501X' },
      },
    },
  })
  const accepted = fixture.sink.decisions.find((one) => one.trace === trace)
  assert.deepEqual([accepted?.surface, accepted?.outcome], ['relying-party/response', 'accepted'])
})

test('RP-98 an attestation without a level is an attestation of the lowest level', async () => {
  const { reference } = await comeBack(fixture, {
    bend: { attestationJwt: (jwt, signer) => forgeJwt(jwt, signer, { payload: { aal: undefined } }) },
  })
  const { wallet } = await redeemed(fixture, reference)
  assert.deepEqual(wallet, { attested: true, level: 'https://trust-list.eu/aal/low', level_proven: false })
})

test('RP-91 in every variant, flow and method, the browser returns, and no claim appears in a URL or on a page', async () => {
  const ways = [
    { flow: 'cross-device' },
    { flow: 'same-device' },
    { flow: 'same-device', request_uri_method: 'get' },
    { dcql_query: undefined, request: 'names' },
    { dcql_query: undefined, scope: 'PersonIdentificationData WalletAttestation', flow: 'same-device' },
    { dcql_query: undefined, scope: 'PersonIdentificationData WalletAttestation', flow: 'cross-device' },
  ]
  for (const changes of ways) {
    const disclose = ['given_name', 'family_name', 'tax_id_number']
    const { started, response, url, reference } = await comeBack(fixture, { changes, bend: { disclose } })
    assert.equal(response.status, 303, JSON.stringify(changes))
    for (const text of [started.page, await response.text(), url]) assert.doesNotMatch(text, /\bAda\b/)
    const { credentials } = await redeemed(fixture, reference)
    const [[id, { claims }]] = Object.entries<Bendable>(credentials) as [[string, Bendable]]
    assert.equal(id, 'scope' in changes ? 'PersonIdentificationData' : 'pid')
    assert.equal(claims.given_name, 'Ada')
    const names = 'scope' in changes ? ['given_name', 'family_name', 'tax_id_number'] : ['given_name', 'tax_id_code']
    assert.deepEqual(Object.keys(claims), names)
    assert.equal(Object.keys(credentials).length, 1)
  }
})

const referenceRefused = async (at: RelyingPartyFixture, response: Response, code: string) => {
  await assertRefused(at, response, ['RP-91', code, 400, 'invalid_grant'])
  assert.equal(at.sink.lastRefusal()?.checks.at(-1)?.at, 'reference')
}

test('RP-91 RP-94 a reference that is unknown, expired, erased, or another application’s is refused', async () => {
  const at = await applicationFixture()
  await referenceRefused(at, await redeem(at, 'x'.repeat(43)), 'reference_unknown')
  await assertRefused(at, await redeem(at, 'short'), ['RP-91', 'redemption_malformed', 400])
  const first = await comeBack(at)
  await referenceRefused(at, await redeem(at, first.reference, { key: otherKey }), 'reference_unknown')
  assert.equal((await redeem(at, first.reference)).status, 200)
  at.clock.advance(59)
  assert.equal((await redeem(at, first.reference)).status, 200) // RP-97
  at.clock.advance(1)
  await referenceRefused(at, await redeem(at, first.reference), 'reference_expired')
  const late = await comeBack(at)
  at.clock.advance(60)
  await referenceRefused(at, await redeem(at, late.reference), 'reference_expired')
  const erased = await comeBack(at)
  const remove = await call(at, `/presentations/${erased.ordered.id}`, undefined, { method: 'DELETE' })
  assert.equal(remove.status, 204)
  await referenceRefused(at, await redeem(at, erased.reference), 'reference_unknown')
})

test('RP-91 50 racing redemptions get the same claims, and only one of 50 racing browsers begins', async () => {
  const at = await applicationFixture()
  const { reference } = await comeBack(at)
  const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(at, reference)))
  assert.ok(answers.every(({ status }) => status === 200))
  const results = await Promise.all(answers.map((one) => one.text()))
  assert.equal(JSON.parse(results[0] ?? '').credentials.pid.claims.given_name, 'Ada')
  assert.equal(new Set(results).size, 1) // RP-97
  const ordered = await order(at)
  const pages = await Promise.all(Array.from({ length: 50 }, () => createBrowser(at).get(ordered.start_url)))
  assert.equal(pages.filter(({ status }) => status === 200).length, 1)
})

test('RP-91 RP-93 the store contains no reference, and no claim after a redeemed reference expires', async () => {
  const at = await applicationFixture()
  const { ordered, reference } = await comeBack(at)
  const kept = async () => JSON.stringify(await at.stores.presentationSessions.find(ordered.id))
  assert.ok((await kept()).includes('Ada') && !(await kept()).includes(reference))
  await redeem(at, reference)
  at.clock.advance(60)
  await at.rp.forgetOldSessions()
  assert.doesNotMatch(await kept(), /\bAda\b/)
  for (const { request, response } of at.network.exchanges)
    assert.doesNotMatch(`${request.url}${response.headers.get('location')}`, /\bAda\b/)
  assert.doesNotMatch(JSON.stringify(at.sink.decisions), /\bAda\b/)
})

test('RP-93 a redeemed result is deleted, or stays readable until it expires, as configured', async () => {
  const show = async (at: RelyingPartyFixture, id: string): Promise<Bendable> =>
    (await call(at, `/presentations/${id}`)).json()
  const strict = await applicationFixture()
  const one = await comeBack(strict)
  assert.deepEqual(await show(strict, one.ordered.id), {
    id: one.ordered.id,
    status: 'completed',
    expires_at: strict.clock.now() + 300,
  })
  await redeem(strict, one.reference)
  const gone = await show(strict, one.ordered.id)
  assert.deepEqual([gone.status, gone.credentials, gone.redeemed_at], ['presented', undefined, strict.clock.now()])

  const keeping = await applicationFixture({ config: { keepRedeemedResults: true } })
  const two = await comeBack(keeping)
  const first = await redeemed(keeping, two.reference)
  assert.deepEqual((await show(keeping, two.ordered.id)).credentials, first.credentials)
  keeping.clock.advance(300)
  assert.equal((await show(keeping, two.ordered.id)).credentials, undefined)
  keeping.clock.advance(700)
  await keeping.rp.forgetOldSessions()
  assert.equal(await keeping.stores.presentationSessions.find(two.ordered.id), undefined)
})

test('RP-93 RP-94 only the application that ordered a presentation can erase it; another application gets not_found', async () => {
  const at = await applicationFixture()
  const { ordered } = await comeBack(at)
  const path = `/presentations/${ordered.id}`
  for (const method of ['GET', 'DELETE'])
    await assertRefused(at, await call(at, path, undefined, { method, key: otherKey }), [
      'RP-94',
      'presentation_unknown',
      404,
      'not_found',
    ])
  assert.equal((await call(at, path, undefined, { method: 'DELETE' })).status, 204)
  assert.equal((await call(at, path, undefined, { method: 'DELETE' })).status, 404)
  assert.equal((await call(at, path)).status, 404)
  assert.equal(await at.stores.presentationSessions.find(ordered.id), undefined)
})

test('RP-93 the audit lists starts, redemptions and erasures for their application only, without personal data', async () => {
  const at = await applicationFixture()
  const { ordered, reference } = await comeBack(at)
  const began = at.clock.now()
  at.clock.advance(10)
  await redeem(at, reference)
  await call(at, `/presentations/${ordered.id}`, undefined, { method: 'DELETE' })
  const entries = async (query = '', key = apiKey): Promise<Bendable[]> =>
    ((await (await call(at, `/audit${query}`, undefined, { key })).json()) as Bendable).entries
  const of = { application: 'portal', presentation: ordered.id }
  assert.deepEqual(await entries(), [
    { at: began, ...of, event: 'begun' },
    { at: began + 10, ...of, event: 'redeemed', outcome: 'presented' },
    { at: began + 10, ...of, event: 'erased' },
  ])
  assert.equal((await entries(`?since=${began + 1}`)).length, 2)
  assert.deepEqual(await entries('', otherKey), [])
  for (const since of ['yesterday', '-1', '1.5', '1x', 'x1', '9'.repeat(13)])
    await assertRefused(at, await call(at, `/audit?since=${since}`), ['RP-90', 'time_malformed', 400])
  at.clock.advance(366 * 86_400)
  await at.rp.forgetOldSessions()
  assert.deepEqual(await entries(), [])
})

test('RP-110 orders that no browser opened are not in the audit, and are deleted sooner than others', async () => {
  const at = await applicationFixture()
  const orders = await Promise.all(Array.from({ length: 60 }, () => order(at)))
  const begun = await order(at)
  await createBrowser(at).get(begun.start_url)
  const { entries } = (await (await call(at, '/audit')).json()) as Bendable
  assert.deepEqual(
    entries.map(({ event, presentation }: Bendable) => [event, presentation]),
    [['begun', begun.id]],
  )
  const kept = async () =>
    (await Promise.all([...orders, begun].map(({ id }) => at.stores.presentationSessions.find(id)))).filter(Boolean)
  at.clock.advance(240)
  await at.rp.forgetOldSessions()
  assert.equal((await kept()).length, 61)
  at.clock.advance(1)
  await at.rp.forgetOldSessions()
  assert.deepEqual(
    (await kept()).map((session) => session?.id),
    [begun.id],
  )
})

test('RP-91 20 concurrent presentations of one application stay separate', async () => {
  const at = await applicationFixture()
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const name = `Name ${index}.`
      const credential = ({ disclosable }: Bendable) => {
        disclosable.given_name = name
      }
      const state = `state-${index}`
      const { url, reference } = await comeBack(at, { changes: { state }, bend: { credential } })
      const result = await redeemed(at, reference)
      assert.equal(new URL(url).searchParams.get('state'), state)
      assert.deepEqual([result.state, result.credentials.pid.claims.given_name], [state, name])
    }),
  )
})

const authorization = `Bearer ${apiKey}`
genJsonRows({
  surface: 'relying-party/api/presentations',
  sink: fixture.sink,
  fetch: fixture.send,
  url: `${rpId}/api/presentations`,
  valid: async () => ({ content: valid, headers: { authorization } }),
  bodyLimit: 65_536,
  accepted: 201,
  answer: answerOf,
  unknownMember: { id: 'RP-90', code: 'order_malformed', status: 400, error: 'invalid_request' },
})
genJsonRows({
  surface: 'relying-party/api/results',
  sink: fixture.sink,
  fetch: fixture.send,
  url: `${rpId}/api/results`,
  valid: async () => ({ content: { reference: (await comeBack(fixture)).reference }, headers: { authorization } }),
  bodyLimit: 4096,
  allow: 'POST',
  accepted: 200,
  answer: answerOf,
  unknownMember: { id: 'RP-91', code: 'redemption_malformed', status: 400, error: 'invalid_request' },
})
