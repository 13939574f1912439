import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { appendixC } from '../../../test/vectors/rfc7518.ts'
import { section55 } from '../../../test/vectors/rfc7520.ts'
import { decodeBase64url, encodeBase64url, Failure, type PublicJwk } from '../../base/index.ts'
import { agreementKey, createNodeCrypto, privateKeyObject } from '../../node/node-crypto.ts'
import { createLocalDecrypter, type Decrypter, generateDecrypter } from '../decrypter.ts'
import { concatKdf } from './concat-kdf.ts'
import { decryptJwe } from './decrypt.ts'
import { encryptJwe } from './encrypt.ts'
import { type JweAlgorithm, type JweEncryption, jweEncryptions, parseJwe } from './header.ts'

const ctx = { crypto: createNodeCrypto(), random: seededRandom('jwe') }
const text = new TextDecoder()
const plain = 'vp_token=…'
const bytes = new TextEncoder().encode(plain)
const part = (value: object): string => encodeBase64url(JSON.stringify(value))

const decrypters: readonly [string, Decrypter][] = [
  ['ECDH-ES P-256', await generateDecrypter(ctx)],
  ['ECDH-ES P-384', await generateDecrypter(ctx, 'ECDH-ES', { curve: 'P-384' })],
  ['ECDH-ES P-521', await generateDecrypter(ctx, 'ECDH-ES', { curve: 'P-521' })],
  ['RSA-OAEP-256', await generateDecrypter(ctx, 'RSA-OAEP-256')],
]
const [, ours] = decrypters[0] as [string, Decrypter]

const encrypt = async (recipient: PublicJwk, alg: JweAlgorithm, enc: JweEncryption, header = {}): Promise<string> => {
  const compact = await encryptJwe(ctx, { alg, enc, recipient, header }, plain)
  assert.ok(typeof compact === 'string', 'did not encrypt')
  return compact
}

test('RFC 7518 Appendix C: the agreed key is derived', async () => {
  const { alice, bob, enc, apu, apv, derivedKey } = appendixC
  const point = await ctx.crypto.importAgreementKey(bob)
  assert.ok(point)
  const secret = await ctx.crypto.agree(agreementKey(privateKeyObject(alice)), point)
  const partyU = decodeBase64url(apu) as Uint8Array
  const partyV = decodeBase64url(apv) as Uint8Array
  assert.equal(encodeBase64url(concatKdf(ctx, { secret, enc, partyU, partyV, keyBytes: 16 })), derivedKey)
  assert.throws(() => concatKdf(ctx, { secret, enc, partyU, partyV, keyBytes: 64 }), RangeError)
})

test('RFC 7520 §5.5: a message with ECDH-ES and A128CBC-HS256 is decrypted', async () => {
  const key = agreementKey(privateKeyObject(section55.jwk))
  const jwe = parseJwe(section55.compact)
  assert.ok(!(jwe instanceof Failure))
  const policy = { alg: 'ECDH-ES', enc: jweEncryptions, kid: section55.jwk.kid } as const
  const opened = await decryptJwe(ctx, jwe, key, policy)
  assert.ok(!(opened instanceof Failure))
  assert.equal(text.decode(opened.plaintext), section55.plaintext)
})

for (const [name, decrypter] of decrypters) {
  for (const enc of jweEncryptions) {
    test(`${name} with ${enc}: we decrypt our messages and those of jose`, async () => {
      const { alg, publicJwk } = decrypter
      for (const compact of [
        await encrypt(publicJwk, alg, enc),
        await encrypt(publicJwk, alg, enc, { apu: 'QWxpY2U', apv: 'Qm9i', cty: 'JWT' }),
        await new CompactEncrypt(bytes)
          .setProtectedHeader({ alg, enc, kid: decrypter.kid })
          .setKeyManagementParameters(alg === 'ECDH-ES' ? { apu: bytes, apv: bytes.subarray(1) } : {})
          .encrypt(await importJWK(publicJwk as JWK, alg)),
      ]) {
        const opened = await decrypter.decrypt(compact)
        assert.ok(!(opened instanceof Failure), `${opened instanceof Failure && opened.code}`)
        assert.equal(text.decode(opened.plaintext), plain)
        assert.equal(opened.header.kid, decrypter.kid)
      }
    })
  }
}

for (const [alg, options] of [
  ['ECDH-ES', { crv: 'P-256' }],
  ['ECDH-ES', { crv: 'P-384' }],
  ['ECDH-ES', { crv: 'P-521' }],
  ['RSA-OAEP-256', { modulusLength: 2048 }],
] as const) {
  test(`${alg} ${JSON.stringify(options)}: jose decrypts our messages`, async () => {
    const { publicKey, privateKey } = await generateKeyPair(alg, options)
    const recipient = (await exportJWK(publicKey)) as PublicJwk
    for (const enc of jweEncryptions) {
      const header = alg === 'ECDH-ES' ? { apu: 'QWxpY2U', apv: 'Qm9i' } : {}
      const compact = await encrypt({ ...recipient, kid: 'theirs' }, alg, enc, header)
      const { plaintext, protectedHeader } = await compactDecrypt(compact, privateKey)
      assert.equal(text.decode(plaintext), plain)
      const { epk, ...named } = protectedHeader
      assert.deepEqual(named, { alg, enc, kid: 'theirs', ...header })
    }
  })
}

const valid = await encrypt(ours.publicJwk, 'ECDH-ES', 'A256GCM')
const headerOf = (compact: string): Record<string, unknown> =>
  JSON.parse(text.decode(decodeBase64url(compact.slice(0, compact.indexOf('.'))) as Uint8Array))
const withHeader = (change: object): string =>
  [part({ ...headerOf(valid), ...change }), ...valid.split('.').slice(1)].join('.')
const withPart = (index: number, value: string): string => valid.split('.').with(index, value).join('.')
const flip = (value: string): string => (value.startsWith('A') ? 'B' : 'A') + value.slice(1)
const other = await generateDecrypter(ctx)
const rsa = decrypters[3]?.[1] as Decrypter

const faults: readonly [title: string, compact: string, code: string, at?: string][] = [
  ['RP-49 direct encryption with a shared key', withHeader({ alg: 'dir' }), 'jwe_alg_dir'],
  ['RP-49 RSA1_5', withHeader({ alg: 'RSA1_5' }), 'jwe_alg_rsa1_5'],
  ['RP-49 RSA-OAEP with SHA-1', withHeader({ alg: 'RSA-OAEP' }), 'jwe_alg_rsa_oaep'],
  ['RP-49 ECDH-ES with key wrap', withHeader({ alg: 'ECDH-ES+A128KW' }), 'jwe_alg_unsupported'],
  ['RP-49 no alg', withHeader({ alg: undefined }), 'jwe_alg_unsupported'],
  ['RP-49 an alg that is not a text', withHeader({ alg: ['ECDH-ES'] }), 'jwe_alg_unsupported'],
  ['RP-49 an unsupported enc', withHeader({ enc: 'A192GCM' }), 'jwe_enc_unsupported'],
  ['RP-49 an enc named like a member of Object', withHeader({ enc: 'toString' }), 'jwe_enc_unsupported'],
  ['RP-49 an enc in a list', withHeader({ enc: ['A128GCM'] }), 'jwe_enc_unsupported'],
  ['RP-49 no enc', withHeader({ enc: undefined }), 'jwe_enc_unsupported'],
  ['RP-49 compression', withHeader({ zip: 'DEF' }), 'jwe_zip'],
  ['RP-49 an unknown kind of compression', withHeader({ zip: null }), 'jwe_zip'],
  ['critical members', withHeader({ crit: ['exp'], exp: 1 }), 'jwe_crit'],
  ['RP-49 the kid of another key', withHeader({ kid: 'somebody' }), 'jwe_kid_mismatch'],
  ['a kid that is not a text', withHeader({ kid: 7 }), 'jwe_kid_mismatch'],
  ['no ephemeral key', withHeader({ epk: undefined }), 'jwe_epk_invalid'],
  ['a private ephemeral key', withHeader({ epk: appendixC.alice }), 'jwe_epk_invalid'],
  ['an ephemeral key of another curve', withHeader({ epk: decrypters[1]?.[1].publicJwk }), 'jwe_epk_invalid'],
  ['an RSA ephemeral key', withHeader({ epk: rsa.publicJwk }), 'jwe_epk_invalid'],
  [
    'an ephemeral key off the curve',
    withHeader({ epk: { kty: 'EC', crv: 'P-256', x: appendixC.bob.x, y: appendixC.alice.y } }),
    'jwe_epk_invalid',
  ],
  ['apu and apv that are the same', withHeader({ apu: 'QQ', apv: 'QQ' }), 'jwe_malformed'],
  ['an apu that is not base64url', withHeader({ apu: 'QQ==' }), 'jwe_malformed'],
  ['an apv that is not a text', withHeader({ apv: 1 }), 'jwe_malformed'],
  ['an apu that was added', withHeader({ apu: 'QWxpY2U' }), 'jwe_undecryptable'],
  ['a header that was changed', withHeader({ cty: 'JWT' }), 'jwe_undecryptable'],
  ['a ciphertext that is not base64url', withPart(3, '='), 'jwe_malformed'],
  ['an encrypted key in direct agreement', withPart(1, 'AAAA'), 'jwe_malformed'],
  ['an encrypted key that is not base64url', withPart(1, '*'), 'jwe_malformed'],
  ['a newline at the end', `${valid}\n`, 'jwe_malformed', 'jwe.white_space'],
  ['six parts', `${valid}.AAAA`, 'jwe_malformed'],
  ['a header that is not base64url', withPart(0, '{}'), 'jwe_malformed'],
  ['a header that is not JSON', withPart(0, encodeBase64url('alg')), 'json_malformed'],
  [
    'a header with a member twice',
    withPart(0, encodeBase64url('{"alg":"dir","alg":"ECDH-ES"}')),
    'json_duplicate_member',
  ],
  ['a message over the size limit', `${valid}${'A'.repeat(262_144)}`, 'jwe_too_large'],
  ['an algorithm of another key', await encrypt(rsa.publicJwk, 'RSA-OAEP-256', 'A256GCM'), 'jwe_alg_mismatch'],
]

test('JWE: the message that the rows change is decrypted', async () => {
  assert.ok(!((await ours.decrypt(valid)) instanceof Failure))
})

for (const [name, compact, code, at] of faults) {
  test(`JWE refuses ${name}`, async () => {
    const opened = await ours.decrypt(compact)
    assert.equal(opened instanceof Failure && opened.code, code)
    if (at !== undefined) assert.equal(opened instanceof Failure && opened.at, at)
  })
}

test('a JWE without kid is decrypted only with the right key', async () => {
  const { kid: _, ...anonymous } = ours.publicJwk
  const compact = await encrypt(anonymous, 'ECDH-ES', 'A128GCM')
  assert.ok(!((await ours.decrypt(compact)) instanceof Failure))
  const opened = await other.decrypt(compact)
  assert.equal(opened instanceof Failure && opened.code, 'jwe_undecryptable')
})

test('RP-49 refuses an enc that was not published', async () => {
  const narrow = createLocalDecrypter(ctx, 'ECDH-ES', agreementKey(privateKeyObject(appendixC.bob)), ['A128GCM'])
  const opened = await narrow.decrypt(await encrypt(narrow.publicJwk, 'ECDH-ES', 'A256GCM'))
  assert.equal(opened instanceof Failure && opened.code, 'jwe_enc_unpublished')
})

test('RSA: a changed encrypted key and a foreign kid are refused', async () => {
  const compact = await encrypt(rsa.publicJwk, 'RSA-OAEP-256', 'A128CBC-HS256')
  const parts = compact.split('.')
  const changed = await rsa.decrypt(parts.with(1, flip(parts[1] ?? '')).join('.'))
  assert.equal(changed instanceof Failure && changed.code, 'jwe_undecryptable')
  const foreign = await rsa.decrypt(await encrypt({ ...rsa.publicJwk, kid: 'x' }, 'RSA-OAEP-256', 'A128GCM'))
  assert.equal(foreign instanceof Failure && foreign.code, 'jwe_kid_mismatch')
})

test('a decrypter can use a persisted RSA key, and refuses it for ECDH-ES', async () => {
  const { privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true })
  const privateJwk = await exportJWK(privateKey)
  const { n, e } = privateJwk as { n: string; e: string }
  const key = { publicJwk: { kty: 'RSA', n, e }, native: privateKeyObject(privateJwk as JsonWebKey) }
  const decrypter = createLocalDecrypter(ctx, 'RSA-OAEP-256', key)
  assert.deepEqual(Object.keys(decrypter.publicJwk).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
  assert.ok(
    !(
      (await decrypter.decrypt(await encrypt(decrypter.publicJwk, 'RSA-OAEP-256', 'A256CBC-HS512'))) instanceof Failure
    ),
  )
  assert.throws(() => createLocalDecrypter(ctx, 'ECDH-ES', key), TypeError)
})

test('a decrypter refuses a key whose type or curve does not fit the algorithm', () => {
  for (const [alg, publicJwk] of [
    ['RSA-OAEP-256', { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) }],
    ['ECDH-ES', { kty: 'EC', crv: 'secp256k1', x: appendixC.bob.x, y: appendixC.bob.y }],
  ] as const)
    assert.throws(() => createLocalDecrypter(ctx, alg, { publicJwk, native: {} }), /does not fit/)
})

const recipients: readonly [string, PublicJwk, JweAlgorithm][] = [
  ['of the wrong type', rsa.publicJwk, 'ECDH-ES'],
  ['of the wrong type for RSA', ours.publicJwk, 'RSA-OAEP-256'],
  ['for signatures', { ...ours.publicJwk, use: 'sig' }, 'ECDH-ES'],
  ['for another algorithm', { ...ours.publicJwk, alg: 'ECDH-ES+A256KW' }, 'ECDH-ES'],
  ['that is private', appendixC.bob as PublicJwk, 'ECDH-ES'],
  ['off the curve', { kty: 'EC', crv: 'P-256', x: appendixC.bob.x, y: appendixC.alice.y }, 'ECDH-ES'],
  ['on a curve for signatures', { kty: 'EC', crv: 'secp256k1', x: appendixC.bob.x, y: appendixC.bob.y }, 'ECDH-ES'],
]
for (const [name, recipient, alg] of recipients) {
  for (const enc of ['A256GCM', 'A128CBC-HS256'] as const) {
    test(`encryption with ${enc} refuses a key ${name}`, async () => {
      const compact = await encryptJwe(ctx, { alg, enc, recipient }, plain)
      assert.equal(compact instanceof Failure && compact.code, 'jwe_recipient_unusable')
    })
  }
}

test('apu and apv that are not base64url, or are equal, throw a TypeError', async () => {
  for (const enc of ['A256GCM', 'A128CBC-HS256'] as const)
    for (const header of [{ apu: '==' }, { apu: 'QQ', apv: 'QQ' }])
      await assert.rejects(encrypt(ours.publicJwk, 'ECDH-ES', enc, header), TypeError)
})
