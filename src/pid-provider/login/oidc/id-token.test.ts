import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failed } from '../../../base/index.ts'
import { generateSigner, type Signer, signJwt, withKeyCache } from '../../../jose/index.ts'
import { createNodeCrypto } from '../../../node/node-crypto.ts'
import { type IdTokenCode, type IdTokenPolicy, type NationalTokenPolicy, verifyNationalIdToken } from './id-token.ts'
import { type UserinfoCode, verifyNationalUserinfo } from './userinfo.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()) }
const signer = await generateSigner(ctx)
const stranger = await generateSigner(ctx)
const now = 1_768_478_400

const policy: NationalTokenPolicy = {
  issuer: 'https://idp.example',
  keyOf: async ({ kid }) => (kid === signer.kid ? signer.publicJwk : undefined),
  algorithms: ['ES256'],
  clientId: 'https://pid.example',
  loginNonce: 'n'.repeat(43),
  startedAt: now - 60,
  now,
  skew: 5,
}

/** The access token of the example in OpenID Connect Core 1.0 A.3, whose `at_hash` uses SHA-256. */
const accessToken = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y'
const atHash = '77QmUPtjPfzWtF2AnpK9RQ'

const header = { typ: 'JWT', kid: signer.kid }
const idToken = {
  iss: 'https://idp.example',
  sub: 'user-1',
  aud: 'https://pid.example',
  nonce: 'n'.repeat(43),
  iat: now - 1,
  exp: now + 300,
  auth_time: now - 10,
  acr: 'https://www.spid.gov.it/SpidL3',
}

interface Change {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, string | undefined>>
  readonly signer?: Signer
  readonly policy?: Partial<IdTokenPolicy>
}

const verify = async (change: Change) => {
  const compact = await signJwt(
    change.signer ?? signer,
    { ...header, ...change.header },
    { ...idToken, ...change.claims },
  )
  return verifyNationalIdToken(ctx, compact, { ...policy, accessToken, ...change.policy })
}

describe('the ID Token of the national identity provider', () => {
  test('PP-62 is accepted if it is valid, and gives level, subject and time', async () => {
    const result = await verify({})
    assert.ok(!failed(result))
    assert.deepEqual([result.subject, result.levelOfAssurance, result.authenticatedAt], ['user-1', 'high', now - 10])
  })

  for (const [what, change] of [
    ['a list of audiences that contains only us', { claims: { aud: ['https://pid.example'] } }],
    ['ourselves as the authorized party', { claims: { azp: 'https://pid.example' } }],
    ['an ID Token without auth_time, whose iat is the time of the login', { claims: { auth_time: undefined } }],
    ['an ID Token without typ', { header: { typ: undefined } }],
    ['the at_hash of the access token', { claims: { at_hash: atHash } }],
    ['an auth_time before the start, within the skew', { claims: { auth_time: now - 65 } }],
    ['an auth_time in the future, within the skew', { claims: { auth_time: now + 5 } }],
    ['an exp that has passed, within the skew', { claims: { exp: now - 4 } }],
  ] as const satisfies readonly (readonly [string, Change])[])
    test(`accepts ${what}`, async () => assert.ok(!failed(await verify(change))))

  for (const [acr, level] of [
    ['https://www.spid.gov.it/SpidL1', 'low'],
    ['https://www.spid.gov.it/SpidL2', 'substantial'],
  ] as const)
    test(`PP-61 gives the level of its acr: ${level}`, async () => {
      const result = await verify({ claims: { acr } })
      assert.equal(failed(result) ? result.code : result.levelOfAssurance, level)
    })

  const rows: readonly (readonly [string, Change, IdTokenCode])[] = [
    ['another issuer', { claims: { iss: 'https://evil.example' } }, 'iss_mismatch'],
    ['the issuer with a slash', { claims: { iss: 'https://idp.example/' } }, 'iss_mismatch'],
    ['another audience', { claims: { aud: 'https://other.example' } }, 'aud_mismatch'],
    ['a further audience', { claims: { aud: ['https://pid.example', 'https://other.example'] } }, 'aud_mismatch'],
    ['another authorized party', { claims: { azp: 'https://other.example' } }, 'aud_mismatch'],
    ['another nonce', { claims: { nonce: 'm'.repeat(43) } }, 'nonce_mismatch'],
    ['a missing nonce', { claims: { nonce: undefined } }, 'id_token_malformed'],
    ['a missing sub', { claims: { sub: undefined } }, 'id_token_malformed'],
    ['an empty sub', { claims: { sub: '' } }, 'id_token_malformed'],
    ['a missing exp', { claims: { exp: undefined } }, 'id_token_malformed'],
    ['a missing iat', { claims: { iat: undefined } }, 'id_token_malformed'],
    ['an exp in the past', { claims: { exp: now - 5 } }, 'expired'],
    ['an iat in the future', { claims: { iat: now + 6 } }, 'not_yet_valid'],
    ['an nbf in the future', { claims: { nbf: now + 6 } }, 'not_yet_valid'],
    ['an auth_time in the future', { claims: { auth_time: now + 6 } }, 'not_yet_valid'],
    ['a negative auth_time', { claims: { auth_time: -1 } }, 'time_invalid'],
    ['an auth_time before the login began', { claims: { auth_time: now - 66 } }, 'login_stale'],
    ['an iat before the login began', { claims: { iat: now - 66, auth_time: now } }, 'login_stale'],
    ['a missing acr', { claims: { acr: undefined } }, 'acr_missing'],
    ['an acr that is not a level', { claims: { acr: 'https://www.spid.gov.it/SpidL4' } }, 'acr_unknown'],
    [
      'an older spelling of a level',
      { claims: { acr: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SpidL3' } },
      'acr_unknown',
    ],
    ['an acr that is the name of a JavaScript property', { claims: { acr: 'constructor' } }, 'acr_unknown'],
    ['the at_hash of another access token', { claims: { at_hash: `${atHash.slice(1)}A` } }, 'at_hash_mismatch'],
    [
      'an access token that does not match at_hash',
      { claims: { at_hash: atHash }, policy: { accessToken: 'x' } },
      'at_hash_mismatch',
    ],
    ['an at_hash that is not a string', { claims: { at_hash: 1 } }, 'id_token_malformed'],
    ['another typ', { header: { typ: 'at+jwt' } }, 'typ_mismatch'],
    ['a missing kid', { header: { kid: undefined } }, 'kid_unknown'],
    ['an unregistered key', { header: { kid: stranger.kid }, signer: stranger }, 'kid_unknown'],
    ['a signature with another key under a registered kid', { signer: stranger }, 'signature_invalid'],
    ['an algorithm that is not allowed', { policy: { algorithms: ['RS256'] } }, 'alg_unsupported'],
  ]
  for (const [what, change, code] of rows)
    test(`PP-62 refuses ${what}: ${code}`, async () => {
      const result = await verify(change)
      assert.equal(failed(result) ? result.code : 'accepted', code)
    })

  for (const [what, claims, at] of [
    ['a stale auth_time', { auth_time: now - 66 }, 'id_token.auth_time'],
    ['a stale iat', { iat: now - 66, auth_time: now }, 'id_token.iat'],
    ['a stale iat without auth_time', { iat: now - 66, auth_time: undefined }, 'id_token.iat'],
  ] as const)
    test(`PP-61 names the claim in the refusal of ${what}`, async () => {
      const result = await verify({ claims })
      assert.equal(failed(result) && result.at, at)
    })
})

describe('the userinfo of the national identity provider', () => {
  const claims = { iss: policy.issuer, aud: policy.clientId, sub: 'user-1', given_name: 'Ada', iat: now, exp: now + 60 }
  const verifyUserinfo = async (change: Change) => {
    const compact = await signJwt(
      change.signer ?? signer,
      { ...header, ...change.header },
      { ...claims, ...change.claims },
    )
    return verifyNationalUserinfo(ctx, compact, { ...policy, ...change.policy, subject: 'user-1' })
  }

  test('PP-62 is accepted if it is valid, with or without iss and aud', async () => {
    for (const change of [{}, { claims: { iss: undefined, aud: undefined } }]) {
      const result = await verifyUserinfo(change)
      assert.equal(failed(result) ? result.code : result.given_name, 'Ada')
    }
  })

  const rows: readonly (readonly [string, Change, UserinfoCode])[] = [
    ['another subject', { claims: { sub: 'user-2' } }, 'userinfo_sub_mismatch'],
    ['a missing subject', { claims: { sub: undefined } }, 'userinfo_malformed'],
    ['another issuer', { claims: { iss: 'https://evil.example' } }, 'userinfo_iss_mismatch'],
    ['another audience', { claims: { aud: 'https://other.example' } }, 'userinfo_aud_mismatch'],
    ['an expired userinfo', { claims: { exp: now - 60 } }, 'expired'],
    ['an unregistered key', { header: { kid: stranger.kid }, signer: stranger }, 'kid_unknown'],
    ['a signature with another key under a registered kid', { signer: stranger }, 'signature_invalid'],
    ['another typ', { header: { typ: 'at+jwt' } }, 'typ_mismatch'],
  ]
  for (const [what, change, code] of rows)
    test(`PP-62 refuses ${what}: ${code}`, async () => {
      const result = await verifyUserinfo(change)
      assert.equal(failed(result) ? result.code : 'accepted', code)
    })
})
