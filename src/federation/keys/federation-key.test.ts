import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../base/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { federationKey, parseFederationKeySet } from './federation-key.ts'

const { publicJwk: key } = await generateSigner({ crypto: createNodeCrypto() })
const { kid: _, ...withoutKid } = key

test('a federation key is a public key with a kid', () => {
  assert.deepEqual(federationKey.parse(key), key)
  for (const none of [
    undefined,
    null,
    'key',
    [],
    {},
    withoutKid,
    { ...key, kid: '' },
    { ...key, kid: 1 },
    { ...key, d: key.x },
  ])
    assert.equal(federationKey.safeParse(none).success, false)
})

test('a key set is read whole or not at all', () => {
  const read = (text: string) => parseFederationKeySet(text)
  assert.deepEqual(read(JSON.stringify({ keys: [key], note: 'a member that means nothing here' })), [key])
  const broken = [
    {},
    { keys: {} },
    { keys: [] },
    { keys: [withoutKid] },
    { keys: [key, withoutKid] },
    { keys: [key, key] },
  ].map((set) => JSON.stringify(set))
  for (const text of ['', '[]', 'keys', ...broken, `{"keys":[],"keys":[${JSON.stringify(key)}]}`])
    assert.ok(read(text) instanceof Failure, text)
})
