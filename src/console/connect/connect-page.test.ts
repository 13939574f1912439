import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleRequests, createTestConsole } from '../../../test/support/console-app.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import type { TrustExplanation } from '../../federation/index.ts'
import { createConnectScreen } from './connect-screen.ts'

test('the names of a foreign party are shortened and shown in visible characters', async () => {
  const publicUrl = 'https://console.example'
  const hostile = `https://evil.example/\u202e${'n'.repeat(10_000)}`
  const screen = createConnectScreen({
    ...{ clock: fixedClock(), publicUrl, logins: [], credentialTypes: [], advise: () => '' },
    ...{ roles: [{ name: 'trust-anchor', url: 'https://ta.example' }], walletAuthorizationEndpoint: 'openid4vp://' },
    administer: async () => ({
      status: 200,
      body: [{ entity_id: hostile, entity_types: [hostile], status: 'active' }],
    }),
    anchorKeys: async () => [],
    explain: async (): Promise<TrustExplanation> => ({
      ...{
        entityId: hostile,
        verdict: 'no_trust_chain',
        entityTypes: [],
        missingTypes: [],
        trustMarks: [],
        keySetUrls: [],
        emptied: [],
      },
      paths: [
        { path: [hostile], steps: [{ step: 'link', result: 'fails', code: 'kid_unknown', at: hostile }] as never },
      ],
    }),
  })
  const response = await consoleRequests(createTestConsole({ publicUrl, screens: [screen] }), publicUrl).get('/connect')
  const text = (await response.text()).replaceAll(/<input type="hidden"[^>]*>/g, '')
  assert.match(text, /id="connect-list">/)
  assert.ok(!text.includes('\u202e'))
  assert.doesNotMatch(text, /n{121}/)
})
