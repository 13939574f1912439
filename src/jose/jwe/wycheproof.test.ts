/** Project Wycheproof vectors for our JWE code: the valid ones, and mutations of one of them (36–50, 63–65). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recipient, valid } from '../../../test/vectors/wycheproof-jwe.ts'
import { decodeUtf8, failed } from '../../base/index.ts'
import { agreementKey, createNodeCrypto, privateKeyObject } from '../../node/node-crypto.ts'
import { decryptJwe } from './decrypt.ts'
import { jweEncryptions, parseJwe } from './header.ts'

const ctx = { crypto: createNodeCrypto() }
const key = agreementKey(privateKeyObject(recipient))

async function open(compact: string): Promise<string | undefined> {
  const jwe = parseJwe(compact)
  if (failed(jwe)) return jwe.code
  const opened = await decryptJwe(ctx, jwe, key, { alg: 'ECDH-ES', enc: jweEncryptions, kid: 'kid-ec-decrypt' })
  return failed(opened) ? opened.code : decodeUtf8(opened.plaintext)
}

const other = (text: string): string => (text.startsWith('X') ? 'Y' : 'X') + text.slice(1)

for (const [enc, compact] of Object.entries(valid)) {
  test(`Wycheproof JWE: ECDH-ES with ${enc} is decrypted`, async () => assert.equal(await open(compact), 'foo'))

  test(`Wycheproof JWE: ECDH-ES with ${enc} is refused if it is changed or cut`, async () => {
    const [header = '', , iv = '', ciphertext = '', tag = ''] = compact.split('.')
    const rows: readonly (readonly [what: string, text: string, code: string])[] = [
      ['another tag', `${header}..${iv}.${ciphertext}.${other(tag)}`, 'jwe_undecryptable'],
      ['a tag of 15 bytes', `${header}..${iv}.${ciphertext}.${tag.slice(0, 20)}`, 'jwe_malformed'],
      ['a tag of 8 bytes', `${header}..${iv}.${ciphertext}.${tag.slice(0, 10)}0`, 'jwe_malformed'],
      ['no tag', `${header}..${iv}.${ciphertext}.`, 'jwe_malformed'],
      ['no tag and no separator', `${header}..${iv}.${ciphertext}`, 'jwe_malformed'],
      ['another ciphertext', `${header}..${iv}.${other(ciphertext)}.${tag}`, 'jwe_undecryptable'],
      ['no ciphertext', `${header}..${iv}..${tag}`, 'jwe_undecryptable'],
      ['no ciphertext and no separator', `${header}..${iv}.${tag}`, 'jwe_malformed'],
      ['another iv', `${header}..${other(iv)}.${ciphertext}.${tag}`, 'jwe_undecryptable'],
      ['no iv', `${header}...${ciphertext}.${tag}`, 'jwe_malformed'],
      ['an encrypted key', `${header}.${iv}.${iv}.${ciphertext}.${tag}`, 'jwe_malformed'],
      ['no header', `..${iv}.${ciphertext}.${tag}`, 'json_malformed'],
      ['no header and no separator', `.${iv}.${ciphertext}.${tag}`, 'jwe_malformed'],
    ]
    for (const [what, text, code] of rows) assert.equal(await open(text), code, what)
  })
}

test('Wycheproof JWE: a point that is not on the curve is refused (51)', async () => {
  const [header = '', ...rest] = valid.A128GCM.split('.')
  const changed = Buffer.from(header, 'base64url').toString().replace('"x":"nxmZ', '"x":"oxmZ')
  assert.equal(await open([Buffer.from(changed).toString('base64url'), ...rest].join('.')), 'jwe_epk_invalid')
})
