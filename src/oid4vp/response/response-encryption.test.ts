import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signer, stranger } from '../../../test/support/authorization-response.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { failed } from '../../base/index.ts'
import { bareJwk } from '../../jose/index.ts'
import { selectResponseEncryption, wantsSignatureOnly } from '../index.ts'

const stated = (one: string | undefined) => (one === undefined ? undefined : [one])

test('WI-84 encrypts to the enc key with the attested algorithms', () => {
  const bare = bareJwk(stranger.publicJwk)
  const enc = { ...bare, use: 'enc', kid: 'e' }
  const choose = (keys: object[], alg?: string, encryption?: string) =>
    selectResponseEncryption(
      {
        keys: keys as (typeof enc)[],
        encryptedResponseAlgs: stated(alg),
        encryptedResponseEncs: stated(encryption),
      },
      signer.publicJwk,
    )
  assert.deepEqual(choose([signer.publicJwk, bare, enc], 'ECDH-ES', 'A256GCM'), {
    alg: 'ECDH-ES',
    enc: 'A256GCM',
    recipient: enc,
  })
  assert.deepEqual(choose([bare]), { alg: 'ECDH-ES', enc: 'A128CBC-HS256', recipient: bare })
  const rsa = { kty: 'RSA', n: 'AA', e: 'AQAB', use: 'enc' }
  assert.deepEqual(choose([rsa]), { alg: 'RSA-OAEP-256', enc: 'A128CBC-HS256', recipient: rsa })
  const k1 = { ...enc, crv: 'secp256k1' }
  for (const foreign of [{ ...rsa, alg: 'RSA-OAEP' }, { ...enc, alg: 'ECDH-ES+A256KW' }, k1])
    assert.deepEqual(choose([foreign, enc]), { alg: 'ECDH-ES', enc: 'A128CBC-HS256', recipient: enc })
  assert.deepEqual(choose([k1, enc], 'ECDH-ES'), { alg: 'ECDH-ES', enc: 'A128CBC-HS256', recipient: enc })
  assert.equal(
    codeOf(choose([{ ...rsa, alg: 'RSA-OAEP' }, bare])),
    'encryption_alg_unsupported',
    'the bare key might be for signatures',
  )
  assert.equal(codeOf(choose([signer.publicJwk])), 'encryption_key_missing')
  assert.equal(codeOf(choose([{ ...bare, key_ops: ['verify'] }])), 'encryption_key_missing')
  for (const operations of [null, 5, 'deriveKey'])
    assert.equal(codeOf(choose([{ ...bare, key_ops: operations } as never])), 'encryption_key_missing')
  assert.equal(codeOf(choose([{ ...bare, use: 'sig' }])), 'encryption_key_missing')
  assert.equal(codeOf(choose([{ ...enc, alg: 'ECDH-ES+A256KW' }], 'ECDH-ES')), 'encryption_key_missing')
  const agreeing = { ...bare, key_ops: ['deriveKey', 'deriveBits'] }
  assert.deepEqual(choose([agreeing]), { alg: 'ECDH-ES', enc: 'A128CBC-HS256', recipient: agreeing })
  assert.deepEqual(choose([k1, rsa]), { alg: 'RSA-OAEP-256', enc: 'A128CBC-HS256', recipient: rsa })
  assert.equal(codeOf(choose([enc], 'RSA-OAEP-256')), 'encryption_key_missing')
  assert.equal(codeOf(choose([rsa], 'RSA1_5')), 'encryption_alg_forbidden')
  assert.equal(codeOf(choose([rsa], 'RSA-OAEP')), 'encryption_alg_forbidden')
  assert.equal(codeOf(choose([enc], 'ECDH-ES+A256KW')), 'encryption_alg_unsupported')
  assert.equal(codeOf(choose([enc], 'ECDH-ES', 'A999')), 'encryption_alg_unsupported')
})

test('WI-84 D-359 the first of several algorithms that the wallet supports is used, with a key for it', () => {
  const ec = { ...bareJwk(stranger.publicJwk), use: 'enc', kid: 'e' }
  const rsa = { kty: 'RSA', n: 'AA', e: 'AQAB', use: 'enc', kid: 'r' }
  const choose = (keys: object[], algs?: readonly string[], encs?: readonly string[]) => {
    const metadata = { keys: keys as (typeof ec)[], encryptedResponseAlgs: algs, encryptedResponseEncs: encs }
    const chosen = selectResponseEncryption(metadata, signer.publicJwk)
    return failed(chosen) ? chosen.code : `${chosen.alg} ${chosen.enc} ${chosen.recipient.kid}`
  }
  const published = ['RSA-OAEP', 'RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A128KW']
  const encryptions = ['A128CBC-HS256', 'A192CBC-HS384', 'A256GCM']
  assert.equal(choose([rsa, ec], published, encryptions), 'RSA-OAEP-256 A128CBC-HS256 r')
  assert.equal(choose([ec], published, ['A999', 'A256GCM']), 'ECDH-ES A256GCM e')
  assert.equal(choose([ec], ['ECDH-ES', 'RSA-OAEP-256'], encryptions.toReversed()), 'ECDH-ES A256GCM e')
  assert.equal(choose([rsa], ['ECDH-ES']), 'encryption_key_missing')
  assert.equal(choose([ec], ['RSA1_5', 'dir', 'ECDH-ES+A128KW']), 'encryption_alg_forbidden')
  assert.equal(choose([ec], ['ECDH-ES+A128KW']), 'encryption_alg_unsupported')
  assert.equal(choose([ec], []), 'encryption_alg_unsupported', 'a policy has left no algorithm (D-320)')
  assert.equal(choose([ec], ['ECDH-ES'], []), 'encryption_alg_unsupported')
})

test('WI-84 never encrypts to the key that signed the Request Object, but to another of the same kind', () => {
  const request = bareJwk(signer.publicJwk)
  const further = bareJwk(stranger.publicJwk)
  const choose = (keys: (typeof request)[]) =>
    selectResponseEncryption({ keys, encryptedResponseAlgs: ['ECDH-ES'], encryptedResponseEncs: undefined }, request)
  assert.equal(codeOf(choose([request])), 'encryption_key_missing')
  assert.equal(codeOf(choose([{ ...request, kid: 'another name' }])), 'encryption_key_missing')
  const chosen = choose([request, further])
  assert.ok(!failed(chosen))
  assert.equal(chosen.recipient, further)
})

test('WI-84 a signature alone is wanted only if no encryption is listed and wallets support the algorithm', () => {
  const asked = (...values: (string | undefined)[]) => {
    const [signedResponseAlgs, encryptedResponseAlgs, encryptedResponseEncs] = values.map(stated)
    return wantsSignatureOnly({ signedResponseAlgs, encryptedResponseAlgs, encryptedResponseEncs })
  }
  assert.equal(asked('ES256'), true)
  for (const other of [
    asked(),
    asked('ES512'),
    asked('ES256', 'ECDH-ES'),
    asked('ES256', undefined, 'A256GCM'),
    asked(undefined, 'ECDH-ES'),
  ])
    assert.equal(other, false)
})
