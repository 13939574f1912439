/** The examples of RFC 9901 after §5. Our result equals the processed payload in the RFC. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ctx, digest, forge, plain, verify } from '../../test/support/credential.ts'
import { codeOf, expectSuccess } from '../../test/support/refuses.ts'
import { issuerKey } from '../../test/vectors/rfc9901.ts'
import { a1, a2, a3, a4, section6 } from '../../test/vectors/rfc9901-examples.ts'
import { verifyKeyBindingJwt } from './key-binding-jwt.ts'

const at = { now: 1_748_537_244, skew: 0 }
const binding = { aud: 'https://verifier.example.org', nonce: '1234567890', issuedNotBefore: at.now, ...at }
const algorithms = ['ES256'] as const

for (const [name, { presentation, claims: expected }] of Object.entries({ a1, a2, a3, a4 })) {
  test(`RFC 9901 Appendix ${name.toUpperCase()}: returns the processed payload, and refuses an altered text`, async () => {
    const { cnf: _, ...claims } = expectSuccess(await verify(presentation, issuerKey, at)).claims
    assert.deepEqual(claims, expected)
    const parts = presentation.split('~')
    const [jwt = ''] = parts
    const letter = jwt.length - 10
    const changed = `${jwt.slice(0, letter)}${jwt[letter] === 'A' ? 'B' : 'A'}${jwt.slice(letter + 1)}`
    assert.equal(codeOf(await verify(parts.with(0, changed).join('~'), issuerKey, at)), 'signature_invalid')
  })
}

for (const [name, { presentation }] of Object.entries({ a3, a4 })) {
  test(`RFC 9901 Appendix ${name.toUpperCase()}: the key binding is valid for this presentation only`, async () => {
    const whole = expectSuccess(await verify(presentation, issuerKey, at))
    expectSuccess(await verifyKeyBindingJwt(ctx, whole, { ...binding, algorithms }))
    const fewer = expectSuccess(await verify(presentation.split('~').toSpliced(-2, 1).join('~'), issuerKey, at))
    const refused = await verifyKeyBindingJwt(ctx, fewer, { ...binding, algorithms })
    assert.equal(codeOf(refused), 'sd_hash_mismatch')
    const replayed = await verifyKeyBindingJwt(ctx, whole, { ...binding, nonce: '0', algorithms })
    assert.equal(codeOf(replayed), 'nonce_mismatch')
  })
}

const { address, flat, members, recursive } = section6
const texts = members.map(({ disclosure }) => disclosure)
const digests = members.map((member) => member.digest)

test('RFC 9901 §6: the Disclosures have the printed digests', () => {
  for (const { disclosure, digest: printed } of [flat, ...members, recursive]) assert.equal(digest(disclosure), printed)
})

test('RFC 9901 §6: a flat, a structured and a recursive SD-JWT have the same address', async () => {
  const ways = [
    await forge({ ...plain, _sd: [flat.digest] }, flat.disclosure),
    await forge({ ...plain, address: { _sd: digests } }, ...texts),
    await forge({ ...plain, address: { _sd: digests.slice(0, 3), country: 'DE' } }, ...texts.slice(0, 3)),
    await forge({ ...plain, _sd: [recursive.digest] }, recursive.disclosure, ...texts),
  ]
  for (const way of ways) assert.deepEqual(expectSuccess(await verify(way)).claims.address, address)
})

test('RFC 9901 §6.3: a Disclosure is refused without the Disclosure that contains its digest', async () => {
  const orphans = await forge({ ...plain, _sd: [recursive.digest] }, ...texts)
  assert.equal(codeOf(await verify(orphans)), 'disclosure_unreferenced')
})
