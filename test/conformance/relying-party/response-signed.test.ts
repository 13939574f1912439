/** Signed responses: their signer, their content, and how the Relying Party reads them (RP-49). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { changing } from '../../support/cases.ts'
import { forgeJwt, jwtFaultsFor } from '../../support/forge-jwt.ts'
import {
  type Bend,
  present,
  type ResponseRow,
  refusesResponse,
  relyingPartyFixture,
  rpId,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const stranger = await generateSigner(fixture)

const signing = (forge: (jwt: string, signer: Signer) => Promise<string> | string): Bend => ({
  protection: 'signed_encrypted',
  signedResponse: forge,
})
const claims = (change: object): Bend => signing((jwt, signer) => forgeJwt(jwt, signer, { payload: { ...change } }))
const signedRows: ResponseRow[] = [
  ['RP-49', 'a signed response without iss', claims({ iss: undefined }), 'iss_missing', 403],
  ['RP-49', 'a signed response with another iss', claims({ iss: 'x' }), 'iss_mismatch', 403],
  ['RP-49', 'a signed response without aud', claims({ aud: undefined }), 'aud_missing', 403],
  ['RP-49', 'a signed response for another aud', claims({ aud: 'https://x.example' }), 'aud_mismatch', 403],
  ['RP-49', 'a signed response for several aud', claims({ aud: [rpId, 'https://x.example'] }), 'aud_mismatch', 403],
  ['RP-49', 'a signed response without exp', claims({ exp: undefined }), 'exp_missing', 403],
  ['RP-49', 'a key that is not attested', signing((jwt) => forgeJwt(jwt, stranger, {})), 'signature_invalid', 403],
]
const own = { expired: 'RP-49', not_yet_valid: 'RP-49', signature_invalid: 'RP-49' }
const bindingCodes = [...Object.keys(own), 'time_invalid', 'key_mismatch']
for (const [id, title, forge, code] of jwtFaultsFor(own))
  signedRows.push([
    id,
    `a signed response with ${title}`,
    signing(forge),
    code,
    bindingCodes.includes(code) ? 403 : 400,
  ])
for (const row of signedRows) test(`${row[0]} refuses ${row[1]}`, () => refusesResponse(fixture, row))

test('RP-49 refuses a signed response without an attestation of its signer', async () => {
  const at = await relyingPartyFixture({ config: { askWalletAttestation: false } })
  const bend: Bend = {
    protection: 'signed_encrypted',
    members: changing({ wallet_attestation: undefined }, 'vp_token'),
  }
  await refusesResponse(at, ['RP-49', '', bend, 'signer_unattested', 403], ['dcql'])
})

test('RP-49 accepts a signed response whose iss is the thumbprint, or the URL of the instance at its provider', async () => {
  for (const id of ['https://wallet-provider.example', 'https://wallet-provider.example/']) {
    const at = await relyingPartyFixture({ walletProviderId: id })
    const ofInstance = (jwt: string, signer: Signer) =>
      forgeJwt(jwt, signer, { payload: { iss: `https://wallet-provider.example/instance/${signer.kid}` } })
    for (const bend of [signing((jwt) => jwt), signing(ofInstance)]) {
      const { response } = await present(at, { bend })
      assert.equal(response.status, 200, await response.text())
    }
  }
})

for (const change of [
  { iss: 'https://x.example', aud: 'https://x.example' },
  { iat: 1 },
  { iss: 1, aud: [], exp: null, nbf: null },
  { exp: 4_102_444_800 },
])
  test(`RP-49 D-411 ignores ${Object.keys(change).join(', ')} of an unsigned response`, async () => {
    const at = await relyingPartyFixture()
    const stated: Bend = { members: (one) => void Object.assign(one, change) }
    const { response } = await present(at, { bend: { protection: 'encrypted', ...stated } })
    assert.equal(response.status, 200, await response.text())
  })

for (const [exp, code] of [
  [1, 'expired'],
  ['soon', 'exp_malformed'],
] as const)
  test(`RP-49 D-411 refuses an unsigned response with exp ${exp}`, async () => {
    const at = await relyingPartyFixture()
    const stated: Bend = { members: (one) => void Object.assign(one, { exp }) }
    await refusesResponse(at, ['RP-49', '', { protection: 'encrypted', ...stated }, code])
  })

test('RP-49 a service that demands a signature refuses JSON that looks like a JWS', async () => {
  const at = await relyingPartyFixture({ config: { responseProtections: ['signed'] } })
  let bare = ''
  const bend: Bend = {
    protection: 'signed',
    members: (members) => {
      bare = JSON.stringify(members).replaceAll('.', '\\u002e')
    },
    form: (form) => {
      form.response = bare.replace(/}$/, ',"x":".."}')
    },
  }
  await refusesResponse(at, ['GEN-23', '', bend, 'jws_malformed'])
})
