/** Queries that an order names: the presets of a profile, and configured queries with the same name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOrder, ordered, orderFor, orderingService, redeemAt, send } from '../../support/ordering-service.ts'
import { assertRefused, type Bendable, entityIds } from '../../support/relying-party-fixture.ts'

const profile = 'it-wallet-1.4'
const [itWalletId, pid, formerPid] = ['urn:it-wallet:eid:1', 'urn:eudi:pid:it:1', 'urn:it-wallet:pid:1']
const orderNamed = (request: string, change: object = {}): object => {
  const { dcql_query: _, wallet_attestation: __, ...order } = orderFor(profile, [])
  return { ...order, request, ...change }
}
const ofType =
  (vct: string) =>
  (content: Bendable): void => {
    content.plain.vct = vct
  }
const names = ['given_name', 'family_name', 'tax_id_code']

for (const [name, type, types, other] of [
  ['it-wallet-id', itWalletId, [itWalletId], pid],
  ['pid', pid, [pid, formerPid], itWalletId],
  ['pid', formerPid, [pid, formerPid], itWalletId],
] as const)
  test(`RP-136 an order names the preset ${name}, and a credential of ${type} answers`, async () => {
    const ordering = await orderingService()
    const order = await ordered(ordering, orderNamed(name))
    const { request, response } = await answerOrder(ordering, profile, order, {
      ...{ disclose: names, credential: ofType(type) },
    })
    const [asked, ...none] = request.payload.dcql_query.credentials
    assert.deepEqual([asked.meta, none], [{ vct_values: types }, []])
    assert.deepEqual(Object.keys((await redeemAt(ordering, order.browser, response)).credentials.pid.claims), names)

    const foreign = { disclose: names, credential: ofType(other) }
    const { response: refused } = await answerOrder(
      ordering,
      profile,
      await ordered(ordering, orderNamed(name)),
      foreign,
    )
    await assertRefused(ordering.at[profile], refused, ['RP-13', 'type_mismatch', 400])
  })

for (const other of ['seed', 'it-wallet-1.0'])
  test(`RP-90 an order with profile ${other} cannot name a preset of 1.4`, async () => {
    const ordering = await orderingService()
    const order = await send(ordering, '/api/presentations', orderNamed('it-wallet-id', { profile: other }))
    await assertRefused(ordering.fixture, order, ['RP-90', 'request_name_unknown', 400])
  })

test('RP-138 auto: an order that names a preset of 1.4 begins at the entity of 1.4', async () => {
  const ordering = await orderingService()
  const { startUrl } = await ordered(ordering, orderNamed('it-wallet-id', { profile: 'auto' }))
  assert.ok(startUrl.startsWith(`${entityIds[profile]}/presentations/begin?`))
})

test('RP-139 a configured query pid is not replaced by the preset', async () => {
  const claims = [{ path: ['birthdate'] }, { path: ['tax_id_number'] }]
  const asked = { id: 'person', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, claims }
  const ordering = await orderingService({ dcqlQueries: { pid: { credentials: [asked] } } })
  const order = await ordered(ordering, orderNamed('pid'))
  const { request, response } = await answerOrder(ordering, profile, order, {
    disclose: ['birthdate', 'tax_id_code'],
    members: (members) => {
      members.vp_token = { person: members.vp_token.pid }
    },
  })
  const [{ id, claims: translated }] = request.payload.dcql_query.credentials
  assert.deepEqual([id, translated], ['person', [{ path: ['birthdate'] }, { path: ['tax_id_code'] }]])
  const { credentials } = (await redeemAt(ordering, order.browser, response)) as Bendable
  assert.deepEqual(Object.keys(credentials.person.claims), ['birthdate', 'tax_id_number'])
})
