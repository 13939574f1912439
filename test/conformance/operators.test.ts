/**
 * GEN-45 Operators of the console, at every role: the console names the operator beside its token, the role checks the
 * operator's rights, and the names of both are in the decision and in the audit log.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DecisionRecord } from '../../src/base/index.ts'
import { createRecentDecisions } from '../../src/member/index.ts'
import { isNews } from '../../src/node/index.ts'
import { pinAnchors } from '../../src/sandbox/settings.ts'
import { composeRole, roleNames, type ServedRole } from '../../src/serve/index.ts'
import { createJsonLog, createLogSink } from '../../src/telemetry/index.ts'
import { adminToken, createTestEcosystem, origins } from '../support/ecosystem.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { assertRefusal } from '../support/wire-refusal.ts'

const consoleToken = 'token-of-the-console-of-the-tests-0123'
const operators = [
  { name: 'ada', may: ['read', 'revoke', 'members'] },
  { name: 'bob', may: ['read'] },
  { name: 'eve', may: [] },
] as const

const ecosystem = await createTestEcosystem({ seed: 'operators' })
const { network, decisions, parts } = ecosystem
const lines: string[] = []
const log = createLogSink(createJsonLog('role', { write: (line) => void lines.push(line) }))

/** Serves a role again, with a console among its administrators. */
async function withConsole<R extends ServedRole>(role: R): Promise<void> {
  const settings = pinAnchors(parts.settings[role], ecosystem.profileAnchors)
  const administration = { ...settings.administration, console: { token: consoleToken }, operators: [...operators] }
  const recentDecisions = createRecentDecisions(seededRandom(role))
  const record = (decision: DecisionRecord): void => {
    parts.decisions.record(decision)
    log.record(decision)
    if (isNews(decision)) recentDecisions.record(decision)
  }
  const infrastructure = { ...parts.infrastructureOf(role), stores: parts.stores[role], recentDecisions }
  const { app } = await composeRole(role, { ...settings, administration } as never, parts.keys[role], {
    ...infrastructure,
    decisions: { record },
  })
  network.connect(settings.publicUrl, app)
}
for (const role of roleNames) await withConsole(role)

const urls: Readonly<Record<ServedRole, string>> = {
  'trust-anchor': origins.trustAnchor,
  'wallet-provider': origins.walletProvider,
  'pid-provider': origins.pidProvider,
  'relying-party': origins.relyingParty,
}

interface Sender {
  readonly operator?: string
  readonly token?: string
}

const send = (role: ServedRole, method: string, path: string, sender: Sender = {}, body?: object): Promise<Response> =>
  network.fetch(
    new Request(`${urls[role]}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sender.token ?? consoleToken}`,
        ...(sender.operator !== undefined && { 'fiducia-operator': sender.operator }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
const observe = (role: ServedRole, sender: Sender = {}, query = ''): Promise<Response> =>
  send(role, 'GET', `/admin/decisions${query}`, sender)

/** Requests to each role, with the right that each request needs. */
const requests = [
  ['trust-anchor', 'GET', '/admin/subordinates', undefined, 'read'],
  ['trust-anchor', 'GET', '/admin/log', undefined, 'read'],
  ['trust-anchor', 'GET', '/admin/trust-marks', undefined, 'read'],
  ['trust-anchor', 'GET', '/admin/keys', undefined, 'read'],
  ['trust-anchor', 'POST', '/admin/subordinates', { entity_id: 'https://x.example', dry_run: true }, 'read'],
  ['trust-anchor', 'POST', '/admin/subordinates', { entity_id: 'https://x.example' }, 'members'],
  ['trust-anchor', 'PATCH', '/admin/subordinates', { entity_id: 'https://x.example' }, 'members'],
  ['trust-anchor', 'POST', '/admin/subordinates/remove', { entity_id: 'https://x.example' }, 'members'],
  ['trust-anchor', 'POST', '/admin/trust-marks', {}, 'marks'],
  ['trust-anchor', 'POST', '/admin/trust-marks/revoke', {}, 'marks'],
  ['trust-anchor', 'POST', '/admin/keys', {}, 'keys'],
  ['trust-anchor', 'POST', '/admin/keys/activate', {}, 'keys'],
  ['trust-anchor', 'POST', '/admin/keys/revoke', {}, 'keys'],
  ['wallet-provider', 'POST', '/admin/wallet-instances/search', {}, 'read'],
  ['wallet-provider', 'POST', '/admin/wallet-instances/show', {}, 'read'],
  ['wallet-provider', 'POST', '/admin/wallet-instances/revoke', {}, 'revoke'],
  ['wallet-provider', 'POST', '/admin/wallet-instances/revoke-all', {}, 'revoke'],
  ['wallet-provider', 'POST', '/admin/wallet-instances/release', {}, 'release'],
  ['wallet-provider', 'POST', '/admin/wallet-instances/release-all', {}, 'release'],
  ['wallet-provider', 'POST', '/admin/wallet-instances/link', {}, 'link'],
  ['wallet-provider', 'POST', '/admin/wallet-instances/unlink', {}, 'link'],
  ['wallet-provider', 'GET', '/admin/attestation-keys', undefined, 'read'],
  ['wallet-provider', 'POST', '/admin/attestation-keys', {}, 'keys'],
  ['wallet-provider', 'POST', '/admin/attestation-keys/activate', {}, 'keys'],
  ['wallet-provider', 'POST', '/admin/attestation-keys/revoke', {}, 'keys'],
  ['pid-provider', 'GET', '/admin/credentials', undefined, 'read'],
  ['pid-provider', 'POST', '/admin/credentials/search', {}, 'read'],
  ['pid-provider', 'GET', '/admin/credentials/1', undefined, 'read'],
  ['pid-provider', 'POST', '/admin/credentials/1/status', { status: 'revoked' }, 'revoke'],
  ['pid-provider', 'POST', '/admin/credentials/1/status', { status: 'suspended' }, 'suspend'],
  ['pid-provider', 'POST', '/admin/credentials/1/status', { status: 'valid' }, 'suspend'],
  ['pid-provider', 'GET', '/admin/decisions', undefined, 'observe'],
  ['relying-party', 'GET', '/admin/decisions', undefined, 'observe'],
] as const

describe('operators of the console', () => {
  for (const [role, method, path, body, right] of requests)
    test(`GEN-45 ${role}: ${method} ${path} ${JSON.stringify(body ?? '')} needs the right "${right}"`, async () => {
      const refused = await send(role, method, path, { operator: 'eve' }, body)
      const at = `may.${right}`
      await assertRefusal(refused, decisions, {
        id: 'GEN-45',
        code: 'right_missing',
        status: 403,
        error: 'forbidden',
        at,
      })
      assert.deepEqual(decisions.lastRefusal()?.evidence, { actor: 'console', operator: 'eve' })
      const challenge = 'Bearer realm="administration", error="insufficient_scope"' // RFC 6750 §3.1
      assert.equal(refused.headers.get('www-authenticate'), challenge)
      const bobMay = right === 'read'
      const code = async (operator: string) => {
        await send(role, method, path, { operator }, body)
        return decisions.decisions.at(-1)?.checks.at(-1)?.code
      }
      assert.equal((await code('bob')) === 'right_missing', !bobMay)
    })

  for (const role of roleNames) {
    test(`GEN-45 ${role}: the console can observe without an operator, and an administrator must not name an operator`, async () => {
      assert.equal((await observe(role)).status, 200)
      assert.deepEqual(decisions.decisions.at(-1)?.evidence, { actor: 'console' })
      for (const [sender, code] of [
        [{ operator: 'mallory' }, 'operator_unknown'],
        [{ operator: 'console/ada' }, 'operator_unknown'],
        [{ operator: 'ada', token: adminToken }, 'operator_unexpected'],
        [{ operator: '*' }, 'operator_unknown'],
      ] as const)
        await assertRefusal(await observe(role, sender), decisions, `GEN-45 ${code} 403 forbidden fiducia-operator`)
      assert.equal((await observe(role, { token: adminToken })).status, 200)
    })

    test(`GEN-45 ${role}: the refusal of an operator is in the log, with both names and without a token`, async () => {
      lines.length = 0
      await observe(role, { operator: 'eve' })
      const [line = ''] = lines.filter((one) => one.includes('right_missing'))
      const { event, decision } = JSON.parse(line)
      assert.equal(event, 'refused')
      assert.deepEqual(decision.evidence, { actor: 'console', operator: 'eve' })
      assert.equal(lines.join('').includes(consoleToken), false)
    })
  }

  test('GEN-45 a request of the console without an operator is refused', async () => {
    const response = await send('pid-provider', 'GET', '/admin/credentials')
    await assertRefusal(response, decisions, 'GEN-45 operator_missing 403 forbidden fiducia-operator')
  })

  test('GEN-45 the audit log of a role names the console and the operator', async () => {
    const [member] = (await (await send('trust-anchor', 'GET', '/admin/subordinates', { operator: 'ada' })).json()) as {
      entity_id: string
    }[]
    const entity_id = member?.entity_id ?? ''
    const suspended = { entity_id, status: 'suspended', reason: 'audit' }
    assert.equal(
      (await send('trust-anchor', 'PATCH', '/admin/subordinates', { operator: 'ada' }, suspended)).status,
      200,
    )
    assert.deepEqual(decisions.decisions.at(-1)?.evidence.operator, 'ada')
    const response = await send('trust-anchor', 'GET', `/admin/log?entity_id=${entity_id}`, { operator: 'bob' })
    const [event] = (await response.json()) as { actor: string; action: string }[]
    assert.deepEqual([event?.actor, event?.action], ['console/ada', 'suspended'])
    await send('trust-anchor', 'PATCH', '/admin/subordinates', { operator: 'ada' }, { entity_id, status: 'active' })
  })

  test('RP-114 the administration of a Relying Party requires the token of an administrator', async () => {
    for (const [authorization, code] of [
      [undefined, 'authorization_missing'],
      ['Basic x', 'authorization_malformed'],
      ['Bearer token-of-a-stranger-0123456789abcdef', 'token_unknown'],
    ] as const) {
      const headers = authorization === undefined ? {} : { authorization }
      const response = await network.fetch(new Request(`${origins.relyingParty}/admin/decisions`, { headers }))
      const challenge = `Bearer realm="administration"${code === 'token_unknown' ? ', error="invalid_token"' : ''}`
      assert.equal(response.headers.get('www-authenticate'), challenge)
      await assertRefusal(response, decisions, `RP-114 ${code} 401 unauthorized authorization`)
    }
  })

  test('GEN-47 each recent decision is returned once, and without a message', async () => {
    const page = async (query = '') =>
      (await (await observe('pid-provider', {}, query)).json()) as { decisions: DecisionRecord[]; cursor: string }
    const first = await page()
    assert.ok(first.decisions.length > 0)
    assert.deepEqual((await page(`?after=${first.cursor}`)).decisions, [], 'no request of the console is listed')
    await send('pid-provider', 'GET', '/admin/credentials', { operator: 'eve' })
    const next = await page(`?after=${first.cursor}`)
    assert.deepEqual(
      next.decisions.map(({ surface, outcome, evidence }) => [surface, outcome, evidence.operator]),
      [['pid-provider/admin/credentials', 'refused', 'eve']],
    )
    const members = new Set(next.decisions.flatMap(Object.keys))
    assert.deepEqual(members, new Set(['trace', 'surface', 'at', 'outcome', 'checks', 'evidence']))
  })
})
