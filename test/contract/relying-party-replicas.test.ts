/** Two replicas of a Relying Party over one PostgreSQL, in each profile. `replicas.long.ts` runs races over three. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileNames } from '../../src/profiles/index.ts'
import { createRelyingParty } from '../../src/relying-party/index.ts'
import { createPostgresRelyingPartyStores, relyingPartySchema } from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import {
  answerForm,
  bodyOf,
  fetchRequest,
  post,
  requestObjectOf,
  start,
  testWallet,
} from '../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../support/relying-party-profiles.ts'
import { inTurn } from '../support/replicated.ts'

const open = usePostgres()

for (const profile of profileNames)
  test(`RP-51 RP-97 ${profile}: one of 50 concurrent responses at two replicas is accepted, and both show its result`, async () => {
    const schema = `replicas_${profile.replaceAll(/\W/g, '_')}`
    const storesOf = () => createPostgresRelyingPartyStores(open(relyingPartySchema, { schema }))
    const one = await profileFixture(profile, { stores: storesOf() })
    const other = createRelyingParty({ ...one.context, stores: storesOf() })
    const at = { ...one, send: inTurn([one.send, other.app]) }
    const started = await start(at)
    const request = await requestObjectOf(await fetchRequest(at, started))
    const form = await answerForm(at, await testWallet(at), request, answerIn(profile, request))
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(at, form)))
    const won = responses.filter(({ status }) => status === 200)
    assert.deepEqual([won.length, responses.filter(({ status }) => status === 400).length], [1, 49])
    const { redirect_uri: redirectUri } = await bodyOf(won[0] as Response)
    for (let turn = 0; turn < 2; turn += 1) {
      const page = await (await started.browser.get(redirectUri)).text()
      assert.match(page, /class="claim">Ada</)
    }
    assert.deepEqual(one.faults, [])
  })
