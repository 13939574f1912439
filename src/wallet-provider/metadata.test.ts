import assert from 'node:assert/strict'
import { test } from 'node:test'
import { walletProviderConfig } from './config.ts'
import { walletProviderMetadata } from './metadata.ts'

const site = 'https://wp.example'
const uris = { homepage_uri: site, policy_uri: site, tos_uri: site, logo_uri: site }
const configuration = {
  entityId: site,
  organization: { organization_name: 'WP', ...uris },
  authorityHints: ['https://ta.example'],
}

test('WP-77 the metadata contain only algorithms of EC keys, which alone can be attested', () => {
  const config = walletProviderConfig.parse({ ...configuration, algorithms: ['RS256', 'ES256', 'EdDSA', 'ES256K'] })
  const { wallet_provider } = walletProviderMetadata(config, [])
  assert.deepEqual(wallet_provider?.token_endpoint_auth_signing_alg_values_supported, ['ES256', 'ES256K'])
  const { error } = walletProviderConfig.safeParse({ ...configuration, algorithms: ['RS256', 'EdDSA'] })
  assert.deepEqual(
    error?.issues.map(({ path }) => path),
    [['algorithms']],
  )
})
