/**
 * Further credentials under one access token: a further one for the same key replaces the earlier one; up to five
 * keys get one; and none is issued after an earlier one was suspended or revoked.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { credentialRegister } from '../../support/credential-register.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import {
  beginIssuance,
  bodyOf,
  credentialMessage,
  type Issuance,
  obtainPid,
  obtainTokens,
} from '../../support/pid-issuance.ts'
import { type PidProviderFixture, pidProviderFixture } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const freshNonce = async ({ fixture }: Issuance): Promise<string> =>
  String((await bodyOf(await fixture.send('/nonce', { method: 'POST' }))).c_nonce)

const bound = (issuance: Issuance, holder: Signer): Issuance => ({
  ...issuance,
  wallet: { ...issuance.wallet, holder },
})

/** Returns a wallet with a token, and a function that requests a PID for a key. */
async function granted(fixture: PidProviderFixture) {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const message = async (holder: Signer) =>
    credentialMessage(bound(issuance, holder), tokens, { cNonce: await freshNonce(issuance) })
  const ask = async (holder: Signer) => fixture.send('/credential', await message(holder))
  const live = async () =>
    (await fixture.stores.issuedCredentials.search({ clientId: issuance.wallet.clientId, status: 'valid' }))
      .map(({ holderThumbprint }) => holderThumbprint)
      .toSorted()
  return { issuance, tokens, message, ask, live }
}

const keys = async (fixture: PidProviderFixture, count: number): Promise<Signer[]> =>
  Promise.all(Array.from({ length: count }, () => generateSigner(fixture)))

const thumbprints = (signers: readonly Signer[]): readonly string[] => signers.map(({ kid }) => kid).toSorted()

const withdrawn = { id: 'PP-158', code: 'credential_withdrawn', status: 400, error: 'credential_request_denied' }
const tooMany = { id: 'PP-125', code: 'credentials_too_many', status: 400, error: 'credential_request_denied' }

test('PP-33 PP-114 PP-125 another key gets a PID with the c_nonce of a response, and the first PID stays valid', async () => {
  const { fixture, admin, change } = await credentialRegister()
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const [other] = (await keys(fixture, 1)) as [Signer]
  const first = await obtainPid(issuance, tokens)
  const second = await obtainPid(bound(issuance, other), tokens, { cNonce: first.c_nonce })
  const holders = [first, second].map(({ credential }) => decodeJwt(credential.split('~')[0] ?? '').payload.sub)
  assert.deepEqual(holders, [issuance.wallet.holder.kid, other.kid])

  const list = async (query: string) => {
    const { credentials } = await bodyOf(await admin(`?client_id=${issuance.wallet.clientId}${query}`))
    return credentials as { id: string; holderThumbprint: string; status: string }[]
  }
  const listed = await list('')
  assert.deepEqual(new Set(listed.map(({ holderThumbprint }) => holderThumbprint)), new Set(holders))
  assert.deepEqual(
    listed.map(({ status }) => status),
    ['valid', 'valid'],
  )
  const [lost] = await list(`&holder_thumbprint=${issuance.wallet.holder.kid}`)
  assert.equal((await change(lost?.id ?? '', { status: 'revoked', reason: 'x' })).status, 200)
  assert.deepEqual(
    (await list('&status=valid')).map(({ holderThumbprint }) => holderThumbprint),
    [other.kid],
  )
})

test('PP-125 five keys get a PID under one token; a sixth key is refused, and the refusal uses up nothing', async () => {
  const fixture = await pidProviderFixture()
  const { ask, message, live } = await granted(fixture)
  const five = await keys(fixture, 5)
  for (const key of five) assert.equal((await ask(key)).status, 200)
  const [sixth, again] = [...(await keys(fixture, 1)), five[2]] as [Signer, Signer]
  const late = await message(sixth)
  for (const _time of [1, 2]) await assertRefusal(await fixture.send('/credential', late), fixture.sink, tooMany)
  assert.deepEqual(await live(), thumbprints(five))
  assert.equal((await ask(again)).status, 200, 'one of the five keys gets another PID')
  assert.deepEqual(await live(), thumbprints(five))
})

for (const [actor, reason] of [
  ['ada', 'x'],
  ['ada', 'superseded'],
  ['wallet-provider', 'wallet_instance_suspended'],
])
  test(`PP-158 after ${actor} suspends a PID (${reason}), its token gets no PID, and the refusal uses up nothing`, async () => {
    const fixture = await pidProviderFixture()
    const { ask, message, live } = await granted(fixture)
    const [first, second, third] = (await keys(fixture, 3)) as [Signer, Signer, Signer]
    for (const key of [first, second, second]) assert.equal((await ask(key)).status, 200)
    const { issuedCredentials } = fixture.stores
    const [entry] = await issuedCredentials.search({ holderThumbprint: first.kid })
    const change = { credentialId: entry?.id ?? '', at: fixture.clock.now(), actor: `${actor}`, reason: `${reason}` }
    await issuedCredentials.changeStatus({ ...change, status: 'suspended' })
    const late = await message(third)
    for (const one of [await message(first), await message(second), late])
      await assertRefusal(await fixture.send('/credential', one), fixture.sink, withdrawn)
    assert.deepEqual(await live(), [second.kid])
    await issuedCredentials.changeStatus({ ...change, status: 'valid' })
    assert.equal((await fixture.send('/credential', late)).status, 200, 'its c_nonce and its DPoP proof are unspent')
    await issuedCredentials.changeStatus({ ...change, status: 'revoked' })
    await assertRefusal(await ask(first), fixture.sink, withdrawn)
    assert.deepEqual(await live(), thumbprints([second, third]))
  })

test('PP-125 only one of two concurrent keys gets a PID if four other keys have one', async () => {
  const fixture = await pidProviderFixture()
  const { ask, message, live } = await granted(fixture)
  const four = await keys(fixture, 4)
  for (const key of four) assert.equal((await ask(key)).status, 200)
  const two = await keys(fixture, 2)
  const messages = await Promise.all(two.map(message))
  const responses = await Promise.all(messages.map((one) => fixture.send('/credential', one)))
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 400])
  const winner = two.filter((_, index) => responses[index]?.status === 200)
  assert.deepEqual(await live(), thumbprints([...four, ...winner]))
})

test('PP-114 two concurrent requests with one key both get a PID, and one of the two stays valid', async () => {
  const fixture = await pidProviderFixture()
  const { issuance, message, live } = await granted(fixture)
  const messages = await Promise.all([issuance.wallet.holder, issuance.wallet.holder].map(message))
  const responses = await Promise.all(messages.map((one) => fixture.send('/credential', one)))
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(await live(), [issuance.wallet.holder.kid])
})
