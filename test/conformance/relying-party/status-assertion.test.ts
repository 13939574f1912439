/** Credentials whose `status` has `status_assertion`, in each profile (RP-218). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { profileNames } from '../../../src/profiles/index.ts'
import { changing } from '../../support/cases.ts'
import {
  assertRefused,
  type Bend,
  type Bendable,
  present,
  statusIndexes,
  statusUri,
} from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

const having = (status: object): Bend => ({ credential: changing({ status }, 'plain') })
const status_assertion = { credential_hash_alg: 'sha-256' }
const asserted = having({ status_assertion })
const accepting = { config: { acceptUnknownStatus: true } }

test('RP-218 1.0: refuses a credential with a status assertion only, and names the setting', async () => {
  const at = await profileFixture('it-wallet-1.0')
  const { response } = await present(at, { query: 'flow=cross-device', bend: asserted })
  await assertRefused(at, response, ['RP-218', 'status_assertion_unsupported', 400])
  assert.match(await response.text(), /acceptUnknownStatus/)
})

for (const requireStatus of [false, true])
  test(`RP-218 1.0: with acceptUnknownStatus, accepts it with an unknown status, requireStatus ${requireStatus}`, async () => {
    const at = await profileFixture('it-wallet-1.0', { config: { ...accepting.config, requireStatus } })
    const { response, started } = await present(at, { query: 'flow=cross-device', bend: asserted })
    assert.equal(response.status, 200, await response.text())
    const session = await at.stores.presentationSessions.find(started.id)
    const { credentials } = (session?.result ?? {}) as Bendable
    assert.deepEqual(
      credentials.map(({ status }: Bendable) => status),
      ['unknown'],
    )
  })

test('RP-70 1.0: a status with both members is verified by its list, also with acceptUnknownStatus', async () => {
  const at = await profileFixture('it-wallet-1.0', accepting)
  const both = having({ status_assertion, status_list: { idx: statusIndexes.pid, uri: statusUri } })
  const { response, started } = await present(at, { query: 'flow=cross-device', bend: both })
  assert.equal(response.status, 200, await response.text())
  const session = await at.stores.presentationSessions.find(started.id)
  assert.equal(((session?.result ?? {}) as Bendable).credentials[0].status, 'valid')
  at.setStatusOf('pid', 1)
  at.clock.advance(61)
  const revoked = await present(at, { query: 'flow=cross-device', bend: both })
  await assertRefused(at, revoked.response, ['RP-70', 'revoked', 400])
})

describe('RP-70 1.0: refuses, also with acceptUnknownStatus,', () => {
  for (const [title, status] of [
    ['an assertion beside a malformed list', { status_assertion, status_list: { idx: -1, uri: 'x' } }],
    ['an assertion beside another member', { status_assertion, other: {} }],
    ['an assertion that is no object', { status_assertion: 'x' }],
    ['an empty status', {}],
  ] as const)
    test(title, async () => {
      const at = await profileFixture('it-wallet-1.0', accepting)
      const { response } = await present(at, { query: 'flow=cross-device', bend: having(status) })
      await assertRefused(at, response, ['RP-70', 'status_reference_unusable', 400])
    })
})

for (const profile of profileNames.filter((one) => one !== 'it-wallet-1.0'))
  test(`RP-70 ${profile}: refuses a credential with a status assertion only, also with acceptUnknownStatus`, async () => {
    const at = await profileFixture(profile, accepting)
    const { response } = await present(at, { query: 'flow=cross-device', bend: asserted })
    await assertRefused(at, response, ['RP-70', 'status_reference_unusable', 400])
  })
