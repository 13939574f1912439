/** What a PID Provider in service says of Wallet Instances that it cannot follow. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeCrypto } from '../../src/node/index.ts'
import { type IssuedCredential, unknownInstanceNotes } from '../../src/pid-provider/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { composeInMemory } from '../support/served-roles.ts'

test('PP-32 PIDs of a Wallet Provider whose list does not answer stand in the notes, until a sweep knows better', async (t) => {
  const clock = fixedClock()
  const parts = { crypto: createNodeCrypto(), clock, decisions: recordingSink() }
  const { service, stores, close } = await composeInMemory('pid-provider', parts)
  const until = clock.now() + 600
  const credential = (id: string): IssuedCredential => ({
    ...{ id, format: 'vc+sd-jwt', holderThumbprint: id, subject: id, clientId: id, tokenId: id, status: 'valid' },
    ...{ statusList: 0, statusIndex: 0, issuedAt: clock.now(), expiresAt: until },
    walletProvider: 'https://silent.example',
    attestationWatch: { uri: 'https://silent.example/list', idx: 1, until },
  })
  t.mock.method(stores.issuedCredentials, 'watched', async () => [credential('one'), credential('two')])
  assert.deepEqual(service.notes(), [])
  await service.forget(clock.now())
  const unknown = 'what became of the wallets of 2 PIDs is not known'
  assert.deepEqual(service.notes(), [
    `${unknown}: the federation does not answer for their Wallet Provider (trust_unavailable)`,
  ])
  service.stop()
  await service.forget(clock.now())
  assert.deepEqual(service.notes(), [], 'a sweep after the stop asks nobody')
  await close()
})

test('PP-32 the reason why nothing is known of wallets is named, and each reason counted by itself', () => {
  const notes = unknownInstanceNotes({
    reasons: {
      trust_mark_missing: 6,
      unreachable: 3,
      status_unexpected: 1,
      media_type_unexpected: 4,
      coding_unexpected: 5,
      list_malformed: 2,
    },
  })
  assert.deepEqual(notes, [
    'what became of the wallets of 6 PIDs is not known: their Wallet Provider is not trusted (trust_mark_missing)',
    'what became of the wallets of 3 PIDs is not known: their status lists do not answer (unreachable)',
    'what became of the wallets of 1 PIDs is not known: their status lists are not at the URI that their attestations name: it answers with a redirect, which nobody follows, or with another status than 200 (status_unexpected)',
    'what became of the wallets of 4 PIDs is not known: their status lists are not served as application/statuslist+jwt (media_type_unexpected)',
    'what became of the wallets of 5 PIDs is not known: their status lists are compressed although no coding was asked for (coding_unexpected)',
    'what became of the wallets of 2 PIDs is not known: their status lists cannot be used (list_malformed)',
  ])
})
