/**
 * Orders for each profile: a required level, the attestation, the wallet that the person chooses, a foreign browser.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { furtherProfileNames, type ProfileName, profileNames, relyingPartyWire } from '../../../src/profiles/index.ts'
import { mdocQuery } from '../../support/mdoc-presentation.ts'
import {
  answerOrder,
  chooseWallet,
  ordered,
  orderFor,
  orderingService,
  portalReturnUrl,
  redeemAt,
  send,
} from '../../support/ordering-service.ts'
import { assertRefused, type Bendable, createBrowser, entityIds } from '../../support/relying-party-fixture.ts'
import { pageRefused } from '../../support/relying-party-sessions.ts'

const pidTypesOf = (profile: ProfileName): readonly string[] =>
  relyingPartyWire[profile].pidTypes.map((type) => type.replace('AUTHORITY', 'https://anchor.example'))

/** Returns an order for the name of the person, from the PID of the profile. */
const pidOrder = (profile: ProfileName, change: object = {}) => ({
  ...orderFor(profile, pidTypesOf(profile)),
  ...change,
})
const walletLinks = [
  { name: 'Wallet of yesterday', link: 'https://yesterday.example/open', profile: 'it-wallet-1.0' },
  { name: 'Wallet of the specification', link: 'https://seed.example/open' },
]

for (const profile of furtherProfileNames)
  test(`RP-137 ${profile}: refuses an order and a page if a level is required, because wallets cannot prove one`, async () => {
    const required = { requiredWalletLevels: ['https://trust-list.eu/aal/high'], variants: ['scope'] }
    const ordering = await orderingService(required)
    const order = await send(ordering, '/api/presentations', pidOrder(profile))
    await assertRefused(ordering.fixture, order, ['RP-137', 'wallet_level_unprovable', 400])
    const page = await ordering.fixture.send(new Request(`${entityIds[profile]}/presentations/new`))
    const check = ordering.fixture.sink.decisions.at(-1)?.checks.at(-1)
    assert.deepEqual([page.status, check?.requirement, check?.code], [400, 'RP-137', 'wallet_level_unprovable'])
  })

test('RP-136 RP-137 1.0: an order that asks for the attestation is answered without one', async () => {
  const ordering = await orderingService()
  const order = await ordered(ordering, pidOrder('it-wallet-1.0', { wallet_attestation: true }))
  const { request, response } = await answerOrder(ordering, 'it-wallet-1.0', order)
  const { credentials, credential_sets: sets } = request.payload.dcql_query
  assert.deepEqual(
    credentials.map(({ id, format }: Bendable) => [id, format]),
    [
      ['pid', 'dc+sd-jwt'],
      ['wallet_attestation', 'dc+sd-jwt'],
    ],
  )
  assert.deepEqual(sets.at(-1), { options: [['wallet_attestation']], required: false })
  const result: Bendable = await redeemAt(ordering, order.browser, response)
  assert.deepEqual([result.wallet.attested, result.credentials.pid.claims], [false, { given_name: 'Ada' }])
})

test('RP-139 1.0: the result has the claim names of the application’s query, whichever profile they are from', async () => {
  const ordering = await orderingService()
  const names = ['given_name', 'birth_date', 'tax_id_code']
  const [asked] = pidOrder('seed').dcql_query.credentials
  const credentials = [{ ...asked, claims: names.map((name) => ({ path: [name] })) }]
  const order = await ordered(ordering, pidOrder('it-wallet-1.0', { dcql_query: { credentials } }))
  const { response } = await answerOrder(ordering, 'it-wallet-1.0', order, {
    disclose: names,
    credential: ({ disclosable }) => void Object.assign(disclosable, { birth_date: '1980-01-10' }),
  })
  const result = await redeemAt(ordering, order.browser, response)
  assert.deepEqual(result.credentials.pid.claims, {
    given_name: 'Ada',
    birth_date: '1980-01-10',
    tax_id_code: 'TINIT-RSSDAA80A50H501X',
  })
})

test('RP-139 1.4: an application may name a claim of the PID by both of its names, and the wallet answers one', async () => {
  const ordering = await orderingService()
  const [asked] = pidOrder('seed').dcql_query.credentials
  const claims = ['tax_id_number', 'tax_id_code'].map((name) => ({ id: name, path: [name] }))
  const credentials = [{ ...asked, claims, claim_sets: claims.map(({ id }) => [id]) }]
  const order = await ordered(ordering, pidOrder('it-wallet-1.4', { dcql_query: { credentials } }))
  const { response } = await answerOrder(ordering, 'it-wallet-1.4', order, { disclose: ['tax_id_code'] })
  const result: Bendable = await redeemAt(ordering, order.browser, response)
  assert.equal(result.credentials.pid.claims.tax_id_code, 'TINIT-RSSDAA80A50H501X')
})

test('RP-139 auto: a query of an entity of its own has its own claim names, not those of a translated query', async () => {
  const queryFor = (profile: ProfileName, ...names: readonly string[]) => {
    const [asked] = pidOrder(profile).dcql_query.credentials
    return { dcqlQueries: { name: { credentials: [{ ...asked, claims: names.map((name) => ({ path: [name] })) }] } } }
  }
  const wallet = { name: 'Wallet of today', link: 'https://today.example/open', profile: 'it-wallet-1.4' }
  const ordering = await orderingService(
    { walletLinks: [wallet, ...walletLinks], ...queryFor('seed', 'given_name', 'family_name') },
    {},
    { 'it-wallet-1.4': queryFor('it-wallet-1.4', 'family_name', 'given_name') },
  )
  const { dcql_query: _, ...order } = pidOrder('seed', { request: 'name', profile: 'auto' })
  const { startUrl, browser } = await ordered(ordering, order)
  const begun = { startUrl: await chooseWallet(browser, startUrl, 1), browser }
  const disclose = ['given_name', 'family_name']
  const { response } = await answerOrder(ordering, 'it-wallet-1.4', begun, { disclose })
  const result = await redeemAt(ordering, browser, response)
  assert.deepEqual(result.credentials.pid.claims, { family_name: 'Rossi', given_name: 'Ada' })
})

for (const profile of profileNames)
  test(`RP-81 RP-91 ${profile}: before the person's browser returns, neither another browser nor the application gets data`, async () => {
    const ordering = await orderingService()
    const order = await ordered(ordering, pidOrder(profile))
    const { response } = await answerOrder(ordering, profile, order)
    const { redirect_uri: redirectUri } = (await response.clone().json()) as { redirect_uri: string }
    const members = async () => {
      const answer = await send(ordering, `/api/presentations/${order.id}`)
      return Object.keys((await answer.json()) as object).toSorted()
    }
    assert.deepEqual(await members(), ['expires_at', 'id', 'status'])
    const elsewhere = await createBrowser(ordering.fixture).get(redirectUri)
    assert.equal(elsewhere.headers.get('location'), null)
    assert.doesNotMatch(await pageRefused(ordering.fixture, elsewhere, 'RP-81', 'session_elsewhere'), /Ada/)
    assert.deepEqual(await members(), ['expires_at', 'id', 'status'])
    const result = await redeemAt(ordering, order.browser, response)
    assert.deepEqual(result.credentials.pid.claims, { given_name: 'Ada' })
  })

test('RP-138 auto: an order for an mdoc offers only the wallets of profiles whose entity accepts mdocs', async () => {
  const ordering = await orderingService({ walletLinks, mdocAlgorithms: ['ES256'] })
  const { startUrl, browser } = await ordered(ordering, pidOrder('seed', { dcql_query: mdocQuery, profile: 'auto' }))
  const choice = await (await browser.get(startUrl)).text()
  assert.doesNotMatch(choice, /Wallet of yesterday/)
  const named = await send(ordering, '/api/presentations', pidOrder('it-wallet-1.0', { dcql_query: mdocQuery }))
  await assertRefused(ordering.fixture, named, ['RP-90', 'format_unaccepted', 400])
})

const wallets: Readonly<Record<ProfileName, string>> = {
  seed: 'Wallet of the specification',
  'it-wallet-1.0': 'Wallet of yesterday',
  'it-wallet-1.4': 'Wallet of today',
}
const linkOf = (profile: ProfileName) => ({ name: wallets[profile], link: `https://${profile}.example/open`, profile })

for (const fitting of [
  ['seed'],
  ['it-wallet-1.4'],
  ['it-wallet-1.0', 'it-wallet-1.4'],
  ['seed', 'it-wallet-1.0'],
] as const)
  test(`RP-90 RP-138 auto: an application whose types are those of ${fitting.join(' and ')} is offered the wallets of these profiles`, async () => {
    const credentialTypes = fitting.flatMap(pidTypesOf)
    const returnUrls = [portalReturnUrl, 'https://other.example/back']
    const limits = { credentialTypes, returnUrls }
    const ordering = await orderingService({ walletLinks: profileNames.map(linkOf) }, limits)
    const { startUrl, browser } = await ordered(ordering, pidOrder('seed', { profile: 'auto' }))
    const page = await (await browser.get(startUrl)).text()
    if (fitting.length > 1) assert.match(page, /id="cancel" href="https:\/\/portal\.example\/"/)
    assert.deepEqual(
      profileNames.filter((profile) => page.includes(wallets[profile])),
      fitting,
    )
  })

const plain = { name: 'Wallet of the specification', link: 'https://seed.example/open' }
const [, yesterday, today] = profileNames.map(linkOf)

for (const profile of ['it-wallet-1.4', 'auto'] as const)
  test(`RP-207 ${profile}: an order that only IT-Wallet 1.4 fits offers no wallet without a profile if others state one`, async () => {
    const limits = { credentialTypes: pidTypesOf('it-wallet-1.4') }
    const ordering = await orderingService({ walletLinks: [plain, yesterday, today] }, limits)
    const { startUrl, browser } = await ordered(ordering, pidOrder('seed', { profile }))
    assert.ok(startUrl.startsWith(`${entityIds['it-wallet-1.4']}/`))
    const page = await (await browser.get(startUrl)).text()
    assert.deepEqual(
      Object.values(wallets).filter((name) => page.includes(name)),
      [wallets['it-wallet-1.4']],
    )
  })

test('RP-207 links of which none states a profile are offered at the entity of each profile', async () => {
  const ordering = await orderingService({ walletLinks: [plain] })
  for (const profile of profileNames) {
    const { startUrl, browser } = await ordered(ordering, pidOrder(profile))
    assert.match(await (await browser.get(startUrl)).text(), /Wallet of the specification/, profile)
  }
})

test('RP-90 RP-138 auto: an order that fits no profile is refused with the reason of the first', async () => {
  const ordering = await orderingService({}, { credentialTypes: ['urn:x'] })
  const order = await send(ordering, '/api/presentations', pidOrder('seed', { profile: 'auto' }))
  await assertRefused(ordering.fixture, order, ['RP-90', 'credential_type_not_allowed', 403, 'access_denied'])
})

const birth = (...names: readonly string[]) => {
  const [asked] = pidOrder('seed').dcql_query.credentials
  const claims = names.map((name) => ({ path: name === 'place_of_birth' ? [name, 'locality'] : [name] }))
  return { dcql_query: { credentials: [{ ...asked, claims }] } }
}

for (const claims of [
  ['birthdate', 'place_of_birth', 'tax_id_number'],
  ['birth_date', 'birth_place', 'tax_id_code'],
  ['birthdate', 'birth_place', 'tax_id_code'],
])
  test(`RP-208 1.0: an application with the claims ${claims.join(', ')} may order birthdate, place_of_birth and tax_id_number`, async () => {
    const ordering = await orderingService({}, { claims })
    const order = pidOrder('it-wallet-1.0', birth('birthdate', 'place_of_birth', 'tax_id_number'))
    const { browser, startUrl } = await ordered(ordering, order)
    assert.equal((await browser.get(startUrl)).status, 302)
  })

for (const [claims, name] of [
  [['given_name', 'tax_id_code'], 'birthdate'],
  [['birthdate'], 'birth_date'],
  [['place_of_birth'], 'birthdate'],
] as const)
  test(`RP-90 RP-208 1.0: an application with the claims ${claims.join(', ')} may not order ${name}`, async () => {
    const ordering = await orderingService({}, { claims })
    const order = await send(ordering, '/api/presentations', pidOrder('it-wallet-1.0', birth(name)))
    await assertRefused(ordering.fixture, order, ['RP-90', 'claim_not_allowed', 403, 'access_denied'])
  })

test('RP-138 RP-208 auto: a claim that 1.0 renames is within the limit of an application in every profile', async () => {
  const limits = { claims: ['birthdate'] }
  const ordering = await orderingService({ walletLinks: profileNames.map(linkOf) }, limits)
  const { startUrl, browser } = await ordered(ordering, pidOrder('seed', { ...birth('birthdate'), profile: 'auto' }))
  const page = await (await browser.get(startUrl)).text()
  assert.ok(Object.values(wallets).every((name) => page.includes(name)))
})

/** Makes the trust chains of these profiles' entities invalid: their configurations are not found. */
function withoutChains(ordering: Awaited<ReturnType<typeof orderingService>>, profiles: readonly ProfileName[]): void {
  const gone = profiles.map((profile) => `${entityIds[profile]}/.well-known/openid-federation`)
  ordering.fixture.network.connect(entityIds.seed, async (request) =>
    gone.includes(request.url) ? new Response('', { status: 404 }) : ordering.fixture.send(request),
  )
}

for (const profile of profileNames)
  test(`RP-138 auto: the wallets of the other profiles are offered while ${profile} has no trust chain`, async () => {
    const ordering = await orderingService({ walletLinks: profileNames.map(linkOf) })
    withoutChains(ordering, [profile])
    const { startUrl, browser } = await ordered(ordering, pidOrder('seed', { profile: 'auto' }))
    const evidence = ordering.fixture.sink.decisions.at(-1)?.evidence
    assert.match(evidence?.omitted_profiles ?? '', new RegExp(`^${profile} no_trust_chain `))
    const page = await (await browser.get(startUrl)).text()
    assert.deepEqual(
      profileNames.filter((each) => page.includes(wallets[each])),
      profileNames.filter((each) => each !== profile),
    )
    const named = await send(ordering, '/api/presentations', pidOrder(profile))
    await assertRefused(ordering.fixture, named, ['RP-90', 'no_trust_chain', 503, 'temporarily_unavailable'])
  })

test('RP-90 RP-138 auto: an order is refused while no profile has a trust chain', async () => {
  const ordering = await orderingService()
  withoutChains(ordering, profileNames)
  const order = await send(ordering, '/api/presentations', pidOrder('seed', { profile: 'auto' }))
  await assertRefused(ordering.fixture, order, ['RP-90', 'no_trust_chain', 503, 'temporarily_unavailable'])
})
