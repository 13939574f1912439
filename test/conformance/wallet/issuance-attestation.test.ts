/** The Wallet Attestation of an issuance and of a renewal, and the refusal of both without one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseAttestation } from '../../../src/wallet/attestation/choose-attestation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { createScriptedIssuer, issuerId, issuerPaths } from '../../support/scripted-issuer.ts'
import { formOf, sentTo } from '../../support/set-up-wallet.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { createWalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

test('WI-03 requests no PID before its set-up', async () => {
  const fixture = await createWalletProviderFixture()
  await createScriptedIssuer(fixture)
  const { wallet } = createTestWallet(fixture)
  await refusedBy('WI-03', 'not_registered', wallet.obtainPid(issuerId))
  assert.equal(sentTo(fixture, issuerId + issuerPaths.par).length, 0)
})

/** Obtains a PID under an access token that outlives every attestation. */
async function obtainedUnderLongToken() {
  const bench = await createIssuanceBench()
  bench.issuer.bends.tokenBody = (body) => ({ ...body, expires_in: 7200 })
  bench.issuer.bends.credentialBody = (body) => ({ ...body, c_nonce_expires_in: 7200 })
  const { id } = await bench.wallet.obtainPid(issuerId)
  const requests = (): number => sentTo(bench.fixture, issuerId + issuerPaths.credential).length - 1
  return { ...bench, id, requests, tag: [...bench.phone.state.devices.keys()][0] ?? '' }
}

test('WI-03 a renewal without a registration is refused, and sends nothing', async () => {
  const { wallet, context, id, tag, requests } = await obtainedUnderLongToken()
  await context.stores.wallet.forget(tag)
  await refusedBy('WI-03', 'not_registered', wallet.renewPid(id))
  assert.equal(requests(), 0)
})

test('WI-03 a renewal after the expiry of the last attestation first gets a new attestation', async () => {
  const { wallet, fixture, id, requests } = await obtainedUnderLongToken()
  fixture.clock.advance(3600)
  assert.equal((await wallet.status()).state, 'installed')
  await wallet.renewPid(id)
  assert.equal((await wallet.status()).state, 'valid')
  assert.equal(requests(), 1)
})

test('WI-33 a revoked wallet loses its registration before a renewal, and sends no credential request', async () => {
  const { wallet, fixture, id, tag, requests } = await obtainedUnderLongToken()
  const now = fixture.clock.now()
  await fixture.stores.walletInstances.revoke({ hardwareKeyTag: tag, reason: 'revoked_by_provider', now })
  fixture.clock.advance(3600)
  await refusedBy('WI-33', 'instance_lost', wallet.renewPid(id))
  assert.equal(requests(), 0)
})

test('WI-05 renews an attestation before its expiry, and sends the new one', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  fixture.clock.advance(3600 - 30)
  await wallet.obtainPid(issuerId)
  const { payload } = decodeJwt(
    (await formOf(sentTo(fixture, issuerId + issuerPaths.par)[0])).get('client_assertion') ?? '',
  )
  assert.equal(payload.iat, fixture.clock.now())
  assert.equal((await wallet.status()).attestations.length, 1)
})

test('WI-05 begins an issuance only with an attestation that outlives the login and the sending of its response', async () => {
  for (const [age, obtained] of [
    [1740, 1],
    [1741, 2],
  ] as const) {
    const { wallet, fixture, issuer } = await createIssuanceBench()
    fixture.clock.advance(age)
    const { authorizationUrl } = await wallet.beginIssuance(issuerId)
    assert.equal((await wallet.status()).attestations.length, obtained)
    const back = await issuer.browser(authorizationUrl)
    fixture.clock.advance(1799)
    await wallet.completeIssuance(back)
  }
})

test('WI-05 keeps the attestation of an issuance in progress, although it is too old for another flow', async () => {
  const { wallet, context, fixture, issuer } = await createIssuanceBench({ attestations: { maximumAgeSeconds: 900 } })
  const { authorizationUrl } = await wallet.beginIssuance(issuerId)
  const back = await issuer.browser(authorizationUrl)
  fixture.clock.advance(1000)
  await wallet.renewAttestations()
  const client = new URL(authorizationUrl).searchParams.get('client_id')
  assert.notEqual((await chooseAttestation(context, issuerId)).thumbprint, client, 'too old for another flow')
  await wallet.completeIssuance(back)
  fixture.clock.advance(800)
  await wallet.renewAttestations()
  const held = (await context.stores.wallet.read())?.attestations
  assert.equal(
    held?.some(({ thumbprint }) => thumbprint === client),
    false,
    'deleted after the issuance',
  )
})

/** Starts an issuance whose attestation has expired during the login. */
async function expiredDuringLogin() {
  const bench = await createIssuanceBench({ issuanceLifetimeSeconds: 7200 })
  const { wallet, fixture, issuer } = bench
  const { authorizationUrl } = await wallet.beginIssuance(issuerId)
  const back = await issuer.browser(authorizationUrl)
  fixture.clock.advance(3600)
  await wallet.renewAttestations()
  const client = new URL(authorizationUrl).searchParams.get('client_id')
  const tokenRequests = () => sentTo(fixture, issuerId + issuerPaths.token)
  return { ...bench, back, client, tokenRequests }
}

test('WI-05 redeems a code with the key of the pushed request, although its attestation expired during the login', async () => {
  const { wallet, context, fixture, back, client, tokenRequests } = await expiredDuringLogin()
  await wallet.completeIssuance(back)
  const form = await formOf(tokenRequests()[0])
  assert.equal(form.get('client_id'), client)
  assert.equal(decodeJwt(form.get('client_assertion') ?? '').header.kid, client)
  fixture.clock.advance(3600)
  await wallet.renewAttestations()
  const held = (await context.stores.wallet.read())?.attestations ?? []
  assert.ok(!held.some(({ thumbprint }) => thumbprint === client), 'deleted after the longest login')
})

test('WI-03 WI-33 after the expiry of every attestation, a wallet that gets no other one redeems no code', async () => {
  const { wallet, context, fixture, back, tokenRequests } = await expiredDuringLogin()
  await context.stores.wallet.change((record) => {
    const expired = record?.attestations.filter(({ expiresAt }) => expiresAt <= fixture.clock.now()) ?? []
    return [record && { ...record, attestations: expired }, undefined]
  })
  fixture.intercept('/nonce', () => new Response('', { status: 503 }))
  const { answer } = await refusedBy('WI-27', 'attestation_refused', wallet.completeIssuance(back))
  assert.equal(answer.error, 'unreachable')
  assert.equal(tokenRequests().length, 0)
  fixture.endInterception()
  await wallet.completeIssuance(back)
  assert.equal(tokenRequests().length, 1)
})

test('WI-03 reports an attestation whose key was lost during the login', async () => {
  const { wallet, issuer, phone } = await createIssuanceBench()
  const { authorizationUrl } = await wallet.beginIssuance(issuerId)
  const back = await issuer.browser(authorizationUrl)
  phone.state.keys.clear()
  const { answer } = await refusedBy('WI-03', 'attestation_lost', wallet.completeIssuance(back))
  assert.equal(answer.error, 'attestation_ended')
})
