/** Faulty attestations of the provider, with one fault at a time: the wallet does not store them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { crypto } from '../../support/federation.ts'
import { decodeJwt, forgeJwt, type JwtChange } from '../../support/forge-jwt.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { addMember } from '../../support/set-up-wallet.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { createWalletProviderFixture, type WalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

/** The real provider's attestation with one change, with a valid signature unless stated otherwise. */
const attestations: readonly (readonly [
  id: string,
  what: string,
  change: JwtChange | 'media' | 'stranger',
  code: string,
])[] = [
  ['WI-31', 'the typ of IT-Wallet 1.0', { header: { typ: 'oauth-client-attestation+jwt' } }, 'typ_mismatch'],
  ['WI-31', 'an unknown issuer', { payload: { iss: 'https://other.example' } }, 'no_trust_chain'],
  ['WI-31', 'another subject', { payload: { sub: 'x' } }, 'sub_mismatch'],
  ['WI-31', 'a level that its provider does not list', { payload: { aal: 'x' } }, 'aal_unsupported'],
  ['WI-31', 'no cnf', { payload: { cnf: undefined } }, 'claim_missing'],
  ['WI-31', 'a cnf of another type', { payload: { cnf: 'x' } }, 'claim_malformed'],
  ['WI-31', 'a cnf with a kid only', { payload: { cnf: { kid: 'x' } } }, 'cnf_jwk_missing'],
  ['WI-31', 'a lifetime of more than 24 hours', { payload: { exp: 1_768_478_400 + 86_401 } }, 'lifetime_too_long'],
  [
    'WI-03',
    'an exp in the past, but within the clock skew',
    { payload: { exp: 1_768_478_399 } },
    'attestation_expiring',
  ],
  ['WI-03', 'an exp in 59 seconds', { payload: { exp: 1_768_478_400 + 59 } }, 'attestation_expiring'],
  ['WI-31', 'an unknown signing key', { header: { kid: 'x' } }, 'kid_unknown'],
  ['WI-31', 'a forged signature', 'stranger', 'signature_invalid'],
  ['WI-31', 'another media type', 'media', 'media_type_unexpected'],
]
for (const [id, what, change, code] of attestations)
  test(`${id} refuses an attestation with ${what}`, async () => {
    const fixture = await createWalletProviderFixture()
    const { wallet, phone } = createTestWallet(fixture)
    const stranger = await generateSigner({ crypto })
    const issued = await attestedBefore(fixture)
    fixture.intercept('/token', async (request) => {
      const body = new URLSearchParams(await request.text())
      const { cnf } = decodeJwt(body.get('assertion') ?? '').payload
      const sub = decodeJwt(body.get('assertion') ?? '').header.kid
      const valid = await forgeJwt(issued, fixture.attestationSigner, { payload: { cnf, sub } })
      if (change === 'media') return new Response(valid, { headers: { 'content-type': 'text/plain' } })
      const signer = change === 'stranger' ? stranger : fixture.attestationSigner
      const bent = await forgeJwt(valid, signer, change === 'stranger' ? {} : change)
      return new Response(bent, { headers: { 'content-type': 'application/jwt' } })
    })
    await refusedBy(id, code, wallet.setUp())
    assert.equal((await wallet.status()).state, 'installed')
    assert.equal(phone.state.keys.size, 0)
  })

test('WI-31 refuses an attestation of another Wallet Provider, even if it is trusted', async () => {
  const fixture = await createWalletProviderFixture()
  const signer = await generateSigner({ crypto })
  const jwks = { keys: [signer.publicJwk] } as unknown as JsonObject
  const other = await addMember(fixture, 'https://other-provider.example', { wallet_provider: { jwks } })
  const issued = await attestedBefore(fixture)
  const { wallet } = createTestWallet(fixture)
  fixture.intercept('/token', async (request) => {
    const { payload, header } = decodeJwt(new URLSearchParams(await request.text()).get('assertion') ?? '')
    const ofOther = { iss: other.entityId, cnf: payload.cnf, sub: header.kid }
    const forged = await forgeJwt(issued, signer, {
      header: { kid: signer.kid, trust_chain: undefined },
      payload: ofOther,
    })
    return new Response(forged, { headers: { 'content-type': 'application/jwt' } })
  })
  await refusedBy('WI-31', 'iss_mismatch', wallet.setUp())
})

test('WI-31 refuses an attestation of a key that is not its own', async () => {
  const fixture = await createWalletProviderFixture()
  const issued = await attestedBefore(fixture)
  const { wallet } = createTestWallet(fixture)
  fixture.intercept('/token', () => new Response(issued, { headers: { 'content-type': 'application/jwt' } }))
  await refusedBy('WI-31', 'cnf_mismatch', wallet.setUp())
})

/** Returns an attestation that the real provider issued to another wallet. */
async function attestedBefore(fixture: WalletProviderFixture): Promise<string> {
  await createTestWallet(fixture).wallet.setUp()
  const found = fixture.network.exchanges.findLast(({ request }) => new URL(request.url).pathname === '/token')
  return (found as { response: Response }).response.clone().text()
}
