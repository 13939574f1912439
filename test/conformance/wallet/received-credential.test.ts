/** Credentials of later versions of IT-Wallet that a wallet receives over a channel of its app. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itWallet1PidType, itWalletIdType, itWalletPidType } from '../../../src/credential/index.ts'
import { receiveTestCredential } from '../../../src/sandbox/test-issuer/receive-test-credential.ts'
import { connectTestIssuer, knownTypes, testIssuerId } from '../../support/test-issuer.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { anchorId, createWalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

test('WI-150 a wallet receives the PID of IT-Wallet 1.0 and shows its claims', async () => {
  const fixture = await createWalletProviderFixture()
  await connectTestIssuer(fixture)
  const { wallet } = createTestWallet(fixture, { credentialTypes: knownTypes })
  await wallet.setUp()
  const type = itWallet1PidType(anchorId)
  const held = await receiveTestCredential(wallet, fixture.network.fetch, { issuer: testIssuerId, type })
  assert.equal(held.type, type)
  const { claims, state } = await wallet.show(held.id)
  assert.equal(state, 'valid')
  assert.deepEqual(claims.nationalities, ['IT'])
  assert.equal(claims.birth_date, '1980-01-01')
})
void [itWalletIdType, itWalletPidType]
