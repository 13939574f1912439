/**
 * Variant 1: a wallet that fetches the Request Object with its attestation and a DPoP proof, with one fault at a time.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { type FetchBend, fetchAttested } from '../../support/attested-fetch.ts'
import { changing, refusalsOf } from '../../support/cases.ts'
import { forgeJwt, jwtFaultsFor } from '../../support/forge-jwt.ts'
import {
  assertRefused,
  fetchRequest,
  issuerId,
  relyingPartyFixture,
  rpId,
  testWallet,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const wallet = await testWallet(fixture)
const stranger = await generateSigner(fixture)

const attestedFetch = (change: FetchBend = {}, at = fixture) => fetchAttested(at, wallet, change)

const payload = (change: object): FetchBend => ({
  proofJwt: (jwt, signer) => forgeJwt(jwt, signer, { payload: { ...change } }),
})
const header = (change: object): FetchBend => ({
  proofJwt: (jwt, signer) => forgeJwt(jwt, signer, { header: { ...change } }),
})

type Row = readonly [id: string, title: string, change: FetchBend, code: string, status?: number, error?: string]
const proofRows: Row[] = refusalsOf({
  'RP-44 jwk_missing': { 'a proof without jwk': header({ jwk: undefined }) },
  'RP-44 jwk_private': { 'a private key in the proof': header({ jwk: { ...wallet.attested.publicJwk, d: 'AA' } }) },
  'GEN-16 jwk_malformed': { 'a malformed key': header({ jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }) },
  'GEN-16 jwk_unsupported': { 'a key of an unknown type': header({ jwk: { kty: 'X' } }) },
  'RP-44 jti_missing': { 'a proof without jti': payload({ jti: undefined }) },
  'RP-44 jti_malformed': { 'a jti that is not a string': payload({ jti: 7 }) },
  'RP-44 htm_missing': { 'a proof without htm': payload({ htm: undefined }) },
  'RP-44 htm_mismatch': { 'a proof for another method': payload({ htm: 'POST' }) },
  'RP-44 htu_missing': { 'a proof without htu': payload({ htu: undefined }) },
  'RP-44 htu_mismatch': { 'a proof for another URL': payload({ htu: `${rpId}/response` }) },
  'RP-44 iat_missing': { 'a proof without iat': payload({ iat: undefined }) },
  'RP-44 proof_stale': { 'an old proof': payload({ iat: fixture.clock.now() - 330 }) },
  'RP-44 not_yet_valid': { 'a proof from the future': payload({ iat: fixture.clock.now() + 31 }) },
  'RP-44 ath_missing': { 'a proof without ath': payload({ ath: undefined }) },
  'RP-44 ath_mismatch': { 'a proof for another attestation': payload({ ath: 'x' }) },
  'RP-44 jkt_mismatch': { 'a proof by a key that is not attested': { proof: changing({ signer: stranger }) } },
})
const tokenRows: Row[] = refusalsOf<FetchBend>({
  'RP-45 authorization_missing': { 'a proof without attestation': { headers: changing({ authorization: undefined }) } },
  'RP-45 authorization_scheme_unsupported': { 'another scheme': { headers: changing({ authorization: 'Bearer x' }) } },
  'RP-45 authorization_malformed': {
    'a token with a blank': { headers: changing({ authorization: 'DPoP a b' }) },
  },
  'RP-45 kid_unknown': {
    'an attestation of unknown kid': { attestation: (jwt, signer) => forgeJwt(jwt, signer, { header: { kid: 'x' } }) },
  },
  'GEN-15 jwk_private': {
    'a private key as cnf': {
      attestation: (jwt, signer) =>
        forgeJwt(jwt, signer, { payload: { cnf: { jwk: { ...stranger.publicJwk, d: 'AA' } } } }),
    },
  },
  'GEN-16 jwk_unsupported': {
    'a cnf with a key of an unknown type': {
      attestation: (jwt, signer) => forgeJwt(jwt, signer, { payload: { cnf: { jwk: { kty: 'X' } } } }),
    },
  },
})

const attestedBy = (payload: object): FetchBend => ({
  attestation: (jwt, signer) => forgeJwt(jwt, signer, { header: { trust_chain: undefined }, payload: { ...payload } }),
})
const now = fixture.clock.now()
tokenRows.push(
  ['RP-45', 'an attestation from outside the federation', attestedBy({ iss: 'https://x.example' }), 'no_trust_chain'],
  ['RP-45', 'an attestation by a member of another type', attestedBy({ iss: issuerId }), 'entity_type_missing'],
  ['RP-45', 'an attestation of another subject', attestedBy({ sub: 'x' }), 'sub_mismatch'],
  ['RP-45', 'an attestation with a lifetime of two days', attestedBy({ exp: now + 172_800 }), 'lifetime_too_long'],
  ['RP-45', 'a level that the provider’s metadata do not list', attestedBy({ aal: 'x' }), 'aal_unsupported'],
  ['RP-45', 'an attestation whose cnf has a kid only', attestedBy({ cnf: { kid: 'x' } }), 'cnf_jwk_missing'],
  ['RP-45', 'an attestation without cnf', attestedBy({ cnf: undefined }), 'claim_missing'],
  ['RP-45', 'an attestation with a cnf of another type', attestedBy({ cnf: 'x' }), 'claim_malformed'],
)

const refuses = async ([id, , change, code, status = 400, error = 'invalid_dpop_proof']: Row): Promise<Response> => {
  const { response, started } = await attestedFetch(change)
  await assertRefused(fixture, response, [id, code, status, error])
  assert.equal((await fixture.stores.presentationSessions.find(started.id))?.status, 'issued')
  return response
}
for (const row of proofRows) test(`${row[0]} RP-45 refuses ${row[1]}`, () => refuses(row).then(() => undefined))
const refusesToken = async ([id, title, change, code]: Row): Promise<void> => {
  const response = await refuses([id, title, change, code, 401, 'invalid_token'])
  assert.match(response.headers.get('www-authenticate') ?? '', /^DPoP /)
}
for (const row of tokenRows) test(`${row[0]} RP-45 refuses ${row[1]}`, () => refusesToken(row))

const proofOwn = {
  typ_mismatch: 'RP-44',
  alg_none: 'RP-44',
  alg_mac: 'RP-44',
  alg_unsupported: 'RP-44',
  not_yet_valid: 'RP-44',
  signature_invalid: 'RP-44',
}
for (const [id, title, forge, code] of jwtFaultsFor(proofOwn))
  test(`${id} RP-44 refuses a proof with ${title}`, async () =>
    void (await refuses([id, '', { proofJwt: forge }, code])))

const tokenOwn = { typ_mismatch: 'RP-45', expired: 'RP-45', not_yet_valid: 'RP-45', signature_invalid: 'RP-45' }
const nonsenseToken = ['a text that is not a JWT', 'two parts only']
for (const [id, title, forge, code] of jwtFaultsFor(tokenOwn)) {
  const how: FetchBend = nonsenseToken.includes(title)
    ? { attestation: forge }
    : { attestation: (jwt, signer) => forge(jwt, signer) }
  test(`${id} RP-45 refuses an attestation with ${title}`, () => refusesToken([id, '', how, code]))
}

test('WP-85 RP-45 the fetch accepts an attestation of IT-Wallet 1.0, and verifies it by the same rules', async () => {
  const typ = 'oauth-client-attestation+jwt'
  const later = (payload: object = {}): FetchBend => ({
    attestation: (jwt, signer) => forgeJwt(jwt, signer, { header: { typ }, payload: { ...payload } }),
  })
  const { response, started } = await attestedFetch(later())
  assert.equal(response.status, 200, await response.text())
  const session = await fixture.stores.presentationSessions.find(started.id)
  assert.equal(session?.attestedLevel, 'https://trust-list.eu/aal/high')
  await refusesToken(['RP-45', '', later({ sub: 'x' }), 'sub_mismatch'])
})

test('RP-44 refuses a proof that was used before', async () => {
  const { headers, started } = await attestedFetch()
  const again = await fetchRequest(fixture, started, undefined, headers)
  await assertRefused(fixture, again, ['RP-44', 'jti_reused', 400, 'invalid_dpop_proof'])
})

test('RP-70 refuses a revoked attestation', async () => {
  const at = await relyingPartyFixture()
  at.setStatusOf('attestation', 1)
  const { response } = await attestedFetch({}, at)
  await assertRefused(at, response, ['RP-70', 'revoked', 401, 'invalid_token'])
})

test('GEN-29 RP-45 refuses a doubled Authorization or DPoP header', async () => {
  const rows = [
    ['authorization', ['GEN-29', 'header_duplicated', 400]],
    ['dpop', ['RP-45', 'dpop_duplicated', 400, 'invalid_dpop_proof']],
  ] as const
  for (const [name, refusal] of rows) {
    const { response } = await attestedFetch({
      headers: (one) => {
        one[name] = `${one[name]}, ${one[name]}`
      },
    })
    await assertRefused(fixture, response, refusal)
  }
})

test('GEN-30 htu is compared with the configured URL, not with the X-Forwarded-Host header', async () => {
  const { response } = await attestedFetch({ headers: changing({ 'x-forwarded-host': 'evil.example' }) })
  assert.equal(response.status, 200)
})
