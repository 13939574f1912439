/**
 * The signed envelope of 2023 at the endpoint: accepted if the option is on and the request was of variant 1, and with
 * one fault at a time.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { generateSigner, type Signer, signJwt } from '../../../src/jose/index.ts'
import { presentSdJwt } from '../../../src/sd-jwt/index.ts'
import { forgeJwt, jwtFaultsFor } from '../../support/forge-jwt.ts'
import {
  assertRefused,
  type Bend,
  type Bendable,
  issuePid,
  present,
  type RelyingPartyFixture,
  relyingPartyFixture,
  rpId,
  type TestWallet,
  testWallet,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture({ config: { acceptSignedEnvelope: true } })
const wallet = await testWallet(fixture)
const stranger = await generateSigner(fixture)
const scope = 'variant=scope&flow=cross-device'

type Change = (jwt: string, signer: Signer) => Promise<string> | string

function enveloped(
  at: RelyingPartyFixture,
  holder: TestWallet,
  change: Change = (jwt) => jwt,
  claims: object = {},
): Bend {
  let nonce = ''
  const own = async (members: Bendable) => {
    const pid = await issuePid(at, holder)
    const shown = presentSdJwt(
      at,
      pid,
      ['given_name', 'family_name', 'tax_id_number'].map((name) => [name]),
    )
    assert.ok(!failed(shown))
    const now = at.clock.now()
    const payload = {
      iss: holder.attested.kid,
      jti: 'j',
      aud: `${rpId}/response`,
      iat: now,
      exp: now + 60,
      nonce,
      vp: shown,
      ...claims,
    }
    const jwt = await change(await signJwt(holder.holder, { typ: 'JWT' }, payload), holder.holder)
    if (Array.isArray(members.vp_token)) members.vp_token[0] = jwt
    else members.vp_token.pid = jwt
  }
  return {
    binding: (binding) => {
      nonce = binding.nonce
    },
    members: own,
  }
}

test('RP-52 accepts the envelope only in variant 1 with the option, and still accepts a Key Binding JWT', async () => {
  const taken = await present(fixture, { query: scope, wallet, bend: enveloped(fixture, wallet) })
  assert.equal(taken.response.status, 200, await taken.response.text())
  assert.equal((await present(fixture, { query: scope, wallet })).response.status, 200)
  const second = await present(fixture, { wallet, bend: enveloped(fixture, wallet) })
  await assertRefused(fixture, second.response, ['RP-11', 'sd_jwt_malformed', 400])
  const off = await relyingPartyFixture()
  const refused = await present(off, { query: scope, wallet, bend: enveloped(off, wallet) })
  await assertRefused(off, refused.response, ['RP-11', 'sd_jwt_malformed', 400])
})

const claims =
  (change: object): Change =>
  (jwt, signer) =>
    forgeJwt(jwt, signer, { payload: { ...change } })
const rows: readonly (readonly [string, string, Change, string, number?])[] = [
  ['RP-52', 'no presentation', claims({ vp: undefined }), 'envelope_presentation_missing', 400],
  ['RP-52', 'a presentation that is no SD-JWT', claims({ vp: 'a.b.c' }), 'envelope_presentation_missing', 400],
  ['RP-65', 'another audience', claims({ aud: rpId }), 'aud_mismatch'],
  ['RP-66', 'another nonce', claims({ nonce: 'x' }), 'nonce_mismatch'],
  ['RP-52', 'no exp', claims({ exp: undefined }), 'exp_missing'],
  ['RP-68', 'no iat', claims({ iat: undefined }), 'iat_missing'],
  ['RP-52', 'no jti', claims({ jti: undefined }), 'jti_missing'],
  ['RP-63', 'another key', (jwt) => forgeJwt(jwt, stranger, {}), 'signature_invalid'],
  ...jwtFaultsFor({ signature_invalid: 'RP-63' }),
]
for (const [id, title, change, code, status = 403] of rows)
  test(`${id} refuses an envelope with ${title}`, async () => {
    const { response } = await present(fixture, { query: scope, wallet, bend: enveloped(fixture, wallet, change) })
    await assertRefused(fixture, response, [id, code, status])
  })
