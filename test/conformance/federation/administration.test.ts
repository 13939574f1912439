/** The administration of a Trust Anchor: its members, trust marks and keys, and the entries of its log. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import {
  administeredAnchor,
  adminToken,
  anchorId,
  markType,
  startAuthority,
} from '../../support/federation-authority.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'

let { clock, network, sink, anchor, candidate, lastRule } = await administeredAnchor()
describe('administration', () => {
  beforeEach(async () => {
    ;({ clock, network, sink, anchor, candidate, lastRule } = await administeredAnchor())
  })

  test('FED-38 the anchor checks each change, publishes it at once, and logs it with time, actor and reason', async () => {
    const entity_id = candidate.entityId
    const change = (body: object) => anchor.administer('PATCH', '/subordinates', { entity_id, ...body })
    assert.deepEqual([(await change({})).status, lastRule()], [404, 'FED-06 subordinate_unknown'])
    await anchor.administer('POST', '/subordinates', { entity_id, reason: 'contract 12' })
    const statement = async () => decodeJwt(await (await anchor.ask(`/fetch?sub=${entity_id}`)).text()).payload
    const readyMade = (await statement()).metadata_policy
    clock.advance(5)
    const metadata_policy = { wallet_provider: { aal_values_supported: { default: ['high'] } } }
    assert.equal((await change({ metadata_policy, reason: 'ticket 7' })).status, 200)
    assert.deepEqual((await statement()).metadata_policy, metadata_policy)
    const bad = { wallet_provider: { aal_values_supported: { essential: true } } }
    assert.deepEqual([(await change({ metadata_policy: bad })).status, lastRule()], [422, 'FED-04 policy_violated'])
    assert.deepEqual((await statement()).metadata_policy, metadata_policy)
    const outdated = await change({ metadata_policy: null, revision: 1 })
    assert.deepEqual([outdated.status, lastRule()], [409, 'FED-06 subordinate_outdated'])
    assert.equal((await change({ metadata_policy: null, revision: 2 })).status, 200)
    assert.deepEqual((await statement()).metadata_policy, readyMade)
    const late = await change({ status: 'suspended', revision: 2 })
    assert.deepEqual([late.status, lastRule()], [409, 'FED-06 subordinate_outdated'])
    assert.equal((await anchor.ask(`/fetch?sub=${entity_id}`)).status, 200)
    assert.equal((await change({ status: 'suspended', entity_types: ['wallet_provider'], revision: 3 })).status, 200)
    assert.equal((await change({ status: 'active', revision: 5 })).status, 200)
    await change({ status: 'suspended' })
    assert.equal((await anchor.ask(`/fetch?sub=${entity_id}`)).status, 404)
    assert.equal(lastRule(), 'FED-06 subject_suspended')
    const shown = await anchor.administer('GET', `/subordinates?entity_id=${entity_id}`)
    assert.equal((shown.body as JsonObject).status, 'suspended')
    assert.equal((await anchor.administer('POST', '/subordinates/remove', { entity_id, reason: 'gone' })).status, 204)
    assert.equal((await anchor.administer('POST', '/subordinates/remove', { entity_id })).status, 404)
    const log = (await anchor.administer('GET', `/log?entity_id=${entity_id}`)).body as JsonObject[]
    assert.deepEqual(
      log.map(({ action, actor, reason, at, members }) => [action, actor, reason, Number(at) - clock.now(), members]),
      [
        ['removed', 'operator', 'gone', 0, undefined],
        ['suspended', 'operator', undefined, 0, undefined],
        ['resumed', 'operator', undefined, 0, undefined],
        ['suspended', 'operator', undefined, 0, undefined],
        ['changed', 'operator', undefined, 0, ['entityTypes']],
        ['changed', 'operator', undefined, 0, ['metadataPolicy']],
        ['changed', 'operator', 'ticket 7', 0, ['metadataPolicy']],
        ['added', 'operator', 'contract 12', -5, undefined],
      ],
    )
  })

  test('FED-38 FED-10 the evidence of every change names its actor and its subject', async () => {
    const entity_id = candidate.entityId
    const kept = async (method: string, path: string, body?: JsonObject) => {
      assert.ok((await anchor.administer(method, path, body)).status < 300, path)
      const { actor, change, entity, thumbprint } = sink.decisions.at(-1)?.evidence ?? {}
      return [actor, change, entity ?? thumbprint]
    }
    assert.deepEqual(await kept('POST', '/subordinates', { entity_id, dry_run: true }), [
      'operator',
      undefined,
      entity_id,
    ])
    assert.deepEqual(await kept('POST', '/subordinates', { entity_id }), ['operator', 'added', entity_id])
    const suspended = { entity_id, status: 'suspended' }
    assert.deepEqual(await kept('PATCH', '/subordinates', suspended), ['operator', 'suspended', entity_id])
    const mark = { trust_mark_type: markType, sub: entity_id }
    assert.deepEqual(await kept('POST', '/trust-marks', mark), ['operator', 'granted', entity_id])
    assert.deepEqual(await kept('POST', '/trust-marks/revoke', mark), ['operator', 'revoked', entity_id])
    assert.deepEqual(await kept('POST', '/subordinates/remove', { entity_id }), ['operator', 'removed', entity_id])
    const [, added, kid = ''] = await kept('POST', '/keys', {})
    assert.equal(added, 'added')
    clock.advance(600)
    assert.deepEqual(await kept('POST', '/keys/activate', { kid }), ['operator', 'activated', kid])
    const [first] = (await anchor.administer('GET', '/keys')).body as { kid: string }[]
    const retired = first?.kid ?? ''
    assert.deepEqual(await kept('POST', '/keys/revoke', { kid: retired }), ['operator', 'revoked', retired])
  })

  test('FED-38 a removal reads its reason from the body, and DELETE removes neither a member nor a trust mark', async () => {
    const { entityId: entity_id } = candidate
    await anchor.administer('POST', '/subordinates', { entity_id })
    const mark = { trust_mark_type: markType, sub: entity_id }
    await anchor.administer('POST', '/trust-marks', mark)
    for (const [path, query] of [
      ['/trust-marks', mark],
      ['/subordinates', { entity_id }],
    ] as const)
      assert.equal(
        (await anchor.administer('DELETE', `${path}?${new URLSearchParams(query)}&reason=fraud`)).status,
        405,
      )
    assert.equal(
      (await anchor.administer('POST', `/trust-marks/revoke?reason=x`, { ...mark, reason: 'y' })).status,
      204,
    )
    assert.equal(
      (await anchor.administer('POST', `/subordinates/remove?reason=x`, { entity_id, reason: 'y' })).status,
      204,
    )
    const log = (await anchor.administer('GET', `/log?entity_id=${entity_id}`)).body as JsonObject[]
    assert.deepEqual(
      log.slice(0, 2).map(({ action, reason }) => [action, reason]),
      [
        ['removed', 'y'],
        ['mark_revoked', 'y'],
      ],
    )
  })

  test('FED-31 the removal of an entity removes its trust marks; invalid grants and revocations are refused', async () => {
    const sub = candidate.entityId
    await anchor.administer('POST', '/subordinates', { entity_id: sub })
    const grant = (body: object = {}) =>
      anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub, ...body })
    assert.equal((await grant()).status, 201)
    assert.deepEqual([(await grant()).status, lastRule()], [409, 'FED-31 trust_mark_known'])
    assert.deepEqual([(await grant({ sub: 'nobody' })).status, lastRule()], [400, 'FED-28 entity_id_invalid'])
    const foreign = await grant({ trust_mark_type: 'https://x.example' })
    assert.deepEqual([foreign.status, lastRule()], [404, 'FED-31 trust_mark_type_unknown'])
    await anchor.administer('POST', '/subordinates/remove', { entity_id: sub })
    assert.equal((await anchor.ask(`/trust_mark?trust_mark_type=${markType}&sub=${sub}`)).status, 404)
    assert.equal(lastRule(), 'FED-31 trust_mark_revoked')
    assert.deepEqual((await anchor.administer('GET', '/trust-marks')).body, [])
    for (const [mark, status, rule] of [
      [{ sub }, 400, 'GEN-23 request_malformed'],
      [{ trust_mark_type: markType }, 400, 'GEN-23 request_malformed'],
      [{ trust_mark_type: 'x', sub }, 404, 'FED-31 trust_mark_unknown'],
    ] as const)
      assert.deepEqual(
        [(await anchor.administer('POST', '/trust-marks/revoke', mark)).status, lastRule()],
        [status, rule],
      )
  })

  test('FED-31 the log names the holder of each mark, with time, actor and reason', async () => {
    anchor = await startAuthority({ clock, network }, anchorId, {
      decisions: sink,
      config: { trustMarks: [{ type: markType }] },
      further: { administrators: [{ name: 'ada', token: adminToken }] },
    })
    const sub = 'https://elsewhere.example'
    const mark = { trust_mark_type: markType, sub }
    await anchor.administer('POST', '/trust-marks', { ...mark, reason: 'audited' })
    clock.advance(5)
    await anchor.administer('POST', '/trust-marks/revoke', { ...mark, reason: 'audit failed' })
    const [at, about] = [clock.now(), { entity_id: sub, trust_mark_type: markType, actor: 'ada' }]
    assert.deepEqual((await anchor.administer('GET', `/log?entity_id=${sub}`)).body, [
      { ...about, action: 'mark_revoked', at, reason: 'audit failed' },
      { ...about, action: 'mark_granted', at: at - 5, reason: 'audited' },
    ])
    assert.equal(sink.decisions.at(-1)?.evidence.actor, 'ada')
  })

  test('FED-31 FED-38 a refused removal leaves every mark in place', async () => {
    const sub = 'https://elsewhere.example'
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub })
    const { status } = await anchor.administer('POST', '/subordinates/remove', { entity_id: sub })
    assert.deepEqual([status, lastRule()], [404, 'FED-38 subordinate_unknown'])
    assert.equal((await anchor.ask(`/trust_mark?trust_mark_type=${markType}&sub=${sub}`)).status, 200)
  })

  test('FED-10 a key is created, published, activated once it is old enough, and revoked', async () => {
    const made = await anchor.administer('POST', '/keys', { reason: 'yearly' })
    const { kid } = made.body as { kid: string }
    assert.equal(made.status, 201)
    const early = await anchor.administer('POST', '/keys/activate', { kid })
    assert.deepEqual([early.status, lastRule()], [409, 'FED-10 key_too_young'])
    clock.advance(600)
    assert.equal((await anchor.administer('POST', '/keys/activate', { kid })).status, 200)
    const states = (await anchor.administer('GET', '/keys')).body as JsonObject[]
    assert.deepEqual(
      states.map(({ state }) => state),
      ['retiring', 'active'],
    )
    assert.ok(states.every((key) => !('x' in key) && !('d' in key)))
    const { created_by, created_reason, activated_by, activated_at } = states[1] ?? {}
    assert.deepEqual([created_by, created_reason], ['operator', 'yearly'])
    assert.deepEqual([activated_by, activated_at], ['operator', clock.now()])
    const retired = states[0]?.kid
    assert.equal((await anchor.administer('POST', '/keys/revoke', { kid: retired })).status, 200)
    const [revoked] = (await anchor.administer('GET', '/keys')).body as JsonObject[]
    assert.deepEqual([revoked?.state, revoked?.revoked_by], ['revoked', 'operator'])
    for (const [path, code] of [
      ['/keys/activate', 'key_unknown'],
      ['/keys/revoke', 'key_unknown'],
    ] as const) {
      assert.equal((await anchor.administer('POST', path, { kid: 'nobody' })).status, 404)
      assert.equal(lastRule(), `FED-10 ${code}`)
    }
  })
})
