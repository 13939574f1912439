import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBase64url } from '../../base/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { createDcqlRequestObject, createScopeRequestObject } from '../index.ts'

const now = 1_768_478_400
const clientId = 'https://rp.example'
const responseUri = 'https://rp.example/response_uri'
const state = 'state-of-this-session'
const presentationNonce = 'n'.repeat(32)
const signer = await generateSigner({ crypto: createNodeCrypto() })
const settings = {
  clientId,
  responseUri,
  presentationNonce,
  state,
  trustChain: ['a.b.c', 'd.e.f'],
  lifetimeSeconds: 300,
}
const dcqlQuery = { credentials: [{ id: 'wallet_attestation', format: 'jwt', claims: [{ path: ['iss'] }] }] }

function partsOf(compact: string): { header: object; payload: object } {
  const [header = '', payload = ''] = compact.split('.')
  const read = (part: string) => JSON.parse(new TextDecoder().decode(decodeBase64url(part)))
  const { alg, ...rest } = read(header)
  assert.equal(alg, 'ES256')
  return { header: rest, payload: read(payload) }
}

test('RP-06 RP-07 RP-34 a Request Object of variant 1 has exactly its members', async () => {
  const { header, payload } = partsOf(await createScopeRequestObject(signer, { ...settings, scope: 'login' }, now))
  assert.deepEqual(header, { typ: 'JWT', kid: signer.kid, trust_chain: settings.trustChain })
  assert.deepEqual(payload, {
    scope: 'login',
    client_id_scheme: 'entity_id',
    client_id: clientId,
    response_mode: 'direct_post.jwt',
    response_type: 'vp_token',
    response_uri: responseUri,
    nonce: presentationNonce,
    state,
    iss: clientId,
    aud: 'https://self-issued.me/v2',
    iat: now,
    exp: now + 300,
  })
})

test('RP-40 a Request Object of variant 1 contains the nonce that the wallet sent', async () => {
  const created = await createScopeRequestObject(signer, { ...settings, scope: 'login', walletNonce: 'wn' }, now)
  assert.equal((partsOf(created).payload as { wallet_nonce?: string }).wallet_nonce, 'wn')
})

test('RP-08 RP-38 RP-40 a Request Object of variant 2 has exactly its members', async () => {
  const { header, payload } = partsOf(
    await createDcqlRequestObject(signer, { ...settings, dcqlQuery, requestUriMethod: 'post', walletNonce: 'wn' }, now),
  )
  assert.deepEqual(header, { typ: 'oauth-authz-req+jwt', kid: signer.kid, trust_chain: settings.trustChain })
  assert.deepEqual(payload, {
    client_id: clientId,
    response_mode: 'direct_post.jwt',
    response_type: 'vp_token',
    dcql_query: dcqlQuery,
    response_uri: responseUri,
    nonce: presentationNonce,
    state,
    iss: clientId,
    aud: 'https://self-issued.me/v2',
    iat: now,
    exp: now + 300,
    request_uri_method: 'post',
    wallet_nonce: 'wn',
  })
  const plain = await createDcqlRequestObject(signer, { ...settings, dcqlQuery, requestUriMethod: undefined }, now)
  const names = Object.keys(partsOf(plain).payload)
  assert.ok(!names.includes('wallet_nonce') && !names.includes('request_uri_method'))
})
