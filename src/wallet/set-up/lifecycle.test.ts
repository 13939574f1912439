/** The state of a wallet at the limits of the lifetimes of its attestations and PIDs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeldAttestation, WalletRecord } from '../storage/wallet-record.ts'
import { type WalletState, walletState } from './lifecycle.ts'

const [now, margin] = [1000, 60]
const attestation = (expiresAt: number, change: Partial<HeldAttestation> = {}): HeldAttestation => ({
  compact: 'a.b.c',
  keyTag: 'key',
  thumbprint: 'thumbprint',
  expiresAt,
  shownTo: undefined,
  ...change,
})
const record = (change: Partial<WalletRecord> = {}): WalletRecord => ({
  registration: 'registered',
  walletProvider: 'https://wp.example',
  hardwareKeyTag: 'hardware',
  attestations: [attestation(now + margin)],
  ...change,
})
const rows: readonly (readonly [
  title: string,
  record: WalletRecord | undefined,
  pids: readonly (number | undefined)[],
  state: WalletState,
])[] = [
  ['no record', undefined, [now + 9], 'installed'],
  ['a begun set-up', record({ registration: 'begun' }), [now + 9], 'installed'],
  ['no attestation', record({ attestations: [] }), [now + 9], 'installed'],
  ['an attestation that is valid just long enough', record(), [], 'operational'],
  [
    'an attestation that expires too soon',
    record({ attestations: [attestation(now + margin - 1)] }),
    [now + 9],
    'installed',
  ],
  ['a refused attestation', record({ attestations: [attestation(now + 900, { refused: true })] }), [], 'installed'],
  [
    'a usable and an expired attestation',
    record({ attestations: [attestation(now), attestation(now + 900)] }),
    [],
    'operational',
  ],
  ['a PID that expires in a second', record(), [now + 1], 'valid'],
  ['a PID that expires now', record(), [now], 'operational'],
  ['a valid PID and an expired PID', record(), [now, now + 1], 'valid'],
  ['a PID without expiry', record(), [undefined], 'valid'],
]
for (const [title, known, pids, state] of rows)
  test(`WI-03 WI-05 a wallet with ${title} is ${state}`, () => {
    const credentials = pids.map((expiresAt) => ({ expiresAt }))
    assert.equal(walletState(known, credentials, { now, margin }), state)
  })
