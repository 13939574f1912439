/** DCQL beyond the specification's members, several presentations, and claims outside the query. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changing } from '../../support/cases.ts'
import {
  answerForm,
  assertRefused,
  type Bend,
  type Bendable,
  bodyOf,
  fetchRequest,
  members,
  post,
  present,
  presentPid,
  refusesResponse,
  relyingPartyFixture,
  requestObjectOf,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'

const query = (pid: object, further: object = {}) => ({
  askWalletAttestation: false,
  dcqlQuery: {
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, ...pid }],
    ...further,
  },
})
const pidOnly = members(changing({ wallet_attestation: undefined }, 'vp_token'))

test('RP-85 refuses a claim value that values does not list, and accepts a value that it lists', async () => {
  const asking = (values: string[]) => query({ claims: [{ path: ['given_name'], values }] })
  const strict = await relyingPartyFixture({ config: asking(['Eva']) })
  await refusesResponse(strict, ['RP-13', '', pidOnly, 'claim_value_mismatch'], ['dcql'])
  const fitting = await relyingPartyFixture({ config: asking(['Eva', 'Ada']) })
  assert.equal((await present(fitting, { bend: pidOnly })).response.status, 200)
})

test('RP-85 accepts the second claim set, a credential set, nested paths and paths with null', async () => {
  const claims = [
    { id: 'a', path: ['unknown'] },
    { id: 'b', path: ['place_of_birth', 'locality'] },
    { id: 'c', path: ['nationalities', null] },
  ]
  const sets = query({ claims, claim_sets: [['a'], ['b', 'c']] }, { credential_sets: [{ options: [['pid']] }] })
  const at = await relyingPartyFixture({ config: sets })
  const bend: Bend = {
    ...pidOnly,
    credential: changing({ nationalities: ['IT', 'FR'] }, 'disclosable'),
    disclose: ['place_of_birth', 'nationalities'],
  }
  const { started, response } = await present(at, { bend })
  const page = await (await started.browser.get((await bodyOf(response)).redirect_uri)).text()
  for (const [claim, value] of [
    ['place_of_birth.locality', 'Roma'],
    ['nationalities.0', 'IT'],
    ['nationalities.1', 'FR'],
  ])
    assert.ok(page.includes(`id="claim-${claim}" class="claim">${value}<`), page)
  assert.ok(!page.includes('country'))
})

test('RP-58 several presentations under one id are verified separately, and a repeated one is refused', async () => {
  const at = await relyingPartyFixture({ config: query({ multiple: true, claims: [{ path: ['given_name'] }] }) })
  const wallet = await testWallet(at)
  const answer = async (change: (texts: string[]) => string[]) => {
    const started = await start(at)
    const request = await requestObjectOf(await fetchRequest(at, started))
    const texts = [await presentPid(at, wallet, request), await presentPid(at, wallet, request)]
    const bend = members((one) => {
      one.vp_token = { pid: change(texts) }
    })
    return post(at, await answerForm(at, wallet, request, bend))
  }
  assert.equal((await answer((texts) => texts)).status, 200)
  const unbound = await answer(([one = '', two = '']) => [one, two.replace(/[^~]+$/, '')])
  await assertRefused(at, unbound, ['RP-63', 'key_binding_missing', 403])
  const borrowed = await answer(([one = '', two = '']) => [one, two.replace(/[^~]+$/, '') + one.split('~').at(-1)])
  await assertRefused(at, borrowed, ['RP-67', 'sd_hash_mismatch', 403])
  const twice = await answer(([one = '']) => [one, one])
  await assertRefused(at, twice, ['RP-58', 'presentation_repeated', 400])
})

test('RP-58 one presentation can answer two queries, each under its own id (D-82)', async () => {
  const typed = { format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
  const credentials = [
    { id: 'name', ...typed, claims: [{ path: ['given_name'] }] },
    { id: 'birth', ...typed, claims: [{ path: ['birthdate'] }] },
  ]
  const at = await relyingPartyFixture({ config: { askWalletAttestation: false, dcqlQuery: { credentials } } })
  const same = members((one) => {
    one.vp_token = { name: one.vp_token.pid, birth: one.vp_token.pid }
  })
  const { response } = await present(at, { bend: { ...same, disclose: ['given_name', 'birthdate'] } })
  assert.equal(response.status, 200, await response.text())
})

test('RP-58 credentials of two keys and two persons are passed on separately, each under its own id (D-381)', async () => {
  const typed = { format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, claims: [{ path: ['given_name'] }] }
  const credentials = [
    { id: 'parent', ...typed },
    { id: 'child', ...typed },
  ]
  const at = await relyingPartyFixture({ config: { askWalletAttestation: false, dcqlQuery: { credentials } } })
  const started = await start(at)
  const request = await requestObjectOf(await fetchRequest(at, started))
  const [wallet, other] = [await testWallet(at), await testWallet(at)]
  const child: Bend = { credential: ({ disclosable }) => Object.assign(disclosable, { given_name: 'Eva' }) }
  const texts = { parent: await presentPid(at, wallet, request), child: await presentPid(at, other, request, child) }
  const form = await answerForm(at, wallet, request, members(changing({ vp_token: texts })))
  assert.equal((await post(at, form)).status, 200)
  const kept = await at.stores.presentationSessions.find(started.id)
  const handedOn = kept?.result?.credentials as Bendable[]
  assert.deepEqual(
    handedOn.map(({ id, selected }) => [id, selected[0].value]),
    [
      ['parent', 'Ada'],
      ['child', 'Eva'],
    ],
  )
})

test('RP-55 claims beyond the request are dropped, or refused by configuration', async () => {
  const fixture = await relyingPartyFixture()
  const disclose = ['given_name', 'family_name', 'tax_id_number', 'birthdate']
  const { started, response } = await present(fixture, { bend: { disclose } })
  assert.equal(response.status, 200)
  const kept = await fixture.stores.presentationSessions.find(started.id)
  assert.ok(!JSON.stringify(kept).includes('1980-01-10'))
  const strict = await relyingPartyFixture({ config: { surplusClaims: 'refuse' } })
  await refusesResponse(strict, ['RP-55', '', { disclose }, 'surplus_disclosed'], ['dcql'])
  const exact = await present(strict, { bend: { disclose: disclose.slice(0, 3) } })
  assert.equal(exact.response.status, 200, 'exactly the requested claims')
})
