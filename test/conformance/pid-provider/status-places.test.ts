/** Places of credentials in the status lists: the lists grow, and places of expired credentials are reused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credential, withGrant } from '../../../src/store-contracts/pid-provider-records.ts'
import { beginIssuance, bodyOf, obtainPid, obtainTokens } from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'

type Fixture = Awaited<ReturnType<typeof pidProviderFixture>>

const places = 1000

/** Fills places of the only list, evenly. Each credential expires at `expiresAt`. */
async function fill({ stores }: Fixture, count: number, expiresAt: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const tokenId = `token-${Math.floor(n / 5)}`
    if (n % 5 === 0) await withGrant(stores, `code-${n}`, tokenId, expiresAt)
    const statusIndex = Math.floor((n * places) / count)
    const entry = credential(`f${n}`, { tokenId, statusIndex, expiresAt })
    assert.equal(await stores.issuedCredentials.register({ claims: [], credential: entry }), 'registered')
  }
}

const issue = async (fixture: Fixture): Promise<void> => {
  const issuance = await beginIssuance(fixture)
  await obtainPid(issuance, await obtainTokens(issuance))
}

const listsOf = async (fixture: Fixture): Promise<unknown> =>
  (await bodyOf(await fixture.send('/statuslists'))).status_lists

test('PP-109 PP-110 a list is added when 60 % of the places are used, and this list is public', async () => {
  const fixture = await pidProviderFixture({ config: { statusLists: { count: 1, places } } })
  await fill(fixture, 650, fixture.clock.now() + 1_000_000)
  assert.equal((await fixture.send('/statuslists/1')).status, 404)
  await issue(fixture)
  assert.deepEqual(
    await listsOf(fixture),
    [0, 1].map((list) => `${pidProviderId}/statuslists/${list}`),
  )
  assert.equal((await fixture.send('/statuslists/1')).status, 200)
  assert.equal((await fixture.send('/statuslists/2')).status, 404)
})

test('PP-109 a place is reused a day after its credential expires, and no list is added', async () => {
  const fixture = await pidProviderFixture({ config: { statusLists: { count: 1, places } } })
  const end = fixture.clock.now() + 3600
  await fill(fixture, places, end)
  fixture.clock.advance(3600 + 86_400 + 1)
  await issue(fixture)
  assert.deepEqual(await listsOf(fixture), [`${pidProviderId}/statuslists/0`])
  const [newest] = await fixture.stores.issuedCredentials.search({ limit: 1 })
  const place = { list: newest?.statusList ?? -1, index: newest?.statusIndex ?? -1 }
  assert.notEqual(newest?.expiresAt, end)
  assert.deepEqual(await fixture.stores.issuedCredentials.usedPlaces([place]), [{ ...place, until: newest?.expiresAt }])
})
