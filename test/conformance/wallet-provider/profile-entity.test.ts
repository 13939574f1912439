/** A Wallet Provider in a later profile: metadata in the profile's form, and endpoints that issue no attestation. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { furtherProfileNames, walletProviderWire } from '../../../src/profiles/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { createWalletProviderBench } from '../../support/wallet-provider-bench.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

async function metadataOf(config: object): Promise<Readonly<Record<string, JsonObject>>> {
  const { send } = await createWalletProviderBench({ config: { ...config } })
  const [, payload = ''] = (await (await send('/.well-known/openid-federation')).text()).split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).metadata
}

test('WP-120 a Wallet Provider of 1.0 has the entity type and members of the default profile', async () => {
  const { federation_entity: _, ...metadata } = await metadataOf({ profile: 'it-wallet-1.0' })
  const { federation_entity: __, ...own } = await metadataOf({})
  assert.deepEqual(Object.keys(metadata), ['wallet_provider'])
  assert.deepEqual(Object.keys(metadata.wallet_provider ?? {}), Object.keys(own.wallet_provider ?? {}))
})

test('WP-120 a Wallet Provider of 1.4 describes its wallet solution', async () => {
  const walletSolution = { name: 'The wallet', credentialOfferEndpoint: 'https://wallet.example/offer' }
  const { wallet_solution: solution, ...others } = await metadataOf({ profile: 'it-wallet-1.4', walletSolution })
  assert.deepEqual(Object.keys(others), ['federation_entity'])
  const { jwks, ...described } = solution ?? {}
  assert.equal((jwks as { readonly keys: readonly unknown[] }).keys.length, 1)
  assert.deepEqual(described, {
    logo_uri: others.federation_entity?.logo_uri,
    wallet_metadata: {
      wallet_name: 'The wallet',
      authorization_endpoint: 'https://wallet.example/authorization',
      credential_offer_endpoint: 'https://wallet.example/offer',
      response_types_supported: ['vp_token'],
      response_modes_supported: ['query'],
      vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'] } },
      request_object_signing_alg_values_supported: ['ES256', 'ES384', 'ES512'],
      client_id_prefixes_supported: ['openid_federation', 'x509_hash'],
    },
  })
  observeOutput('WP-120')
})

for (const profile of furtherProfileNames)
  describe(profile, () => {
    test(`WP-121 each endpoint of ${profile} refuses a request and issues no attestation`, async () => {
      const { send, sink } = await createWalletProviderBench({ config: { profile } })
      for (const { method, path } of walletProviderWire[profile].endpoints) {
        const body = method === 'GET' ? {} : { body: 'eyJhbGciOiJFUzI1NiJ9', headers: { 'content-type': 'text/plain' } }
        const answer = await send(path.replace(':id', 'an-instance'), { method, ...body })
        await assertRefusal(answer, sink, 'WP-121 profile_endpoint_unbuilt 501 server_error')
        assert.equal(sink.decisions.at(-1)?.surface, `wallet-provider${path}`)
      }
    })
  })
