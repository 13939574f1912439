import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ctx, digest, forge, holder, issue, issuer, now, plain, times, verify } from '../../test/support/credential.ts'
import { codeOf, expectSuccess } from '../../test/support/refuses.ts'
import { encodeBase64url, type Json, type JsonObject } from '../base/index.ts'
import { generateSigner, type Signer, signJwt } from '../jose/index.ts'
import { createDisclosure } from './disclosure.ts'
import { createKeyBindingJwt, type KeyBindingPolicy, verifyKeyBindingJwt } from './key-binding-jwt.ts'
import { presentSdJwt } from './present.ts'

const binding: KeyBindingPolicy = { aud: 'a', nonce: 'n', issuedNotBefore: now - 60, algorithms: ['ES256'], ...times }
const presentation = expectSuccess(presentSdJwt(ctx, await issue(), [['given_name'], ['family_name']]))
const sdHash = digest(presentation)
const bind = (payload: JsonObject, signer: Signer = holder, typ = 'kb+jwt') =>
  signJwt(signer, { typ }, { iat: now, aud: 'a', nonce: 'n', sd_hash: sdHash, ...payload })
const checkBinding = async (text: string, change: Partial<KeyBindingPolicy> = {}) => {
  const opened = expectSuccess(await verify(text))
  return codeOf(await verifyKeyBindingJwt(ctx, opened, { ...binding, ...change }))
}
const without = (member: string) => bind({ [member]: undefined as unknown as Json })
const [jwt = '', first = '', second = ''] = presentation.split('~')

test('WI-87 a Key Binding JWT of the wallet has the members of the specification and is accepted', async () => {
  const kb = expectSuccess(await createKeyBindingJwt(ctx, holder, presentation, { aud: 'a', nonce: 'n', now }))
  const [head = '', body = ''] = kb.split('.')
  assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { alg: 'ES256', typ: 'kb+jwt' })
  assert.deepEqual(JSON.parse(Buffer.from(body, 'base64url').toString()), {
    iat: now,
    aud: 'a',
    nonce: 'n',
    sd_hash: sdHash,
  })
  assert.equal(await checkBinding(presentation + kb), 'accepted')
  assert.equal(codeOf(await createKeyBindingJwt(ctx, holder, jwt, { aud: 'a', nonce: 'n', now })), 'sd_jwt_malformed')
})

const bindings: readonly [string, () => Promise<string>, string][] = [
  ['RP-63 no key binding', async () => '', 'key_binding_missing'],
  ['RP-63 the signature of another key', () => bind({}, issuer), 'signature_invalid'],
  ['RP-64 another typ', () => bind({}, holder, 'JWT'), 'typ_mismatch'],
  ['RP-64 an alg that is not supported', async () => bind({}, await generateSigner(ctx, 'ES384')), 'alg_unsupported'],
  ['RP-64 no alg', async () => `${encodeBase64url('{"typ":"kb+jwt"}')}.e30.AAAA`, 'alg_unsupported'],
  ['RP-65 no aud', () => without('aud'), 'aud_missing'],
  ['RP-65 another aud', () => bind({ aud: 'b' }), 'aud_mismatch'],
  ['RP-65 an array of aud', () => bind({ aud: ['a', 'b'] }), 'aud_mismatch'],
  ['RP-65 an array of only the right aud', () => bind({ aud: ['a'] }), 'aud_mismatch'],
  ['RP-66 no nonce', () => without('nonce'), 'nonce_missing'],
  ['RP-66 another nonce', () => bind({ nonce: 'm' }), 'nonce_mismatch'],
  ['RP-67 no sd_hash', () => without('sd_hash'), 'sd_hash_missing'],
  ['RP-67 another sd_hash', () => bind({ sd_hash: digest('x') }), 'sd_hash_mismatch'],
  [
    'RP-67 an sd_hash without the last tilde',
    () => bind({ sd_hash: digest(presentation.slice(0, -1)) }),
    'sd_hash_mismatch',
  ],
  ['RP-68 no iat', () => without('iat'), 'iat_missing'],
  ['RP-68 an iat that is not a number', () => bind({ iat: 'now' }), 'time_invalid'],
  ['RP-68 an iat before the request', () => bind({ iat: now - 91 }), 'iat_too_old'],
  ['RP-68 an iat in the future', () => bind({ iat: now + 31 }), 'not_yet_valid'],
  ['an expired Key Binding JWT', () => bind({ exp: now - 31 }), 'expired'],
]
for (const [what, make, code] of bindings) {
  test(`${what} is refused`, async () => {
    assert.equal(await checkBinding(presentation + (await make())), code)
  })
}

test('RP-68 accepts an iat before the request or after now by at most the clock skew', async () => {
  for (const iat of [now - 90, now + 30])
    assert.equal(await checkBinding(presentation + (await bind({ iat }))), 'accepted', `${iat - now}`)
})

test('RP-67 refuses disclosures added, dropped or reordered afterwards', async () => {
  const kb = await bind({})
  assert.equal(await checkBinding(presentation + kb), 'accepted')
  for (const changed of [`${jwt}~${first}~`, `${jwt}~`, `${jwt}~${second}~${first}~`])
    assert.equal(await checkBinding(changed + kb), 'sd_hash_mismatch')
})

test('RP-63 refuses a credential without a usable cnf', async () => {
  const cases: readonly [Json | undefined, string][] = [
    [undefined, 'cnf_missing'],
    [null, 'cnf_missing'],
    ['x', 'cnf_missing'],
    [{ kid: 'x' }, 'cnf_jwk_missing'],
    [{ jwk: 'x' }, 'jwk_malformed'],
    [{ jwk: { kty: 'oct', k: 'AAAA' } }, 'jwk_private'],
  ]
  for (const [cnf, code] of cases) {
    const text = await forge({ ...plain, cnf: cnf as Json })
    const kb = expectSuccess(await createKeyBindingJwt(ctx, holder, text, { aud: 'a', nonce: 'n', now }))
    assert.equal(await checkBinding(text + kb), code)
  }
})

test('RP-58 refuses the key binding of another credential', async () => {
  const other = await issue()
  const kb = expectSuccess(await createKeyBindingJwt(ctx, holder, other, { aud: 'a', nonce: 'n', now }))
  assert.equal(await checkBinding(other + kb), 'accepted')
  assert.equal(await checkBinding(presentation + kb), 'sd_hash_mismatch')
})

const name = createDisclosure(ctx, new Uint8Array(16), 'given_name', 'Ada')
for (const hash of ['sha-384', 'sha-512'] as const) {
  test(`an SD-JWT with _sd_alg ${hash} and a key binding with the same hash is accepted`, async () => {
    const hashed = encodeBase64url(ctx.crypto.digest(hash, name.text))
    const text = await forge({ ...plain, _sd: [hashed], _sd_alg: hash }, name.text)
    const kb = expectSuccess(await createKeyBindingJwt(ctx, holder, text, { aud: 'a', nonce: 'n', now }))
    const opened = expectSuccess(await verify(text + kb))
    assert.equal(opened.claims.given_name, 'Ada')
    expectSuccess(await verifyKeyBindingJwt(ctx, opened, binding))
  })
}
