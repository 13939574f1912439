/** Orders for each profile: a required level, the attestation, the wallet that the person chooses, a foreign browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { furtherProfileNames, profileNames } from '../../../src/profiles/index.ts'
import { mdocQuery } from '../../support/mdoc-presentation.ts'
import { answerOrder, callApi, ordered, orderFor, orderingService, redeemed } from '../../support/ordering-service.ts'
import { assertRefused, type Bendable, createBrowser, entityIds } from '../../support/relying-party-fixture.ts'

const givenName = { disclose: ['given_name'] }

for (const profile of furtherProfileNames)
  test(`RP-137 ${profile}: refuses an order and a page if a level is required, because wallets cannot prove one`, async () => {
    const config = { requiredWalletLevels: ['https://trust-list.eu/aal/high'], variants: ['scope'] }
    const ordering = await orderingService({ config })
    const order = await callApi(ordering, '/presentations', orderFor(profile))
    await assertRefused(ordering.fixture, order, ['RP-137', 'wallet_level_unprovable', 400])
    const page = await ordering.fixture.send(new Request(`${entityIds[profile]}/presentations/new`))
    const check = ordering.fixture.sink.decisions.at(-1)?.checks.at(-1)
    assert.deepEqual([page.status, check?.requirement, check?.code], [400, 'RP-137', 'wallet_level_unprovable'])
  })

test('RP-136 RP-137 1.0: an order that asks for the attestation is answered without one', async () => {
  const ordering = await orderingService()
  const at = ordering.at['it-wallet-1.0']
  const { startUrl, browser } = await ordered(ordering, orderFor('it-wallet-1.0', { wallet_attestation: true }))
  const { request, redirectUri } = await answerOrder(at, await browser.get(startUrl), givenName)
  const { credentials, credential_sets: sets } = request.payload.dcql_query
  assert.deepEqual(
    credentials.map(({ id, format }: Bendable) => [id, format]),
    [
      ['pid', 'dc+sd-jwt'],
      ['wallet_attestation', 'dc+sd-jwt'],
    ],
  )
  assert.deepEqual(sets.at(-1), { options: [['wallet_attestation']], required: false })
  const result = await redeemed(ordering, browser, redirectUri)
  assert.deepEqual([result.wallet.attested, result.credentials.pid.claims], [false, { given_name: 'Ada' }])
})

test('RP-138 RP-139 auto: the chosen wallet of it-wallet-1.0 answers the query of the application', async () => {
  const walletLinks = [
    { name: 'Wallet of yesterday', link: 'https://yesterday.example/open', profile: 'it-wallet-1.0' },
    { name: 'Wallet of the specification', link: 'https://seed.example/open' },
  ]
  const ordering = await orderingService({ config: { walletLinks } })
  const { dcql_query } = orderFor('seed') as Bendable
  dcql_query.credentials[0].claims.push({ path: ['tax_id_number'] })
  const body = orderFor('seed', { dcql_query, profile: 'auto', wallet_attestation: undefined })
  const { startUrl, browser } = await ordered(ordering, body)
  const there = (await browser.get(`${startUrl}&wallet=1`)).headers.get('location') ?? ''
  assert.ok(there.startsWith(`${entityIds['it-wallet-1.0']}/presentations/begin?`))
  const begun = await browser.get(there)
  assert.match(begun.headers.get('location') ?? '', /^https:\/\/yesterday\.example\/open\?/)
  const disclose = ['given_name', 'tax_id_code']
  const { redirectUri } = await answerOrder(ordering.at['it-wallet-1.0'], begun, { disclose })
  const result = await redeemed(ordering, browser, redirectUri)
  assert.deepEqual(result.credentials.pid.claims, { given_name: 'Ada', tax_id_number: 'TINIT-RSSDAA80A50H501X' })
})

for (const profile of profileNames)
  test(`RP-81 RP-91 ${profile}: before the person's browser returns, neither another browser nor the application gets data`, async () => {
    const ordering = await orderingService()
    const { id, startUrl, browser } = await ordered(ordering, orderFor(profile))
    const { redirectUri } = await answerOrder(ordering.at[profile], await browser.get(startUrl), givenName)
    const status = async () => (await callApi(ordering, `/presentations/${id}`)).json() as Promise<Bendable>
    assert.deepEqual(Object.keys(await status()).toSorted(), ['expires_at', 'id', 'status'])
    const page = await createBrowser(ordering.fixture).get(redirectUri)
    const check = ordering.fixture.sink.decisions.at(-1)?.checks.at(-1)
    assert.deepEqual([page.status, check?.requirement, check?.code], [403, 'RP-81', 'session_elsewhere'])
    assert.doesNotMatch(await page.text(), /Ada/)
    assert.equal(page.headers.get('location'), null)
    assert.deepEqual(Object.keys(await status()).toSorted(), ['expires_at', 'id', 'status'])
    const result = await redeemed(ordering, browser, redirectUri)
    assert.deepEqual(result.credentials.pid.claims, { given_name: 'Ada' })
  })

test('RP-138 auto: an order for an mdoc offers only the wallets of profiles whose entity accepts mdocs', async () => {
  const walletLinks = [
    { name: 'Wallet of yesterday', link: 'https://yesterday.example/open', profile: 'it-wallet-1.0' },
    { name: 'Wallet of the specification', link: 'https://seed.example/open' },
  ]
  const ordering = await orderingService({ config: { walletLinks, mdocAlgorithms: ['ES256'] } })
  const forMdoc = { dcql_query: mdocQuery, profile: 'auto' }
  const { startUrl, browser } = await ordered(ordering, orderFor('seed', forMdoc))
  const choice = await (await browser.get(startUrl)).text()
  assert.doesNotMatch(choice, /Wallet of yesterday/)
  const named = await callApi(ordering, '/presentations', orderFor('it-wallet-1.0', { dcql_query: mdocQuery }))
  await assertRefused(ordering.fixture, named, ['RP-90', 'format_unaccepted', 400])
})
