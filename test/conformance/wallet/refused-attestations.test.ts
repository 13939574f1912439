/**
 * The wallet's reaction when a party refuses its attestation: it fetches another one, once, and renews everything else.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseAttestation } from '../../../src/wallet/attestation/choose-attestation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { createPresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId, issuerPaths } from '../../support/scripted-issuer.ts'
import { requestUri, responseUri } from '../../support/scripted-relying-party.ts'
import { sentTo } from '../../support/set-up-wallet.ts'

/** Replaces the answer of the endpoint at that path. */
const refusing = (path: string, status: number, error: string, headers?: Record<string, string>) => (asked: string) => {
  if (asked !== path) return undefined
  return headers ? new Response(null, { status, headers }) : Response.json({ error }, { status })
}

test('WI-32 a PID Provider that refuses the client gets another attestation the next time (D-200)', async () => {
  for (const [status, error, isNew] of [
    [401, 'invalid_client', true],
    [400, 'use_fresh_attestation', true],
    [401, 'invalid_client_attestation', true],
    [401, 'invalid_request', false],
  ] as const) {
    const { wallet, context, issuer, fixture } = await createIssuanceBench({ attestations: { readyCount: 2 } })
    const first = (await chooseAttestation(context, issuerId)).thumbprint
    await wallet.renewAttestations()
    const ready = (await context.stores.wallet.read())?.attestations.filter((one) => one.shownTo === undefined)
    issuer.bends.answer = refusing(issuerPaths.par, status, error)
    await refusedBy('WI-42', 'request_refused', wallet.beginIssuance(issuerId))
    assert.equal(sentTo(fixture, issuerId + issuerPaths.par).length, isNew ? 2 : 1, error)
    Reflect.deleteProperty(issuer.bends, 'answer')
    const client = new URL((await wallet.beginIssuance(issuerId)).authorizationUrl).searchParams.get('client_id')
    assert.equal(client !== first, isNew, error)
    assert.equal(
      ready?.some(({ thumbprint }) => thumbprint === client),
      false,
      'the stock has the same trust chain',
    )
  }
})

test('WI-32 WI-07 the wallet repeats a request after invalid_client once, with a new attestation, state, challenge and jti (D-308)', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  const pushes = () => sentTo(fixture, issuerId + issuerPaths.par)
  issuer.bends.answer = (path) =>
    pushes().length === 0 ? refusing(issuerPaths.par, 401, 'invalid_client')(path) : undefined
  const client = new URL((await wallet.beginIssuance(issuerId)).authorizationUrl).searchParams.get('client_id')
  const forms = await Promise.all(pushes().map(async (one) => new URLSearchParams(await one.clone().text())))
  const claims = forms.map((form) => decodeJwt(form.get('request') ?? '').payload)
  assert.equal(forms.length, 2)
  assert.equal(forms[1]?.get('client_id'), client)
  for (const name of ['client_id', 'state', 'code_challenge', 'jti'])
    assert.notEqual(claims[0]?.[name], claims[1]?.[name], name)
})

test('WI-32 the wallet does not replace a new attestation that is refused', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench({ attestations: { readyCount: 0 } })
  fixture.clock.advance(3600)
  issuer.bends.answer = refusing(issuerPaths.par, 401, 'invalid_client')
  const asked = () => sentTo(fixture, '/token').length
  const before = asked()
  await refusedBy('WI-42', 'request_refused', wallet.beginIssuance(issuerId))
  assert.equal(sentTo(fixture, issuerId + issuerPaths.par).length, 1)
  assert.equal(asked(), before + 1)
})

test('WI-33 a wallet detects the revocation of its instance when a party refuses its attestation', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  const [instance] = await fixture.stores.walletInstances.search({ limit: 1 })
  const { hardwareKeyTag } = instance ?? assert.fail('no instance')
  await fixture.stores.walletInstances.revoke({ hardwareKeyTag, reason: 'revoked_by_user', now: fixture.clock.now() })
  issuer.bends.answer = refusing(issuerPaths.par, 401, 'invalid_client')
  await refusedBy('WI-33', 'instance_lost', wallet.beginIssuance(issuerId))
})

test('WI-32 a flow can finish with an attestation that was refused in another flow, and then its key is deleted', async () => {
  const { wallet, context, fixture, issuer, phone } = await createIssuanceBench()
  const { authorizationUrl } = await wallet.beginIssuance(issuerId)
  const held = (await context.stores.wallet.read())?.attestations[0]
  const back = await issuer.browser(authorizationUrl)
  issuer.bends.answer = refusing(issuerPaths.par, 401, 'invalid_client')
  await refusedBy('WI-42', 'request_refused', wallet.beginIssuance(issuerId))
  Reflect.deleteProperty(issuer.bends, 'answer')
  assert.equal((await wallet.status()).state, 'installed', 'no attestation can be used')
  await wallet.completeIssuance(back)
  fixture.clock.advance(1801)
  await wallet.renewAttestations()
  assert.equal(phone.state.keys.has(held?.keyTag ?? ''), false)
})

test('WI-32 an attestation that the token endpoint refuses is not used again', async () => {
  const { wallet, context, issuer } = await createIssuanceBench()
  const { authorizationUrl } = await wallet.beginIssuance(issuerId)
  const back = await issuer.browser(authorizationUrl)
  issuer.bends.answer = refusing(issuerPaths.token, 400, 'invalid_client')
  await refusedBy('WI-42', 'token_refused', wallet.completeIssuance(back))
  const client = new URL(authorizationUrl).searchParams.get('client_id')
  assert.notEqual((await chooseAttestation(context, issuerId)).thumbprint, client)
})

test('WI-32 a Relying Party that refuses the attestation gets another one the next time', async () => {
  const challenge = { 'www-authenticate': 'DPoP error="invalid_token", algs="ES256"' }
  for (const headers of [undefined, challenge]) {
    const { wallet, relyingParty, sentTo } = await createPresentationBench()
    relyingParty.bends.variant = 'scope'
    const link = relyingParty.engagement()
    relyingParty.bends.answer = refusing(new URL(requestUri).pathname, 401, 'invalid_token', headers)
    await refusedBy('WI-93', 'request_refused', wallet.present(link))
    Reflect.deleteProperty(relyingParty.bends, 'answer')
    await wallet.present(link)
    const shown = sentTo(requestUri).map(({ headers: sent }) => sent.get('authorization'))
    assert.equal(new Set(shown).size, 2)
  }
})

test('WI-32 a Relying Party that refuses the attestation at the request endpoint gets a new one in the same flow', async () => {
  const { wallet, relyingParty, sentTo: sent } = await createPresentationBench()
  await wallet.renewAttestations()
  relyingParty.bends.variant = 'scope'
  relyingParty.bends.answer = (path) =>
    sent(requestUri).length === 0 ? refusing(new URL(requestUri).pathname, 401, 'invalid_token')(path) : undefined
  assert.equal((await wallet.present(relyingParty.engagement())).kind, 'presented')
  const shown = sent(requestUri).map(({ headers }) => headers.get('authorization'))
  assert.equal(shown.length, 2)
  assert.equal(new Set(shown).size, 2)
})

for (const variant of ['dcql', 'scope'] as const)
  test(`WI-32 after a 403 to the response of variant ${variant === 'scope' ? 1 : 2}, the next flow shows another attestation (D-308)`, async () => {
    for (const [status, isNew] of [
      [403, true],
      [400, false],
      [503, false],
    ] as const) {
      const bench = await createPresentationBench()
      const { wallet, relyingParty, sentTo: sent } = bench
      relyingParty.bends.variant = variant
      const attestationOf = async () => {
        const content = JSON.stringify(await bench.decryptResponse(await bench.lastForm(responseUri)))
        const tokens = content.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? []
        return tokens.find((token) => decodeJwt(token).header.typ === 'wallet-attestation+jwt')
      }
      relyingParty.bends.answer = refusing(new URL(responseUri).pathname, status, 'invalid_request')
      await assert.rejects(wallet.present(relyingParty.engagement()))
      const refused = await attestationOf()
      assert.equal(sent(responseUri).length, 1, 'nothing is posted twice')
      Reflect.deleteProperty(relyingParty.bends, 'answer')
      await wallet.present(relyingParty.engagement())
      assert.ok(refused)
      assert.equal((await attestationOf()) !== refused, isNew, `${status}`)
    }
  })

test('WI-32 the refusal of a fetch of variant 2, which has no attestation, marks no attestation as refused (D-200)', async () => {
  const { wallet, context, relyingParty } = await createPresentationBench()
  const link = relyingParty.engagement()
  await wallet.renewAttestations()
  const before = (await context.stores.wallet.read())?.attestations ?? []
  relyingParty.bends.answer = refusing(new URL(requestUri).pathname, 401, 'invalid_client')
  await refusedBy('WI-93', 'request_refused', wallet.present(link))
  const after = (await context.stores.wallet.read())?.attestations ?? []
  const keysOf = (held: typeof before) => held.map(({ keyTag, refused }) => [keyTag, refused])
  assert.deepEqual(keysOf(after), keysOf(before))
})
