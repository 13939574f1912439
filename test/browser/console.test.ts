/** The sandbox's console in a real browser: as accessible as the pages of the roles, on the narrowest screen too. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDecide, type DecisionRecord } from '../../src/base/index.ts'
import { createConsole, createFederationObserver, createMapScreen } from '../../src/console/index.ts'
import { type AnswerWithHeaders, respondJson, respondText, toWebResponse } from '../../src/http/index.ts'
import { generateSigner, signJwt } from '../../src/jose/index.ts'
import { createDecisionLog, createNodeCrypto } from '../../src/node/index.ts'
import { type Desk, examine, openDesk, type Visitor } from '../support/browser.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { createNetwork } from '../support/network.ts'
import { seededRandom } from '../support/seeded-random.ts'

const publicUrl = 'https://console.example'
const roles = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party'] as const
let desk: Desk

/** Decisions as in a sandbox: the longest names of surfaces and codes, and traces in wide letters. */
const decisions = (
  [
    ['wallet-provider/admin/attestation-keys', 'refused', 'WP-17', 'attestation_chain_certificate_expired'],
    ['pid-provider/as/authorization/consent', 'accepted', 'PP-08', undefined],
    ['relying-party/presentations/response_uri', 'failed', 'RP-60', 'credential_type_not_issued'],
  ] as const
).map(
  ([surface, outcome, requirement, code], index): DecisionRecord => ({
    ...{ trace: `WMWMWMWMWMW${index}`, surface, outcome, at: 1_768_478_400, evidence: {} },
    checks: [{ requirement, passed: code === undefined, ...(code !== undefined && { code, at: 'payload' }) }],
  }),
)

before(async () => {
  const network = createNetwork()
  const signer = await generateSigner({ crypto: createNodeCrypto() })
  const claims = { metadata: { federation_entity: { homepage_uri: `https://example.org/${'long-'.repeat(20)}` } } }
  const statement = await signJwt(signer, { typ: 'entity-statement+jwt' }, claims)
  const url = (role: string) => `https://${role}.sandbox.example`
  for (const role of roles.slice(1))
    network.connect(url(role), async (request) =>
      toWebResponse(
        request.url.endsWith('/health')
          ? respondJson({ status: 'ok' })
          : respondText(statement, 'application/entity-statement+jwt'),
      ),
    )
  const log = createDecisionLog()
  for (const decision of decisions) log.record(decision)
  const [clock, random] = [fixedClock(), seededRandom('console')]
  const federation = {
    ...{ clock, crypto: createNodeCrypto(), fetch: network.fetch, anchors: new Map(), urls: { loopbackHttp: false } },
    roles: roles.map((name) => ({ name, url: url(name) })),
  }
  const app = createConsole({
    publicUrl,
    screens: [createMapScreen({ ...federation, observe: createFederationObserver(federation) })],
    routes: [],
    log,
    decide: createDecide<AnswerWithHeaders>({ clock, random, decisions: recordingSink() }),
    onFault: (fault) => assert.fail(String(fault)),
  })
  desk = await openDesk((request) => app(request))
})
after(() => desk.close())

/** Opens the console and expands all its parts. */
async function openConsole(language: 'it' | 'en', device: 'narrow' | 'desktop'): Promise<Visitor> {
  const visitor = await desk.open(language, device)
  await visitor.page.goto(publicUrl)
  for (const summary of await visitor.page.locator('summary').all()) await summary.click()
  return visitor
}

for (const language of ['it', 'en'] as const)
  test(`the console fits the narrowest screen and a wide one, in ${language}`, { timeout: 60_000 }, async () => {
    for (const device of ['narrow', 'desktop'] as const) {
      const visitor = await openConsole(language, device)
      await examine(visitor, `console, ${device}`)
      const widths = await visitor.page.evaluate('[document.documentElement.scrollWidth, innerWidth]')
      const [scrolled = 0, visible = 0] = widths as number[]
      assert.ok(scrolled <= visible, `${scrolled} pixels on ${visible}`)
    }
  })
