import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { listConnected } from './connected-parties.ts'

test('a party whose keys are only at a URL is not trusted in that role', async () => {
  const entityId = 'https://rp.example'
  const trusted = { entityId, verdict: 'trusted', entityTypes: ['wallet_relying_party'], missingTypes: [] } as const
  const partsWith = (keySetUrls: readonly { readonly entityType: string; readonly member: string }[]) => ({
    ...{ clock: fixedClock(), publicUrl: 'https://console.example', logins: [], credentialTypes: [], roles: [] },
    walletAuthorizationEndpoint: 'openid4vp://',
    advise: ({ code }: { readonly code: string }) => `change ${code}`,
    administer: async () => ({ status: 200, body: [{ entity_id: entityId, status: 'active' }] }),
    anchorKeys: async () => [],
    explain: async () => ({ ...trusted, paths: [], trustMarks: [], keySetUrls, emptied: [] }),
  })
  const [first] = (await listConnected(partsWith([]))) ?? []
  assert.deepEqual([first?.trust, first?.reasons], ['trusted', []])
  const [second] = (await listConnected(partsWith([{ entityType: 'wallet_relying_party', member: 'jwks_uri' }]))) ?? []
  const [code, at] = ['key_set_by_reference', 'metadata.wallet_relying_party.jwks_uri']
  assert.deepEqual([second?.trust, second?.reasons], ['untrusted', [{ code, at, advice: `change ${code}` }]])
})
