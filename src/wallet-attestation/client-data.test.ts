import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { jwkThumbprint } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { serialiseClientData } from './client-data.ts'

const ctx = { crypto: createNodeCrypto() }
const vector = JSON.parse(readFileSync(new URL('../../test/vectors/client-data.json', import.meta.url), 'utf8'))

test('WP-66 serialises client data as in the published vector', () => {
  const { challenge, jwk, jwk_thumbprint } = vector
  assert.equal(jwkThumbprint(ctx, jwk), jwk_thumbprint)
  const clientData = serialiseClientData({ jwk_thumbprint, challenge })
  assert.equal(clientData, vector.client_data)
  assert.equal(hash('sha256', clientData), vector.client_data_hash)
})

test('WP-66 serialises no further member of the given object', () => {
  const surplus = { challenge: 'é"', jwk_thumbprint: 't', nonce: 'n' }
  assert.equal(serialiseClientData(surplus), '{"challenge":"é\\"","jwk_thumbprint":"t"}')
})
