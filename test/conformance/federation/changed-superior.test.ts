/**
 * An intermediate checks new members against the current statements of its superiors, not against those in its cached
 * chain (OpenID Federation 1.0 §6.2, §10.2).
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type RecordingSink, recordingSink } from '../../support/decisions.ts'
import { anchorsOf, connectEntity, publisherOf, testEntity } from '../../support/federation.ts'
import {
  type Authority,
  intermediateConstraints,
  intermediateOf,
  startAuthority,
} from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const anchorId = 'https://anchor.example'
const middleId = 'https://middle.example'
const entity_id = 'https://leaf.example'
let network = createNetwork()
let sink: RecordingSink
let anchor: Authority
let middle: Authority

describe('changed superior', () => {
  beforeEach(async () => {
    const clock = fixedClock()
    network = createNetwork()
    sink = recordingSink()
    anchor = await startAuthority({ clock, network }, anchorId)
    middle = await startAuthority({ clock, network }, middleId, {
      anchors: anchorsOf(anchor),
      config: { authorityHints: [anchorId] },
      decisions: sink,
    })
    await anchor.administer('POST', '/subordinates', intermediateOf(middleId))
    connectEntity(network, clock, await testEntity(entity_id, { hints: [middleId], metadata: { wallet_provider: {} } }))
    const shown = await middle.administer('POST', '/subordinates', { entity_id, dry_run: true })
    assert.equal(shown.status, 200) // the intermediate now has its own chain in its cache
  })

  const lastRule = () => {
    const { requirement, code, at } = sink.lastRefusal()?.checks.at(-1) ?? {}
    return `${requirement} ${code} ${at}`
  }

  test('FED-25 a constraint that the superior has just changed applies to new members of an intermediate', async () => {
    const constraints = { ...intermediateConstraints, allowed_entity_types: ['openid_credential_issuer'] }
    assert.equal((await anchor.administer('PATCH', '/subordinates', { entity_id: middleId, constraints })).status, 200)
    const { status } = await middle.administer('POST', '/subordinates', { entity_id })
    assert.deepEqual([status, lastRule()], [422, 'FED-25 entity_type_missing resolved_metadata.wallet_provider'])
  })

  test('FED-21 a policy that the superior has just changed applies to new members of an intermediate', async () => {
    const metadata_policy = { wallet_provider: { aal_values_supported: { essential: true } } }
    const changed = await anchor.administer('PATCH', '/subordinates', { entity_id: middleId, metadata_policy })
    assert.equal(changed.status, 200)
    const { status } = await middle.administer('POST', '/subordinates', { entity_id })
    assert.deepEqual(
      [status, lastRule()],
      [422, 'FED-04 policy_violated metadata.wallet_provider.aal_values_supported.essential'],
    )
  })

  test('FED-55 an intermediate admits an issuer only for the credential types that its superior permits', async () => {
    const metadata = { openid_credential_issuer: { credential_issuer: entity_id } }
    connectEntity(network, fixedClock(), await testEntity(entity_id, { hints: [middleId], metadata }))
    const dryRun = async () => {
      const body = { entity_id, credential_types: ['card'], dry_run: true }
      return (await middle.administer('POST', '/subordinates', body)).status
    }
    assert.deepEqual(
      [await dryRun(), lastRule()],
      [
        422,
        'FED-22 policy_combination_invalid statement[1].payload.metadata_policy.openid_credential_issuer.credential_types_allowed',
      ],
    )
    const change = { entity_id: middleId, credential_types: ['card', 'pid'] }
    assert.equal((await anchor.administer('PATCH', '/subordinates', change)).status, 200)
    assert.equal(await dryRun(), 200)
  })

  test('FED-38 an intermediate that its superior has just suspended admits no member, and the refusal names the reason', async () => {
    await anchor.administer('PATCH', '/subordinates', { entity_id: middleId, status: 'suspended' })
    const { status } = await middle.administer('POST', '/subordinates', { entity_id })
    assert.deepEqual([status, lastRule()], [422, 'FED-02 status_unexpected own_chain.statement.status.404'])
    assert.deepEqual(await (await middle.ask('/list')).json(), [])
  })

  test('GEN-27 an intermediate admits no member while its superior does not answer', async () => {
    network.disconnect(anchorId)
    const { status } = await middle.administer('POST', '/subordinates', { entity_id })
    assert.deepEqual([status, lastRule()], [503, 'GEN-27 unreachable own_chain.configuration'])
  })

  test('FED-10 a member reports the next key of its anchor before that key signs', async () => {
    const leaf = await testEntity('https://member.example', { hints: [anchorId], metadata: { wallet_provider: {} } })
    const clock = fixedClock()
    connectEntity(network, clock, leaf)
    assert.equal((await anchor.administer('POST', '/subordinates', { entity_id: leaf.entityId })).status, 201)
    const publisher = publisherOf({ clock, network }, leaf, { anchors: anchorsOf(anchor) })
    await publisher.trustChain()
    assert.deepEqual(publisher.unpinnedKeys(), [])
    const made = await anchor.administer('POST', '/keys', {})
    await publisher.trustChain()
    assert.deepEqual(publisher.unpinnedKeys(), [], 'the cached chain is used until half of its lifetime has passed')
    clock.advance(1800)
    await publisher.trustChain()
    assert.deepEqual(publisher.unpinnedKeys(), [{ anchor: anchorId, kid: (made.body as { kid: string }).kid }])
  })
})
