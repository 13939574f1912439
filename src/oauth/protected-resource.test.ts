import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../test/support/cases.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { forgeJwt } from '../../test/support/forge-jwt.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { failed, randomUuid } from '../base/index.ts'
import { defaultAlgorithms, generateSigner, jwkThumbprint, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createAccessToken } from './access-token.ts'
import { createDpopProof } from './dpop-proof.ts'
import {
  createResourceHeaders,
  isBearerToken,
  parseBearerAuthorization,
  parseDpopAuthorization,
  parseProtectedRequest,
  verifyProtectedRequest,
} from './protected-resource.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('resource') }
const now = fixedClock().now()
const issuerSigner = await generateSigner(ctx)
const dpop = await generateSigner(ctx)
const other = await generateSigner(ctx)
const url = 'https://pid.example/credential'
const common = { now, skew: 10, algorithms: defaultAlgorithms }
const policy = {
  token: { ...common, issuer: 'https://pid.example', keys: [issuerSigner.publicJwk] },
  proof: { ...common, method: 'POST', url, lifetime: 60 },
}
const token = await createAccessToken(issuerSigner, {
  issuer: 'https://pid.example',
  subject: 's',
  clientId: 'https://wp.example/instance/thumb',
  now,
  lifetime: 300,
  jti: randomUuid(ctx.random),
  cNonce: 'n'.repeat(32),
  jkt: jwkThumbprint(ctx, dpop.publicJwk),
})
const proofBy = (signer: typeof dpop, target = url, accessToken: string | undefined = token) =>
  createDpopProof(ctx, signer, { method: 'POST', url: target, now, ...(accessToken ? { accessToken } : {}) })
const verify = (authorization: string | undefined, proof: string | undefined) =>
  verifyProtectedRequest(ctx, { authorization, dpop: proof }, policy)

test('PP-23 token and proof together are accepted, with the scheme in any letter case', async () => {
  const proof = await proofBy(dpop)
  const headers = createResourceHeaders(token, proof)
  assert.deepEqual(headers, { authorization: `DPoP ${token}`, dpop: proof })
  assert.deepEqual(parseProtectedRequest({ authorization: headers.authorization, dpop: headers.dpop }), {
    token,
    proof,
  })
  const authorized = expectSuccess(await verify(`dPoP ${token}`, proof))
  assert.equal(authorized.proof.jkt, authorized.token.jkt)
})

const headers: readonly (readonly [id: string, header: string | undefined, code: string])[] = [
  ['PP-89', undefined, 'authorization_missing'],
  ['PP-89', '', 'authorization_missing'],
  ['PP-23', `Bearer ${token}`, 'authorization_scheme_unsupported'],
  ['PP-23', token, 'authorization_scheme_unsupported'],
  ['PP-23', ` DPoP ${token}`, 'authorization_scheme_unsupported'],
  ['PP-89', 'DPoP', 'authorization_malformed'],
  ['PP-89', 'DPoP ', 'authorization_malformed'],
  ['GEN-29', `DPoP ${token}, DPoP ${token}`, 'authorization_malformed'],
  ['PP-89', `DPoP ${token} x`, 'authorization_malformed'],
  ['PP-89', `DPoP ${token}\n`, 'authorization_malformed'],
]
for (const [id, header, code] of headers)
  refuses(
    id,
    `Authorization ${JSON.stringify(header?.slice(0, 12))}: ${code}`,
    () => parseDpopAuthorization(header),
    code,
  )

refuses(
  'PP-89',
  'a proof without a token, before either is verified',
  () => parseProtectedRequest({ authorization: undefined, dpop: 'a.b.c' }),
  'authorization_missing',
)

test('parseBearerAuthorization returns the token of a Bearer header, and nothing for any other header', () => {
  const longest = 'a'.repeat(512)
  for (const header of [`Bearer ${longest}`, `bEARER ${longest}`, `Bearer   ${longest}`])
    assert.equal(parseBearerAuthorization(header), longest)
  assert.equal(parseBearerAuthorization('Bearer -._~+/aZ09=='), '-._~+/aZ09==')
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'token',
    'Basic token',
    'Bearertoken',
    ' Bearer token',
    'Bearer token ',
    'Bearer\ttoken',
    'Bearer token\n',
    'Bearer token more',
    'Bearer token, Bearer token',
    'Bearer to=ken',
    `Bearer ${longest}a`,
  ])
    assert.equal(parseBearerAuthorization(header), undefined, JSON.stringify(header))
  assert.deepEqual(['token', longest, '', 'a b', 'né', `${longest}=`].map(isBearerToken), [
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

const faults: readonly (readonly [id: string, what: string, run: () => unknown, code: string])[] = refusalsOf({
  'PP-78 dpop_missing': { 'no proof': () => verify(`DPoP ${token}`, undefined) },
  'PP-78 dpop_duplicated': { 'two proofs': async () => verify(`DPoP ${token}`, `${await proofBy(dpop)}, x`) },
  'PP-90 jkt_mismatch': { 'a proof by another key': async () => verify(`DPoP ${token}`, await proofBy(other)) },
  'PP-91 ath_missing': { 'a proof without ath': async () => verify(`DPoP ${token}`, await proofBy(dpop, url, '')) },
  'PP-91 ath_mismatch': {
    'a proof for another token': async () => verify(`DPoP ${token}`, await proofBy(dpop, url, 'x')),
  },
  'WI-08 htu_mismatch': {
    'the proof of the token endpoint': async () =>
      verify(`DPoP ${token}`, await proofBy(dpop, 'https://pid.example/token')),
  },
})
for (const [id, what, run, code] of faults) refuses(id, `a request with ${what}`, run, code)

test('PP-89 GEN-42 the refusal of a token of another issuer states both issuers', async () => {
  const iss = 'https://other.example'
  const foreign = await forgeJwt(token, issuerSigner, { payload: { iss } })
  const refused = await verify(`DPoP ${foreign}`, await proofBy(dpop))
  assert.equal(failed(refused) && refused.code, 'token_iss_mismatch')
  assert.equal(failed(refused) && refused.evidence?.found, iss)
})
