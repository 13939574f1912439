/** Tests of every store of a Trust Anchor. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeyRingStore } from '../../src/federation/index.ts'
import {
  addConfiguredSubordinates,
  type ConfiguredSubordinate,
  type SubordinateEntry,
  type Subordinates,
  seedSubordinates,
  type TrustMarkGrants,
} from '../../src/trust-anchor/index.ts'
import { keyStoreContract } from './key-store.ts'

interface TrustAnchorStores {
  readonly subordinates: Subordinates
  readonly trustMarkGrants: TrustMarkGrants
  /** An empty ring. */
  readonly keys: KeyRingStore
}

const entry = (name: string): SubordinateEntry => ({
  entityId: `https://${name}.example`,
  keys: [{ kty: 'EC', crv: 'P-256', x: name, y: name, kid: name }],
  entityTypes: ['wallet_provider'],
  intermediate: false,
  metadataPolicy: { wallet_provider: { a: { value: [] } } },
})
const act = (at: number, reason?: string) => ({ at, actor: 'operator', ...(reason !== undefined && { reason }) })
const key = (kid: string) => ({ kid, jwk: { kty: 'EC', crv: 'P-256', x: kid, y: kid, kid }, createdAt: 1 })
const type = 'https://m.example'

export function trustAnchorStoresContract(name: string, open: () => TrustAnchorStores): void {
  test(`${name}: FED-06 a subordinate is found and listed as it was added, in order`, async () => {
    const { subordinates } = open()
    for (const id of ['b', 'a']) assert.equal(await subordinates.add(entry(id), act(1)), 'added')
    assert.deepEqual(await subordinates.find('https://a.example'), { ...entry('a'), status: 'active', revision: 1 })
    assert.equal(await subordinates.find('https://a.example/'), undefined)
    assert.deepEqual(
      (await subordinates.list()).map(({ entityId }) => entityId),
      ['https://a.example', 'https://b.example'],
    )
  })

  test(`${name}: FED-06 of 50 concurrent additions of one entity, one succeeds`, async () => {
    const { subordinates } = open()
    const results = await Promise.all(Array.from({ length: 50 }, () => subordinates.add(entry('a'), act(1))))
    assert.equal(results.filter((result) => result === 'added').length, 1)
    assert.equal((await subordinates.log({ limit: 100 })).length, 1)
  })

  test(`${name}: FED-38 a change raises the revision, and of two changes of one revision one succeeds`, async () => {
    const { subordinates } = open()
    const id = 'https://a.example'
    assert.equal(await subordinates.change(id, {}, act(1)), 'unknown')
    await subordinates.add(entry('a'), act(1))
    const results = await Promise.all(
      [['x'], ['y']].map((entityTypes) => subordinates.change(id, { entityTypes }, act(2), 1)),
    )
    assert.deepEqual(results.toSorted(), ['changed', 'outdated'])
    assert.equal(await subordinates.change(id, { metadataPolicy: undefined }, act(3)), 'changed')
    const record = await subordinates.find(id)
    assert.deepEqual([record?.revision, record && Object.hasOwn(record, 'metadataPolicy')], [3, false])
    assert.equal((await subordinates.log({ limit: 1 }))[0]?.members?.join(), 'metadataPolicy')
  })

  test(`${name}: FED-38 a configured subordinate is added once, and later only its missing keys are`, async () => {
    const { subordinates } = open()
    const config = { entityId: 'https://anchor.example', loopbackHttp: false }
    const configured = (id: string, kid = id): ConfiguredSubordinate => {
      const jwk = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43), kid }
      return { entityId: `https://${id}.example`, jwks: { keys: [jwk] }, entityTypes: ['wallet_provider'] }
    }
    const seed = (...entries: ConfiguredSubordinate[]) => seedSubordinates(subordinates, entries, config, act(1))
    await seed(configured('a'), configured('b'))
    await seed(configured('a'), configured('b'))
    assert.equal((await subordinates.log({ limit: 9 })).length, 2)
    await subordinates.suspend('https://a.example', act(2))
    await subordinates.remove('https://b.example', act(2))
    await seed(configured('a', 'next'), configured('b'), configured('c'))
    assert.deepEqual(
      (await subordinates.list()).map(({ entityId, status, keys }) => [entityId, status, keys[0]?.kid]),
      [
        ['https://a.example', 'suspended', 'next'],
        ['https://c.example', 'active', 'c'],
      ],
    )
    await assert.rejects(seed(configured('a'), configured('a')), TypeError)
    const typesOf = async () => (await subordinates.find('https://c.example'))?.credentialTypes
    for (const credentialTypes of [['card'], ['other']]) await seed({ ...configured('c'), credentialTypes })
    assert.deepEqual(await typesOf(), ['card'], 'stated where the record has none')
  })

  test(`${name}: FED-38 the log keeps one entry for each suspension, resumption and removal`, async () => {
    const { subordinates } = open()
    const id = 'https://a.example'
    for (const verb of ['suspend', 'resume', 'remove'] as const)
      assert.equal(await subordinates[verb](id, act(0)), 'unknown')
    await subordinates.add(entry('a'), act(1, 'contract'))
    await subordinates.add(entry('b'), act(1))
    for (let times = 0; times < 2; times += 1) assert.equal(await subordinates.suspend(id, act(2)), 'suspended')
    assert.equal((await subordinates.find(id))?.status, 'suspended')
    assert.equal(await subordinates.resume(id, act(3)), 'resumed')
    const { revision: last = 0 } = (await subordinates.find(id)) ?? {}
    assert.equal(await subordinates.remove(id, act(4)), 'removed')
    assert.equal(await subordinates.find(id), undefined)
    assert.deepEqual(
      (await subordinates.log({ entityId: id, limit: 9 })).map(({ action, at, reason }) => [action, at, reason]),
      [
        ['removed', 4, undefined],
        ['resumed', 3, undefined],
        ['suspended', 2, undefined],
        ['added', 1, 'contract'],
      ],
    )
    assert.equal(await subordinates.add(entry('a'), act(5)), 'added')
    const { revision: next = 0 } = (await subordinates.find(id)) ?? {}
    assert.ok(next > last, 'a revision is never used again')
  })

  test(`${name}: FED-06 a suspension or resumption of an outdated revision changes nothing`, async () => {
    const { subordinates } = open()
    const id = 'https://a.example'
    assert.equal(await subordinates.suspend(id, act(1), 1), 'unknown')
    await subordinates.add(entry('a'), act(1))
    await subordinates.change(id, { entityTypes: ['x'] }, act(2), 1)
    for (const verb of ['suspend', 'resume'] as const) assert.equal(await subordinates[verb](id, act(3), 1), 'outdated')
    const results = await Promise.all([subordinates.suspend(id, act(4), 2), subordinates.suspend(id, act(4), 2)])
    assert.deepEqual(results.toSorted(), ['outdated', 'suspended'])
    assert.equal(await subordinates.resume(id, act(5), 3), 'resumed')
    assert.deepEqual((await subordinates.find(id))?.revision, 4)
    assert.deepEqual(
      (await subordinates.log({ limit: 9 })).map(({ at }) => at),
      [5, 4, 2, 1],
    )
  })

  test(`${name}: FED-31 a mark is granted once, revoked, and granted anew`, async () => {
    const { trustMarkGrants } = open()
    const grant = (at: number, holder = 'a') => trustMarkGrants.grant(type, holder, act(at))
    assert.equal(await trustMarkGrants.revoke(type, 'a', act(1)), 'unknown')
    assert.deepEqual((await Promise.all([grant(1), grant(1)])).toSorted(), ['granted', 'known'])
    await grant(1, 'b')
    await trustMarkGrants.grant('https://n.example', 'a', act(1))
    assert.deepEqual(
      (await trustMarkGrants.list(type)).map(({ holder }) => holder),
      ['a', 'b'],
    )
    assert.equal((await trustMarkGrants.list()).length, 3)
    assert.equal(await trustMarkGrants.revoke(type, 'a', act(2)), 'revoked')
    assert.equal(await trustMarkGrants.revoke(type, 'a', act(3)), 'revoked')
    assert.deepEqual(await trustMarkGrants.find(type, 'a'), {
      trustMarkType: type,
      holder: 'a',
      grantedAt: 1,
      revokedAt: 2,
    })
    assert.equal(await grant(4), 'granted')
    assert.deepEqual(await trustMarkGrants.find(type, 'a'), { trustMarkType: type, holder: 'a', grantedAt: 4 })
    await trustMarkGrants.revokeAll('a', 5)
    assert.deepEqual(
      (await trustMarkGrants.list()).map(({ holder }) => holder),
      ['b'],
    )
  })

  test(`${name}: FED-31 the log has each grant and each revocation of a mark once, for every holder`, async () => {
    const { subordinates, trustMarkGrants } = open()
    const id = 'https://a.example'
    const log = async () =>
      (await subordinates.log({ entityId: id, limit: 9 })).map(({ entityId: _, ...event }) => event)
    const grant = () => trustMarkGrants.grant(type, id, act(1, 'audited'))
    assert.deepEqual((await Promise.all([grant(), grant()])).toSorted(), ['granted', 'known'])
    assert.equal(await trustMarkGrants.revoke('https://n.example', id, act(2)), 'unknown')
    const revoke = () => trustMarkGrants.revoke(type, id, act(3, 'audit failed'))
    assert.deepEqual(await Promise.all([revoke(), revoke()]), ['revoked', 'revoked'])
    const granted = { action: 'mark_granted', trustMarkType: type, at: 1, actor: 'operator', reason: 'audited' }
    const revoked = { action: 'mark_revoked', trustMarkType: type, at: 3, actor: 'operator', reason: 'audit failed' }
    assert.deepEqual(await log(), [revoked, granted])
    assert.equal(await trustMarkGrants.grant(type, id, act(4)), 'granted')
    assert.equal(await subordinates.add(entry('a'), act(5)), 'added')
    assert.deepEqual(
      (await log()).map(({ action }) => action),
      ['added', 'mark_granted', 'mark_revoked', 'mark_granted'],
    )
    assert.equal((await subordinates.log({ limit: 2 })).length, 2)
  })

  test(`${name}: FED-38 a configured holder of a mark is added, and not again after a removal`, async () => {
    const { subordinates, trustMarkGrants } = open()
    const jwk = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43), kid: 'a' }
    const id = 'https://a.example'
    const configured = { entityId: id, jwks: { keys: [jwk] }, entityTypes: ['wallet_provider'] }
    const config = { entityId: 'https://anchor.example', loopbackHttp: false }
    const takeIn = () => addConfiguredSubordinates(subordinates, [configured], config, act(2))
    await trustMarkGrants.grant(type, id, act(1))
    await takeIn()
    assert.equal((await subordinates.find(id))?.status, 'active')
    await subordinates.remove(id, act(3))
    for (let at = 4; at < 8; at += 2) {
      await trustMarkGrants.revoke(type, id, act(at))
      await trustMarkGrants.grant(type, id, act(at + 1))
    }
    await takeIn()
    assert.equal(await subordinates.find(id), undefined)
  })

  keyStoreContract(name, () => open().keys)

  test(`${name}: a text with a NUL, which JSON allows, is read as it was written, and only it finds its record`, async () => {
    const nul = 'a\0b\u{10fffe}0'
    const { subordinates, trustMarkGrants, keys } = open()
    const strange = { ...entry('a'), entityId: nul, metadata: { federation_entity: { organization_name: nul } } }
    assert.equal(await subordinates.find(nul), undefined)
    assert.equal(await subordinates.add(strange, { at: 1, actor: nul, reason: nul }), 'added')
    assert.equal(await subordinates.change(nul, { entityTypes: [nul] }, act(2)), 'changed')
    const changed = { ...strange, entityTypes: [nul], status: 'active', revision: 2 }
    assert.deepEqual(await subordinates.find(nul), changed)
    assert.deepEqual(await subordinates.list(), [changed])
    assert.equal((await subordinates.log({ entityId: nul, limit: 9 })).at(-1)?.reason, nul)
    assert.equal(await subordinates.suspend('\0', act(3)), 'unknown')
    await trustMarkGrants.grant(nul, nul, { at: 1, actor: nul, reason: nul })
    const { trustMarkType, actor } = (await subordinates.log({ entityId: nul, limit: 1 }))[0] ?? {}
    assert.deepEqual([trustMarkType, actor], [nul, nul])
    assert.deepEqual(await trustMarkGrants.find(nul, nul), { trustMarkType: nul, holder: nul, grantedAt: 1 })
    assert.equal(await trustMarkGrants.find('\0', nul), undefined)
    assert.equal(await trustMarkGrants.revoke(nul, '\0', act(1)), 'unknown')
    assert.equal(await keys.add({ ...key(nul), createdBy: nul }), 'added')
    assert.deepEqual(await keys.list(), [{ ...key(nul), createdBy: nul, state: 'pending' }])
    assert.equal(await keys.revoke({ kid: '\0', reason: 'unspecified', now: 1, actor: 'a' }), 'unknown')
  })
}
