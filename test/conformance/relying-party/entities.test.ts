/**
 * Entities of one service share a store. Session, request, state, response, response code, reference and cookie belong
 * to one entity; another entity answers them as unknown (RP-130).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProfileName, profileNames } from '../../../src/profiles/index.ts'
import { queryAt } from '../../../src/relying-party/wallets/wallet-links.ts'
import { answerOrder, ordered, orderFor, orderingService, redeemAt, send } from '../../support/ordering-service.ts'
import {
  answerForm,
  assertRefused,
  createBrowser,
  entityIds,
  fetchRequest,
  person,
  post,
  present,
  requestObjectOf,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'
import { answerIn, type ProfileService, profileService } from '../../support/relying-party-profiles.ts'

const pairs = profileNames.flatMap((own) =>
  profileNames.filter((other) => other !== own).map((other): readonly [ProfileName, ProfileName] => [own, other]),
)
const query = 'variant=dcql&flow=cross-device'
const swapped = (url: string, from: ProfileName, to: ProfileName): string =>
  url.replace(`${entityIds[from]}/`, `${entityIds[to]}/`)

const service: ProfileService = await profileService()

for (const [own, other] of pairs) {
  test(`RP-130 a request of ${own} is unknown at ${other}`, async () => {
    const { at } = service
    const started = await start(at[own], query)
    const elsewhere = { ...started, requestUri: swapped(started.requestUri, own, other) }
    await assertRefused(at[other], await fetchRequest(at[other], elsewhere), ['RP-03', 'request_unknown', 400])
    assert.equal((await fetchRequest(at[own], started)).status, 200)
  })

  test(`RP-130 a response to ${own} is refused at ${other}, and changes nothing`, async () => {
    const { at } = service
    const started = await start(at[own], query)
    const request = await requestObjectOf(await fetchRequest(at[own], started))
    const form = await answerForm(at[own], await testWallet(at[own]), request, answerIn(own, request))
    assert.equal((await post(at[other], form)).status, 400)
    const error = await post(at[other], { error: 'access_denied', state: request.payload.state })
    await assertRefused(at[other], error, ['RP-50', 'state_unknown', 400])
    const session = await at[own].stores.presentationSessions.find(started.id)
    assert.equal(session?.status, 'fetched')
    assert.equal((await post(at[own], form)).status, 200)
  })

  test(`RP-130 ${other} refuses the session and response code of ${own}, even from the session’s browser`, async () => {
    const { at } = service
    const { started, response } = await present(at[own], { query: 'variant=dcql&flow=same-device' })
    const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
    const state = await started.browser.get(`${entityIds[other]}/session-state?id=${started.id}`)
    await assertRefused(at[other], state, ['RP-75', 'session_invalid', 403, 'invalid_session'])
    const page = await started.browser.get(swapped(redirectUri, own, other))
    assert.equal(page.status, 403)
    assert.equal(at[other].sink.decisions.at(-1)?.checks.at(-1)?.code, 'response_code_unknown')
    assert.equal((await started.browser.get(redirectUri)).status, 200)
  })
}

test('RP-130 the cookies of different entities have different names', async () => {
  const names = await Promise.all(
    profileNames.map(async (profile) => {
      const { browser } = await start(service.at[profile], query)
      return [...browser.cookies.keys()].map((name) => name.replace(/-[^-]{8}$/, ''))
    }),
  )
  assert.deepEqual(names.flat(), [
    '__Host-relying-party-session',
    '__Host-relying-party-1.0-session',
    '__Host-relying-party-1.4-session',
  ])
})

for (const [profile, type] of [
  ['seed', 'eu.eudiw.pid.it'],
  ['it-wallet-1.0', 'https://anchor.example/vct/v1.0.0/personidentificationdata'],
  ['it-wallet-1.4', 'urn:it-wallet:eid:1'],
] as const)
  test(`RP-137 an application orders a presentation of ${profile} and redeems its reference`, async () => {
    const ordering = await orderingService()
    const order = await ordered(ordering, orderFor(profile, [type]))
    assert.ok(order.startUrl.startsWith(`${entityIds[profile]}/presentations/begin?`))
    const { response } = await answerOrder(ordering, profile, order)
    const body = await redeemAt(ordering, order.browser, response)
    assert.deepEqual([body.id, body.credentials.pid.claims], [order.id, { given_name: 'Ada' }])
  })

test('RP-130 RP-137 a further entity has no API, because applications use the API of the service', async () => {
  const ordering = await orderingService()
  const response = await send(ordering, '/1.4/api/results', { reference: 'a'.repeat(43) })
  assert.equal(response.status, 404)
})

test('RP-137 refuses an order for a profile that the service does not offer', async () => {
  const { fixture } = await orderingService()
  const { createRelyingParty } = await import('../../../src/relying-party/index.ts')
  const alone = { ...fixture, send: createRelyingParty(fixture.context).app }
  const order = await send({ ...service, fixture: alone }, '/api/presentations', orderFor('it-wallet-1.4', ['urn:x']))
  await assertRefused(fixture, order, ['RP-137', 'profile_not_offered', 400])
})

test('RP-137 refuses an order for an attestation that wallets of the profile do not present', async () => {
  const ordering = await orderingService()
  const body = { ...orderFor('it-wallet-1.4', ['urn:it-wallet:eid:1']), wallet_attestation: true }
  const order = await send(ordering, '/api/presentations', body)
  await assertRefused(ordering.fixture, order, ['RP-137', 'wallet_attestation_unavailable', 400])
})

const walletLinks = [
  { name: 'Wallet of today', link: 'https://today.example/open', profile: 'it-wallet-1.4' },
  { name: 'Wallet of the specification', link: 'https://seed.example/open' },
  { name: 'Wallet of yesterday', link: 'https://yesterday.example/open', profile: 'it-wallet-1.0' },
] as const
const taxId = [{ path: ['given_name'] }, { path: ['tax_id_number'] }]
const autoOrder = (change: object = {}) => ({
  dcql_query: {
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, claims: taxId }],
  },
  flow: 'same-device',
  return_url: 'https://portal.example/back',
  profile: 'auto',
  ...change,
})

for (const [number, profile] of [
  [1, 'it-wallet-1.4'],
  [2, 'seed'],
  [3, 'it-wallet-1.0'],
] as const)
  test(`RP-138 RP-139 auto: the chosen wallet of ${profile} answers the query of the application`, async () => {
    const ordering = await orderingService({ walletLinks })
    const { startUrl, id, browser } = await ordered(ordering, autoOrder())
    assert.ok(startUrl.startsWith(`${entityIds.seed}/presentations/begin?`))
    const choice = await browser.get(startUrl)
    assert.match(await choice.text(), /Wallet of today/)
    assert.equal((await ordering.fixture.stores.presentationSessions.find(id))?.status, 'ordered')
    let page = await browser.get(`${startUrl}&wallet=${number}`)
    if (profile !== 'seed') {
      const there = page.headers.get('location') ?? ''
      assert.ok(there.startsWith(`${entityIds[profile]}/presentations/begin?`))
      page = await browser.get(there)
    }
    const link = new URL(page.headers.get('location') ?? '')
    assert.equal(`${link.origin}/open`, walletLinks[number - 1]?.link)
    const at = ordering.at[profile]
    const started = { requestUri: link.searchParams.get('request_uri') ?? '', parameters: link.searchParams }
    const request = await requestObjectOf(await fetchRequest(at, started))
    const claim = profile === 'seed' ? 'tax_id_number' : 'tax_id_code'
    const bend = answerIn(profile, request, { disclose: ['given_name', claim] })
    const response = await post(at, await answerForm(at, await testWallet(at), request, bend))
    const body = await redeemAt(ordering, browser, response)
    const expected = {
      given_name: 'Ada',
      tax_id_number: profile === 'seed' ? person.tax_id_number : 'TINIT-RSSDAA80A50H501X',
    }
    assert.deepEqual([body.id, body.credentials.pid.claims], [id, expected])
  })

test('RP-138 an entity opens no wallet of another profile, even if its number is in the URL', async () => {
  const ordering = await orderingService({ walletLinks: [walletLinks[0], { ...walletLinks[1], profile: 'seed' }] })
  const { startUrl, browser } = await ordered(ordering, {
    ...orderFor('it-wallet-1.4', ['urn:it-wallet:eid:1']),
    flow: 'same-device',
  })
  const page = await browser.get(`${startUrl}&wallet=2`)
  assert.equal(page.status, 200)
  const text = await page.text()
  assert.ok(text.includes('Wallet of today') && !text.includes('Wallet of the specification'))
})

test('RP-138 auto: an entity with its own links gets the number that the chosen link has there', () => {
  const [today, seed] = walletLinks
  const walletAuthorizationEndpoint = 'https://wallet.example'
  const here = { profile: 'seed' as const, walletAuthorizationEndpoint, walletLinks: [seed, today] }
  const there = { ...here, profile: 'it-wallet-1.4' as const, walletLinks: [today] }
  const query = (wallet: string) => Object.entries({ id: 'x', wallet })
  assert.deepEqual(queryAt(there, here, query('2')), { id: 'x', wallet: '1' })
  assert.deepEqual(queryAt(there, here, query('1')), { id: 'x' })
  assert.deepEqual(queryAt(there, here, query('0')), { id: 'x', wallet: '0' })
})

test('RP-138 auto: if wallets of two profiles have the same link, an entity gets the number of its own profile', () => {
  const [link, profile] = ['openid4vp://', 'it-wallet-1.4'] as const
  const walletLinks = [
    { name: 'A', link, profile: 'seed' as const },
    { name: 'B', link, profile },
  ]
  const here = { profile: 'seed' as const, walletAuthorizationEndpoint: 'https://wallet.example', walletLinks }
  assert.deepEqual(queryAt({ ...here, profile }, here, [['wallet', '2']]), { wallet: '2' })
})

test('RP-138 auto: the choice of a wallet is final, and the start URL redirects its browser to the chosen entity', async () => {
  const ordering = await orderingService({ walletLinks })
  const { startUrl, browser } = await ordered(ordering, autoOrder({ flow: 'cross-device' }))
  const there = (await browser.get(`${startUrl}&wallet=1`)).headers.get('location') ?? ''
  assert.equal((await browser.get(there)).status, 200)
  const again = await browser.get(`${startUrl}&wallet=2`)
  assert.ok(again.headers.get('location')?.startsWith(`${entityIds['it-wallet-1.4']}/presentations/begin?`))
  const stranger = createBrowser(ordering.fixture)
  assert.equal((await stranger.get(again.headers.get('location') ?? '')).status, 403)
  assert.equal((await stranger.get(startUrl.replace(entityIds.seed, entityIds['it-wallet-1.0']))).status, 403)
})

test('RP-138 auto: without several wallets to choose from, an order starts at the service at once', async () => {
  const ordering = await orderingService()
  const { startUrl, browser } = await ordered(ordering, autoOrder())
  assert.equal((await browser.get(startUrl)).status, 302)
})

test('RP-138 auto: a profile that cannot prove a required level is not offered', async () => {
  const ordering = await orderingService({
    ...{ walletLinks, requiredWalletLevels: ['https://trust-list.eu/aal/high'] },
    responseProtections: ['signed_encrypted'],
  })
  const { startUrl, browser } = await ordered(ordering, autoOrder())
  const choice = await (await browser.get(startUrl)).text()
  assert.doesNotMatch(choice, /Wallet of today/)
})
