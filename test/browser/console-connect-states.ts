/**
 * States of "Connect yours", for `console-connect.test.ts` (each once) and `console-connect.long.ts` (in every view).
 */
import assert from 'node:assert/strict'
import type { Json } from '../../src/base/index.ts'
import {
  type AdministrationAnswer,
  type ConnectParts,
  createConnectScreen,
  type Screen,
} from '../../src/console/index.ts'
import type { TrustExplanation } from '../../src/federation/index.ts'
import { trustAdvice } from '../../src/serve/index.ts'
import type { ConsoleState } from '../support/browser-console.ts'
import { fixedClock } from '../support/fixed-clock.ts'

const clock = fixedClock()
const names = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party'] as const
const roles = names.map((name, index) => ({ name, url: `http://localhost:${7001 + index}` }))
const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'x'.repeat(43),
  y: 'y'.repeat(43),
  kid: 'k'.repeat(43),
  use: 'sig',
  alg: 'ES256',
}
const pem = `-----BEGIN CERTIFICATE-----\n${`${'A'.repeat(64)}\n`.repeat(8)}-----END CERTIFICATE-----\n`
const yours = 'https://issuer.a-name-that-is-long.example:8443/with/a/path'

/** Answers of the stub of the Trust Anchor, and the host of the sandbox. */
const world: {
  list: readonly Json[]
  answer: AdministrationAnswer
  verdict: TrustExplanation['verdict']
  host?: string
} = { list: [], answer: { status: 200, body: {} }, verdict: 'trusted' }

const explain = async (entityId: string): Promise<TrustExplanation> => ({
  ...{
    entityId,
    verdict: world.verdict,
    entityTypes: [],
    missingTypes: [],
    trustMarks: [],
    keySetUrls: [],
    emptied: [],
  },
  ...(world.verdict === 'trusted' && { expiresAt: clock.now() + 86_400 }),
  paths: [
    {
      path: [entityId],
      steps: [
        { step: 'reach', result: 'holds' },
        { step: 'links', result: 'fails', code: 'superior_not_hinted', at: 'configuration.payload.authority_hints' },
      ],
    },
  ],
})

const parts: ConnectParts = {
  ...{ clock, publicUrl: 'https://console.example', roles, explain },
  logins: [{ name: 'national-idp', url: 'http://localhost:7005' }],
  administer: async ({ method }) => (method === 'GET' ? { status: 200, body: world.list } : world.answer),
  anchorKeys: async () => [key],
  advise: ({ code, at }) => trustAdvice(code as 'superior_not_hinted', at),
  certificateAuthority: pem,
  get host() {
    return world.host
  },
  credentialTypes: ['eu.eudiw.pid.it', 'eu.europa.ec.eudiw.pid.1'],
  walletAuthorizationEndpoint: 'https://wallet.example/authorization',
}

/** The screen of all states. */
export const connectScreens: readonly Screen[] = [createConnectScreen(parts)]

const refusal = {
  error: 'candidate_refused',
  error_description:
    'The entity does not name this superior. (superior_not_hinted at configuration.payload.authority_hints) [FED-12] What to change: Add it to authority_hints.',
}

export const connectStates: readonly ConsoleState[] = [
  {
    name: 'connect: nobody is connected, with all steps',
    path: '/connect',
    enter: async ({ page }) => {
      Object.assign(world, { list: [], host: undefined })
      await page.reload()
      await page.locator('#connect-none').waitFor()
      for (const summary of await page.locator('main summary').all()) await summary.click()
    },
  },
  {
    name: 'connect: a dry run by keyboard',
    path: '/connect',
    enter: async ({ page }) => {
      const members = { credentials_supported: { [`type-${'long-'.repeat(20)}`]: { format: 'vc+sd-jwt' } } }
      const view = {
        entity_types: ['openid_credential_issuer'],
        kids: [key.kid],
        emptied: ['openid_credential_issuer.x'],
      }
      world.answer = { status: 200, body: { ...view, resolved_metadata: { openid_credential_issuer: members } } }
      await page.locator('#connect-entity').fill(yours)
      await page.locator('#connect-entity').press('Enter')
      await page.locator('#connect-metadata').waitFor()
      assert.equal(await page.locator('#connect-entity').inputValue(), yours)
      assert.ok(await page.locator('#connect-other-kind').isVisible())
    },
  },
  {
    name: 'connect: the Trust Anchor refuses',
    path: '/connect',
    enter: async ({ page }) => {
      world.answer = { status: 422, body: refusal }
      await page.locator('#connect-entity').fill(yours)
      await page.locator('#connect-register').click()
      await page.locator('#connect-refused').waitFor()
    },
  },
  {
    name: 'connect: an unusable pasted text, without script',
    path: '/connect',
    settings: { javaScriptEnabled: false },
    enter: async ({ page }) => {
      await page.locator('#connect-pasted').fill('<script>alert(1)</script>')
      await page.locator('#connect-dry-run').click()
      await page.locator('#connect-cannot').waitFor()
    },
  },
  {
    name: 'connect: parties that are not trusted, on a sandbox that others reach',
    path: '/connect',
    enter: async ({ page }) => {
      const types = ['federation_entity', 'openid_credential_verifier']
      const list = [yours, '"><img src=x>'].map((entity_id) => ({ entity_id, status: 'active', entity_types: types }))
      Object.assign(world, { list, verdict: 'no_trust_chain', host: 'sandbox.example' })
      await page.reload()
      await page.locator('#connect-reachable').waitFor()
      assert.equal(await page.locator('.connect-party').count(), 2)
    },
  },
]
