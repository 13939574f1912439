/** COSE_Sign1 examples of the COSE working group. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCoseSign1 } from '../../test/support/cose.ts'
import { p256, p384, p521, sign1 } from '../../test/vectors/cose-wg.ts'
import { Failure, type PublicJwk } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { verifyCoseSign1 } from './cose-sign1.ts'

const ctx = { crypto: createNodeCrypto() }
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))

async function verdict(name: keyof typeof sign1, key: PublicJwk): Promise<string> {
  const parsed = parseCoseSign1(hex(sign1[name]), { algorithms: ['ES256', 'ES384', 'ES512'] })
  const result = parsed instanceof Failure ? parsed : await verifyCoseSign1(ctx, parsed, key, 'sign1')
  return result instanceof Failure ? result.code : Buffer.from(result.payload).toString()
}

test('COSE examples: ES256 without a tag, ES384 and ES512 are verified', async () => {
  const content = 'This is the content.'
  assert.equal(await verdict('sign-pass-03', p256), content)
  assert.equal(await verdict('ecdsa-sig-02', p384), content)
  assert.equal(await verdict('ecdsa-sig-03', p521), content)
})

const refused: readonly [name: keyof typeof sign1, why: string, code: string][] = [
  ['sign-pass-01', 'an algorithm that is not protected (RFC 9052 §3.1)', 'cose_alg_unsupported'],
  ['sign-pass-02', 'a signature that covers external data', 'cose_signature_invalid'],
  ['sign-fail-01', 'another tag', 'cose_malformed'],
  ['sign-fail-02', 'a changed payload', 'cose_signature_invalid'],
  ['sign-fail-03', 'an algorithm with an unknown number', 'cose_alg_unsupported'],
  ['sign-fail-04', 'an algorithm with an unknown name', 'cose_alg_unsupported'],
  ['sign-fail-06', 'a protected header that was added', 'cose_signature_invalid'],
  ['sign-fail-07', 'a protected header that was removed', 'cose_signature_invalid'],
  ['ecdsa-sig-04', 'ES512 with a key on P-256 (ISO 18013-5 §9.1.2.4)', 'cose_key_mismatch'],
]
for (const [name, why, code] of refused)
  test(`COSE examples: ${name} is refused for ${why}`, async () => assert.equal(await verdict(name, p256), code))
