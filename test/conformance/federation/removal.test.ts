/**
 * A member that the anchor has removed: every other role refuses it, at once if it is not cached, after ten minutes if
 * it is cached.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lifeCycle } from '../../../src/sandbox/life-cycle/run-life-cycle.ts'
import { adminToken, createTestEcosystem, origins, type TestEcosystem } from '../../support/ecosystem.ts'

const [firstStart, obtainPid, presentPid] = lifeCycle
/** Seconds after which a cached or received chain must be confirmed. */
const freshSeconds = 600

function contextOf(ecosystem: TestEcosystem, person = ecosystem.person()) {
  const narrator = { heading() {}, say() {}, passed() {}, failed() {}, exchange() {}, end() {} }
  return {
    origins: {
      ...origins,
      console: 'https://console.example',
      nationalIdp: 'https://idp.example',
      nationalSamlIdp: 'https://spid.example',
    },
    person,
    administrationFetch: ecosystem.fetchOf('administrator'),
    adminToken,
    narrator,
    pause: async (seconds: number) => ecosystem.clock.advance(seconds),
  }
}

async function remove(ecosystem: TestEcosystem, entityId: string): Promise<void> {
  const { status } = await ecosystem.fetchOf('administrator')(
    new Request(`${origins.trustAnchor}/admin/subordinates/remove`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entity_id: entityId }),
    }),
  )
  assert.equal(status, 204)
}

/** Returns the first refusal by a role other than the anchor, or the message of the error if no role refused. */
async function refusedBy(ecosystem: TestEcosystem, run: (() => Promise<unknown>) | undefined): Promise<string> {
  const before = ecosystem.decisions.decisions.length
  try {
    await run?.()
    return 'accepted'
  } catch (thrown) {
    const refused = ecosystem.decisions.decisions
      .slice(before)
      .find(({ outcome, surface }) => outcome !== 'accepted' && !surface.startsWith('trust-anchor/'))
    if (refused === undefined) return thrown instanceof Error ? thrown.message : 'refused'
    const check = refused.checks.at(-1)
    return `${refused.surface} ${check?.requirement} ${check?.code}`
  }
}

const rows: [who: keyof typeof origins, unknown: string, known: string][] = [
  ['walletProvider', 'wallet/register WI-01 no_trust_chain', 'relying-party/request RP-45 no_trust_chain'],
  ['pidProvider', 'The federation does not list the PID Provider.', 'relying-party/response RP-84 no_trust_chain'],
  ['relyingParty', 'wallet/engagement WI-72 no_trust_chain', 'wallet/engagement WI-72 no_trust_chain'],
]
for (const [who, unknown, known] of rows)
  test(`FED-38 a removed ${who} is refused at once if not cached, after ten minutes if cached`, async () => {
    const ecosystem = await createTestEcosystem()
    const ctx = contextOf(ecosystem)
    for (const step of [firstStart, obtainPid, presentPid]) await step?.run(ctx)
    await remove(ecosystem, origins[who])
    const fresh = contextOf(ecosystem)
    const all = async () => {
      for (const step of [firstStart, obtainPid, presentPid]) await step?.run(fresh)
    }
    assert.equal(await refusedBy(ecosystem, all), unknown)
    const present = () => refusedBy(ecosystem, () => presentPid?.run(ctx) ?? Promise.resolve())
    assert.equal(await present(), 'accepted')
    ecosystem.clock.advance(freshSeconds - 1)
    assert.equal(await present(), 'accepted')
    ecosystem.clock.advance(1)
    assert.equal(await present(), known)
  })
