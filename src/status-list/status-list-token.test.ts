import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import {
  answerWith,
  createListFixture,
  crypto,
  now,
  resolverWith,
  signList,
  uri,
} from '../../test/support/status-list.ts'
import { encodeBase64url, type PublicJwk } from '../base/index.ts'
import { generateSigner } from '../jose/index.ts'
import { statusListTokenLimit, verifyStatusListToken } from './status-list-token.ts'

test('RP-71 accepts a valid token, and refuses a token with any fault', async () => {
  const { signer, token, keys } = await createListFixture()
  const policy = { uri, keys, algorithms: ['ES256'] as const, now, skew: 30 }
  const verify = (compact: string, changes: object = {}) =>
    verifyStatusListToken({ crypto }, compact, { ...policy, ...changes })
  const stranger = await generateSigner({ crypto })
  const rows: [string, string, string, object?][] = [
    ['valid', token, 'accepted'],
    ['another kind of JWT', await signList(signer, {}, undefined, 'JWT'), 'typ_mismatch'],
    ['another list', token, 'status_uri_mismatch', { uri: `${uri}0` }],
    ['expired', token, 'expired', { now: now + 3700 }],
    ['from the future', token, 'not_yet_valid', { now: now - 60 }],
    ['unknown key', await signList(stranger, {}), 'status_key_unknown'],
    ['borrowed kid', await signList({ ...stranger, kid: signer.kid }, {}), 'signature_invalid'],
    [
      'bits of 3',
      await signList(signer, { status_list: { bits: 3, lst: 'eNrbuRgAAhcBXQ' } }),
      'status_token_malformed',
    ],
    ['no list', await signList(signer, { status_list: undefined }), 'status_token_malformed'],
    [
      'not compressed',
      await signList(signer, { status_list: { bits: 1, lst: encodeBase64url('nothing') } }),
      'list_malformed',
    ],
    ['not base64url', await signList(signer, { status_list: { bits: 1, lst: '=' } }), 'list_malformed'],
  ]
  for (const [name, compact, expected, changes] of rows)
    assert.equal(codeOf(await verify(compact, changes)), expected, name)
})

test('RP-71 a token without kid is accepted if one of at most eight suitable keys verifies it', async () => {
  const { signer, keys } = await createListFixture()
  const [{ publicJwk: second }, { publicJwk: third }, { publicJwk: wide }] = [
    await generateSigner({ crypto }),
    await generateSigner({ crypto }),
    await generateSigner({ crypto }, 'ES384'),
  ]
  const compact = await signList(signer, {}, {})
  const rows: [string, readonly PublicJwk[], string][] = [
    ['the one key', keys, 'accepted'],
    ['one key without kid', keys.map(({ kid, ...bare }) => bare), 'accepted'],
    ['one key, given twice', [...keys, ...keys], 'accepted'],
    ['beside a key of another algorithm', [wide, ...keys], 'accepted'],
    ['another key', [second], 'signature_invalid'],
    ['two other suitable keys', [second, third], 'signature_invalid'],
    ['beside another suitable key', [second, ...keys], 'accepted'],
    ['the last of eight', [...Array<PublicJwk>(7).fill(second), ...keys], 'accepted'],
    ['the first of nine', [...keys, ...Array<PublicJwk>(8).fill(second)], 'status_key_unknown'],
    ['no suitable key', [wide], 'status_key_unknown'],
    ['no key', [], 'status_key_unknown'],
  ]
  for (const [name, given, expected] of rows) {
    const policy = { uri, keys: given, algorithms: ['ES256'] as const, now, skew: 30 }
    assert.equal(codeOf(await verifyStatusListToken({ crypto }, compact, policy)), expected, name)
  }
})

test('RP-71 a token that is larger than any list needs is refused', async () => {
  const { signer, keys } = await createListFixture()
  const long = await signList(signer, { surplus: 'x'.repeat(statusListTokenLimit) })
  const resolver = resolverWith(async () => answerWith(long))
  const policy = { keys, algorithms: ['ES256'] as const, now, skew: 30 }
  assert.equal(codeOf(await resolver.resolve({ idx: 1, uri }, policy)), 'answer_too_large')
  assert.equal(codeOf(await verifyStatusListToken({ crypto }, long, { ...policy, uri })), 'json_too_large')
})
