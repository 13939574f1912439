import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createNodeCrypto, createNodeRandom } from '../node/node-crypto.ts'
import { checkCodeChallenge, checkCodeVerifier, codeChallengeOf, createCodeVerifier } from './pkce.ts'

const ctx = { crypto: createNodeCrypto() }
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('WI-38 the challenge of RFC 7636 Appendix B is computed and verified', () => {
  assert.equal(codeChallengeOf(ctx, verifier), challenge)
  assert.equal(checkCodeVerifier(ctx, verifier, challenge), undefined)
})

test('WI-07, WI-38 verifiers are all different and have only unreserved characters', () => {
  const verifiers = Array.from({ length: 50 }, () => createCodeVerifier(createNodeRandom()))
  assert.equal(new Set(verifiers).size, 50)
  for (const each of [...verifiers, createCodeVerifier(seededRandom('x'))]) {
    assert.match(each, /^[A-Za-z0-9._~-]{43,128}$/)
    assert.equal(checkCodeVerifier(ctx, each, codeChallengeOf(ctx, each)), undefined)
  }
})

for (const wrong of [
  '',
  'a'.repeat(42),
  'a'.repeat(44),
  `${'a'.repeat(42)}=`,
  `${'a'.repeat(42)}+`,
  `${'a'.repeat(42)}.`,
])
  test(`PP-52 refuses ${wrong.length} characters ending in ${JSON.stringify(wrong.slice(-1))} as a challenge`, () =>
    assert.equal(checkCodeChallenge(wrong, 'x')?.code, 'code_challenge_malformed'))

test('PP-52 accepts any 43 characters of base64url', () => {
  assert.equal(checkCodeChallenge('a'.repeat(43), 'x'), undefined)
  assert.equal(checkCodeChallenge(challenge, 'x'), undefined)
})

for (const [wrong, code] of [
  ['a'.repeat(42), 'code_verifier_malformed'],
  ['a'.repeat(129), 'code_verifier_malformed'],
  [`${'a'.repeat(43)}=`, 'code_verifier_malformed'],
  [`${'a'.repeat(43)}\n`, 'code_verifier_malformed'],
  [challenge, 'code_verifier_mismatch'],
  [`${verifier}a`, 'code_verifier_mismatch'],
] as const)
  test(`PP-71 refuses a verifier of ${wrong.length} characters: ${code}`, () =>
    assert.equal(checkCodeVerifier(ctx, wrong, challenge)?.code, code))

test('PP-71 accepts verifiers of 43 and of 128 characters', () => {
  for (const each of ['~'.repeat(43), '.'.repeat(128)])
    assert.equal(checkCodeVerifier(ctx, each, codeChallengeOf(ctx, each)), undefined)
})
