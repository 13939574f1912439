/** Tests of every store of a Trust Anchor. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestEntityId } from '../../src/base/index.ts'
import { profileNames } from '../../src/profiles/index.ts'
import type { RoleStores, TrustAnchorStores } from '../../src/stores/index.ts'
import {
  addConfiguredSubordinates,
  type CertificateState,
  type ConfiguredSubordinate,
  type IssuedCertificate,
  type SubordinateEntry,
  seedSubordinates,
} from '../../src/trust-anchor/index.ts'
import { maximumKidBytes } from '../../src/trust-anchor/onboarding/member-keys.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { keyStoreContract } from './key-store.ts'

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
      (await subordinates.list({ limit: 99 })).map(({ entityId }) => entityId),
      ['https://a.example', 'https://b.example'],
    )
  })

  test(`${name}: FED-134 subordinates and grants are listed in pages, in order, each once`, async () => {
    const { subordinates, trustMarkGrants } = open()
    const types = [type, 'https://n.example']
    for (const id of ['d', 'b', 'a', 'c', 'e']) await subordinates.add(entry(id), act(1), types)
    await subordinates.suspend('https://b.example', act(2))
    await trustMarkGrants.revoke(type, 'https://d.example', act(2))
    const ids: string[] = []
    for (let after: string | undefined; ids.length < 5; after = ids.at(-1)) {
      const page = await subordinates.list({ after, limit: 2 })
      assert.equal(page.length, ids.length === 4 ? 1 : 2)
      ids.push(...page.map(({ entityId }) => entityId))
    }
    assert.deepEqual(
      ids,
      ['a', 'b', 'c', 'd', 'e'].map((id) => `https://${id}.example`),
    )
    assert.deepEqual(await subordinates.list({ after: ids.at(-1), limit: 2 }), [])
    const [whole] = await subordinates.list({ limit: 1 })
    assert.deepEqual(whole, await subordinates.find('https://a.example'))
    const pages = async (trustMarkType?: string) => {
      const grants: string[] = []
      for (let after: Awaited<ReturnType<typeof trustMarkGrants.list>>[number] | undefined; ; ) {
        const page = await trustMarkGrants.list({ trustMarkType, after, limit: 3 })
        grants.push(...page.map((grant) => `${grant.holder.slice(8, 9)} ${grant.trustMarkType.slice(8, 9)}`))
        after = page.at(-1)
        if (page.length < 3) return grants
      }
    }
    assert.deepEqual(await pages(), ['a m', 'a n', 'b m', 'b n', 'c m', 'c n', 'd n', 'e m', 'e n'])
    assert.deepEqual(await pages(type), ['a m', 'b m', 'c m', 'e m'])
  })

  test(`${name}: FED-29 each change of a subordinate or of a mark raises the revision of the list`, async () => {
    const { subordinates, trustMarkGrants } = open()
    const id = 'https://a.example'
    const revisions = [await subordinates.listRevision()]
    for (const change of [
      () => subordinates.add(entry('a'), act(1)),
      () => subordinates.change(id, { intermediate: true }, act(2)),
      () => subordinates.suspend(id, act(3)),
      () => subordinates.resume(id, act(4)),
      () => trustMarkGrants.grant(type, id, act(5)),
      () => trustMarkGrants.revoke(type, id, act(6)),
      () => trustMarkGrants.grant(type, id, act(7)),
      () => subordinates.remove(id, act(9)),
    ]) {
      await change()
      const revision = await subordinates.listRevision()
      assert.ok(revision > (revisions.at(-1) ?? 0), `${change}`)
      revisions.push(revision)
    }
    await subordinates.remove(id, act(10))
    assert.equal(await subordinates.listRevision(), revisions.at(-1))
  })

  test(`${name}: FED-29 concurrent changes raise the revision of the list once each`, async () => {
    const { subordinates } = open()
    const before = await subordinates.listRevision()
    const names = Array.from({ length: 20 }, (_, index) => `m${index}`)
    await Promise.all(names.map((each) => subordinates.add(entry(each), act(1))))
    assert.equal((await subordinates.listRevision()) - before, names.length)
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

  test(`${name}: FED-38 a configured subordinate is added once, and later gets only new keys and missing credential types`, async () => {
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
      (await subordinates.list({ limit: 99 })).map(({ entityId, status, keys }) => [entityId, status, keys[0]?.kid]),
      [
        ['https://a.example', 'suspended', 'next'],
        ['https://c.example', 'active', 'c'],
      ],
    )
    await assert.rejects(seed(configured('a'), configured('a')), TypeError)
    const typesOf = async () => (await subordinates.find('https://c.example'))?.credentialTypes
    for (const credentialTypes of [['card'], ['other']]) await seed({ ...configured('c'), credentialTypes })
    assert.deepEqual(await typesOf(), ['card'], 'configured types apply only to a record without types')
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

  test(`${name}: FED-110 the history has registrations, suspensions and removals that are older than the latest changes`, async () => {
    const { subordinates, certificates } = open()
    const { entityId } = entry('a')
    const history = async (limit: number) =>
      (await subordinates.history(entityId, limit)).map(({ action, at }) => `${action} ${at}`)
    assert.deepEqual(await history(9), [])
    await subordinates.add(entry('a'), act(1))
    await subordinates.add(entry('b'), act(1))
    await subordinates.change(entityId, { entityTypes: ['"action":"added"'] }, act(2, '"action":"removed"'))
    await subordinates.suspend(entityId, act(3))
    await subordinates.resume(entityId, act(4))
    for (const at of [5, 6, 7]) await subordinates.change(entityId, { entityTypes: [`t${at}`] }, act(at))
    await certificates.add(certificate('01'), act(8))
    const [latest, status] = [
      ['changed 7', 'changed 6', 'changed 5'],
      ['resumed 4', 'suspended 3', 'added 1'],
    ] as const
    assert.deepEqual(await history(3), [...latest, ...status])
    assert.deepEqual(await history(2), [...latest.slice(0, 2), ...status.slice(0, 2)])
    assert.deepEqual(await history(6), [...latest, 'resumed 4', 'suspended 3', 'changed 2', 'added 1'])
    await subordinates.remove(entityId, act(9))
    assert.deepEqual(await history(1), ['removed 9'])
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
      (await trustMarkGrants.list({ trustMarkType: type, limit: 99 })).map(({ holder }) => holder),
      ['a', 'b'],
    )
    assert.equal((await trustMarkGrants.list({ limit: 99 })).length, 3)
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
    const changes = async (filter: { entityId?: string; limit: number }) =>
      (await subordinates.log({ ...filter, ofSubordinates: true })).map(({ action, entityId }) => [action, entityId])
    await subordinates.suspend(id, act(6))
    await subordinates.add(entry('b'), act(7))
    await trustMarkGrants.revoke(type, id, act(8))
    assert.deepEqual(await changes({ limit: 1 }), [['added', 'https://b.example']])
    assert.deepEqual(await changes({ entityId: id, limit: 9 }), [
      ['suspended', id],
      ['added', id],
    ])
  })

  test(`${name}: FED-109 a removal also revokes the marks of the subordinate, and no others`, async () => {
    const { subordinates, trustMarkGrants } = open()
    const [id, stranger] = ['https://a.example', 'https://b.example']
    await subordinates.add(entry('a'), act(1), [type])
    await trustMarkGrants.grant(type, stranger, act(1))
    assert.equal(await subordinates.remove(stranger, act(2)), 'unknown')
    assert.equal(await subordinates.remove(id, act(3)), 'removed')
    const mark = { trustMarkType: type, holder: id, grantedAt: 1, revokedAt: 3 }
    assert.deepEqual(await trustMarkGrants.find(type, id), mark)
    assert.deepEqual(
      (await trustMarkGrants.list({ limit: 99 })).map(({ holder }) => holder),
      [stranger],
    )
    await subordinates.add(entry('a'), act(4))
    await subordinates.remove(id, act(5))
    assert.deepEqual(await trustMarkGrants.find(type, id), mark, 'a second removal keeps the time of the first')
  })

  test(`${name}: FED-109 marks are granted and revoked with a change of their holder, or nothing changes`, async () => {
    const { subordinates, trustMarkGrants } = open()
    const [id, other] = ['https://a.example', 'https://n.example']
    const held = async () => (await trustMarkGrants.list({ limit: 99 })).map(({ trustMarkType }) => trustMarkType)
    const actions = async () => (await subordinates.log({ entityId: id, limit: 99 })).map(({ action }) => action)
    await trustMarkGrants.grant(other, id, act(1))
    await trustMarkGrants.revoke(other, id, act(2))
    assert.equal(await subordinates.add(entry('a'), act(3), [type, other]), 'added')
    assert.deepEqual(await held(), [type, other])
    assert.deepEqual(await trustMarkGrants.find(other, id), { trustMarkType: other, holder: id, grantedAt: 3 })
    const added = ['added', 'mark_granted', 'mark_granted', 'mark_granted', 'mark_revoked']
    assert.deepEqual((await actions()).toSorted(), added)
    const more = ['https://o.example']
    assert.equal(await subordinates.add(entry('a'), act(4), more), 'known')
    const marks = { grant: more, revoke: [type] }
    assert.equal(await subordinates.change(id, { intermediate: true }, act(4), 99, marks), 'outdated')
    assert.equal(await subordinates.change('https://b.example', {}, act(4), undefined, marks), 'unknown')
    assert.deepEqual([await held(), (await actions()).length], [[type, other], added.length])
    const { revision } = (await subordinates.find(id)) ?? {}
    assert.equal(revision, added.length)
    const change = { entityTypes: ['x'] }
    assert.equal(await subordinates.change(id, change, act(5, 'moved'), revision, marks), 'changed')
    assert.deepEqual(await held(), [other, ...more])
    assert.deepEqual(
      (await subordinates.log({ entityId: id, limit: 3 }))
        .map(({ action, reason, at }) => [action, reason, at])
        .toSorted(),
      ['changed', 'mark_granted', 'mark_revoked'].map((action) => [action, 'moved', 5]),
    )
    assert.equal(await subordinates.change(id, {}, act(6), undefined, { grant: more, revoke: [type] }), 'changed')
    assert.equal((await actions()).length, added.length + 4)
  })

  test(`${name}: FED-38 a configured holder of a mark is added, and not again after a removal`, async () => {
    const { subordinates, trustMarkGrants } = open()
    const jwk = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43), kid: 'a' }
    const id = 'https://a.example'
    const configured = { entityId: id, jwks: { keys: [jwk] }, entityTypes: ['wallet_provider'] }
    const config = { entityId: 'https://anchor.example', loopbackHttp: false }
    const addConfigured = () => addConfiguredSubordinates(subordinates, [configured], config, act(2))
    await trustMarkGrants.grant(type, id, act(1))
    await addConfigured()
    assert.equal((await subordinates.find(id))?.status, 'active')
    await subordinates.remove(id, act(3))
    for (let at = 4; at < 8; at += 2) {
      await trustMarkGrants.revoke(type, id, act(at))
      await trustMarkGrants.grant(type, id, act(at + 1))
    }
    await addConfigured()
    assert.equal(await subordinates.find(id), undefined)
  })

  keyStoreContract(name, () => open().federationKeys)
  certificateStoresContract(name, open)

  test(`${name}: a text with a NUL, which JSON allows, is read as it was written, and only the same text finds its record`, async () => {
    const nul = 'a\0b\u{10fffe}0'
    const { subordinates, trustMarkGrants, federationKeys: keys } = open()
    const strange = { ...entry('a'), entityId: nul, metadata: { federation_entity: { organization_name: nul } } }
    assert.equal(await subordinates.find(nul), undefined)
    assert.equal(await subordinates.add(strange, { at: 1, actor: nul, reason: nul }), 'added')
    assert.equal(await subordinates.change(nul, { entityTypes: [nul] }, act(2)), 'changed')
    const changed = { ...strange, entityTypes: [nul], status: 'active', revision: 2 }
    assert.deepEqual(await subordinates.find(nul), changed)
    assert.deepEqual(await subordinates.list({ limit: 99 }), [changed])
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

const certificate = (serial: string, more: Partial<IssuedCertificate> = {}): IssuedCertificate => ({
  ...{ serial, subject: 'https://a.example', kid: 'a', issuerKid: 'root', generation: 1 },
  ...{ certificate: 'MAA=', notBefore: 1, notAfter: 100, ...more },
})

function certificateStoresContract(name: string, open: () => TrustAnchorStores): void {
  test(`${name}: FED-104 no two calls of a counter get the same number, and later calls get higher ones`, async () => {
    const { certificates } = open()
    const numbers = await Promise.all(Array.from({ length: 20 }, () => certificates.next('serial')))
    assert.deepEqual(new Set(numbers), new Set(Array.from({ length: 20 }, (_, index) => index + 1)))
    assert.equal(await certificates.next('list'), 1)
    assert.equal(await certificates.next('serial'), 21)
  })

  test(`${name}: FED-29 a certificate does not raise the revision of the list`, async () => {
    const { certificates, subordinates } = open()
    await subordinates.add(entry('a'), act(1))
    const before = await subordinates.listRevision()
    assert.equal(await certificates.add(certificate('01'), act(2)), 'added')
    assert.equal(await subordinates.listRevision(), before)
  })

  test(`${name}: FED-104 one of two certificates of a generation is added, and the latest generation is found`, async () => {
    const { certificates, subordinates } = open()
    await subordinates.add(entry('a'), act(1))
    const rivals = await Promise.all(['01', '02'].map((serial) => certificates.add(certificate(serial), act(2))))
    assert.deepEqual(rivals.toSorted(), ['added', 'outdated'])
    assert.equal(await certificates.add(certificate('03', { generation: 2 }), act(3)), 'added')
    assert.deepEqual(await certificates.find('https://a.example', 'a', 'root'), certificate('03', { generation: 2 }))
    assert.equal(await certificates.find('https://a.example', 'a', 'other'), undefined)
    assert.equal((await certificates.bySerial('03'))?.generation, 2)
    assert.deepEqual(
      (await certificates.list({ subject: 'https://a.example', limit: 9 })).map(({ generation }) => generation),
      [2, 1],
    )
    assert.equal((await certificates.list({ limit: 1 })).length, 1)
    assert.deepEqual(await certificates.list({ kid: 'other', limit: 9 }), [])
    assert.equal((await certificates.list({ subject: 'https://a.example', kid: 'a', limit: 1 }))[0]?.serial, '03')
    assert.equal((await subordinates.find('https://a.example'))?.revision, 3, 'a new statement is signed')
    const [latest] = await subordinates.log({ limit: 1 })
    assert.deepEqual([latest?.action, latest?.serial], ['certificate_issued', '03'])
  })

  test(`${name}: FED-105 the list of certificates in one state is not limited by certificates in other states`, async () => {
    const { certificates, subordinates } = open()
    const of = (subject: string) => `https://${subject}.example`
    for (const member of ['h', 'revoked', 'expired', 'valid', 'revokedAndExpired'])
      await subordinates.add(entry(member), act(1))
    const rows = ['revoked', 'expired', 'held', 'valid', 'revokedAndExpired', 'heldAndExpired'] as const
    for (const [index, row] of rows.entries()) {
      const subject = of(row.startsWith('held') ? 'h' : row)
      const notAfter = row.toLowerCase().includes('expired') ? 50 : 100
      const added = certificate(`0${index}`, { subject, kid: row, notAfter })
      assert.equal(await certificates.add(added, act(1)), 'added')
      if (row.startsWith('revoked')) await certificates.revoke({ serial: `0${index}`, subject }, 'superseded', act(2))
    }
    await subordinates.suspend(of('h'), act(2))
    const kids = async (state: CertificateState, limit = 9, more: { subject?: string; kid?: string } = {}) =>
      (await certificates.list({ ...more, limit, inState: { state, now: 50 } })).map(({ kid }) => kid)
    assert.deepEqual(await kids('revoked'), ['revokedAndExpired', 'revoked'])
    assert.deepEqual(await kids('expired'), ['heldAndExpired', 'expired'])
    assert.deepEqual(await kids('held'), ['held'])
    assert.deepEqual(await kids('valid'), ['valid'])
    assert.deepEqual(await kids('revoked', 1), ['revokedAndExpired'])
    assert.deepEqual(await kids('expired', 1, { subject: of('expired') }), ['expired'])
    assert.deepEqual(await kids('valid', 1, { kid: 'valid' }), ['valid'])
    assert.deepEqual(await kids('valid', 1, { subject: of('h') }), [])
  })

  test(`${name}: FED-105 unexpired lists the certificates of a subject that are neither revoked nor expired`, async () => {
    const { certificates, subordinates } = open()
    await subordinates.add(entry('a'), act(1))
    await certificates.add(certificate('01'), act(1))
    await certificates.add(certificate('03', { generation: 2 }), act(1))
    const unexpired = async (subject: string, at: number) => (await certificates.unexpired(subject, at)).length
    const { notAfter } = certificate('03')
    assert.deepEqual(
      [await unexpired('https://a.example', notAfter - 1), await unexpired('https://a.example', notAfter)],
      [2, 0],
    )
    assert.equal(await unexpired('https://b.example', notAfter - 1), 0)
    await certificates.revoke({ serial: '03', subject: 'https://a.example' }, 'unspecified', act(4))
    assert.equal(await unexpired('https://a.example', notAfter - 1), 1)
  })

  test(`${name}: FED-105 a revocation keeps its first time and reason, and is counted and logged once`, async () => {
    const { certificates, subordinates } = open()
    await subordinates.add(entry('a'), act(1))
    await certificates.add(certificate('01'), act(1))
    const one = { serial: '01', subject: 'https://a.example' }
    assert.equal(await certificates.revoke({ ...one, serial: '02' }, 'unspecified', act(2)), 'unknown')
    assert.equal(await certificates.revoke({ ...one, subject: 'https://b.example' }, 'unspecified', act(2)), 'unknown')
    const revoke = (at: number) => certificates.revoke(one, 'keyCompromise', act(at))
    assert.deepEqual([await revoke(3), await revoke(4)], ['revoked', 'revoked'])
    const revoked = certificate('01', { revokedAt: 3, reason: 'keyCompromise' })
    assert.deepEqual(await certificates.revokedOrHeld('root', 100), [revoked])
    assert.deepEqual(await certificates.revokedOrHeld('root', 101), [])
    assert.deepEqual(await certificates.revokedOrHeld('other', 1), [])
    assert.equal((await certificates.listState('root')).revocations, 1)
    assert.equal((await subordinates.log({ limit: 9 })).length, 3)
  })

  test(`${name}: FED-121 a compromise replaces another reason of a revocation, is counted and logged, and keeps the time`, async () => {
    const { certificates, subordinates } = open()
    await subordinates.add(entry('a'), act(1))
    await certificates.add(certificate('01'), act(1))
    const one = { serial: '01', subject: 'https://a.example' }
    const recorded: unknown[] = []
    for (const [index, code] of (['superseded', 'unspecified', 'keyCompromise', 'superseded'] as const).entries()) {
      assert.equal(await certificates.revoke(one, code, act(index + 3)), 'revoked')
      const { revokedAt, reason } = (await certificates.bySerial('01')) ?? assert.fail()
      const { revocations } = await certificates.listState('root')
      const entries = (await subordinates.log({ limit: 9 })).length
      const { revision } = (await subordinates.find(one.subject)) ?? assert.fail()
      recorded.push([revokedAt, reason, revocations, entries, revision])
    }
    const before = [3, 'superseded', 1, 3, 3]
    const after = [3, 'keyCompromise', 2, 4, 4]
    assert.deepEqual(recorded, [before, before, after, after])
  })

  test(`${name}: FED-105 a suspension holds certificates, and the removal of a key or of the member revokes them`, async () => {
    const { certificates, subordinates } = open()
    const id = 'https://a.example'
    const held = async () =>
      (await certificates.revokedOrHeld('root', 1)).map(({ serial, reason = 'held' }) => `${serial} ${reason}`)
    const counted = async () => (await certificates.listState('root')).revocations
    const [old = { kty: 'EC' }] = entry('a').keys
    await subordinates.add({ ...entry('a'), keys: [old, { ...old, kid: 'next' }] }, act(1))
    await subordinates.add(entry('b'), act(1))
    await certificates.add(certificate('01'), act(1))
    await certificates.add(certificate('02', { kid: 'next' }), act(1))
    await certificates.add(certificate('03', { subject: 'https://b.example' }), act(1))
    await subordinates.suspend(id, act(2))
    assert.deepEqual(await held(), ['01 held', '02 held'])
    assert.equal((await certificates.bySerial('01'))?.heldAt, 2)
    await subordinates.resume(id, act(3))
    assert.deepEqual([await held(), await counted()], [[], 2])
    await subordinates.change(id, { entityTypes: ['x'] }, act(4))
    assert.deepEqual(await held(), [])
    await subordinates.change(id, { keys: [{ ...old, kid: 'next' }] }, act(4))
    assert.deepEqual([await held(), await counted()], [['01 superseded'], 3])
    await subordinates.suspend(id, act(5))
    await subordinates.remove(id, act(6))
    assert.deepEqual(await held(), ['01 superseded', '02 cessationOfOperation'])
    const removed = certificate('02', { kid: 'next', revokedAt: 6, reason: 'cessationOfOperation' })
    assert.deepEqual(await certificates.bySerial('02'), removed)
  })

  test(`${name}: FED-105 a certificate that is issued after a suspension or removal is on hold or revoked`, async () => {
    const { certificates, subordinates } = open()
    const { entityId } = entry('a')
    const counted = async () => (await certificates.listState('root')).revocations
    await subordinates.add(entry('a'), act(1))
    await subordinates.suspend(entityId, act(2))
    assert.equal(await certificates.add(certificate('01'), act(3)), 'added')
    assert.deepEqual([await certificates.bySerial('01'), await counted()], [certificate('01', { heldAt: 3 }), 1])
    assert.deepEqual(await certificates.revokedOrHeld('root', 1), [certificate('01', { heldAt: 3 })])
    await subordinates.resume(entityId, act(4))
    assert.deepEqual([await certificates.bySerial('01'), await counted()], [certificate('01'), 2])
    await subordinates.remove(entityId, act(5))
    const late = certificate('02', { generation: 2 })
    assert.equal(await certificates.add(late, act(6)), 'added')
    assert.deepEqual(
      [await certificates.bySerial('02'), await counted()],
      [{ ...late, revokedAt: 6, reason: 'cessationOfOperation' }, 4],
    )
    const own = certificate('03', { subject: 'https://anchor.example', kid: 'root' })
    await certificates.add(own, act(7))
    assert.deepEqual([await certificates.bySerial('03'), await counted()], [own, 4])
  })

  test(`${name}: FED-104 the longest identifier and kid of a member fit into the store`, async () => {
    const { certificates, subordinates } = open()
    const chance = seededRandom('longest')
    const text = (length: number) => Buffer.from(chance.bytes(length)).toString('base64url').slice(0, length)
    const subject = `https://a.example/${text(longestEntityId)}`.slice(0, longestEntityId)
    const kid = text(maximumKidBytes)
    await subordinates.add({ ...entry('a'), entityId: subject }, act(1))
    const one = certificate('01', { subject, kid, issuerKid: text(43) })
    assert.equal(await certificates.add(one, act(2)), 'added')
    assert.deepEqual(await certificates.find(subject, kid, one.issuerKid), one)
  })

  test(`${name}: FED-106 a certificate list replaces those with a lower number only`, async () => {
    const { certificates } = open()
    const list = (number: number) => {
      const times = { thisUpdate: number, nextUpdate: number + 9, revocations: 0 }
      return { issuerKid: 'root', number, list: `list ${number}`, ...times }
    }
    assert.deepEqual(await certificates.listState('root'), { revocations: 0 })
    for (const number of [2, 1, 2, 3]) await certificates.publish(list(number))
    assert.deepEqual(await certificates.listState('root'), { list: list(3), revocations: 0 })
    assert.deepEqual(await certificates.listState('other'), { revocations: 0 })
  })

  test(`${name}: FED-112 only a later announcement replaces a stored announcement, and a decided one is not listed`, async () => {
    const { keyAnnouncements, subordinates } = open()
    const entityId = 'https://a.example'
    const announcement = (issuedAt: number) =>
      ({ entityId, statement: `signed ${issuedAt}`, issuedAt, receivedAt: 9, pending: true }) as const
    assert.equal(await keyAnnouncements.find(entityId), undefined)
    const outcomes: string[] = []
    for (const issuedAt of [2, 2, 1, 3]) outcomes.push(await keyAnnouncements.keep(announcement(issuedAt), act(1)))
    assert.deepEqual(outcomes, ['kept', 'outdated', 'outdated', 'kept'])
    assert.deepEqual(await keyAnnouncements.list(9), [announcement(3)])
    await keyAnnouncements.markDecided(entityId, 2)
    assert.equal((await keyAnnouncements.list(9)).length, 1)
    await keyAnnouncements.markDecided(entityId, 3)
    assert.deepEqual(await keyAnnouncements.list(9), [])
    assert.deepEqual(await keyAnnouncements.find(entityId), { ...announcement(3), pending: false })
    assert.deepEqual(
      (await subordinates.log({ limit: 9 })).map(({ action }) => action),
      ['keys_announced', 'keys_announced'],
    )
  })
}

/** Tests that the profile entities of one service share no row. */
export function profileStoresContract(name: string, open: () => RoleStores['trust-anchor']): void {
  test(`${name}: FED-100 a profile entity finds no record of another profile entity`, async () => {
    const { ofProfile } = open()
    for (const writer of profileNames) {
      const stores = ofProfile(writer)
      await stores.subordinates.add(entry('a'), act(1))
      await stores.trustMarkGrants.grant(type, 'a', act(1))
      await stores.federationKeys.add({ ...key(writer), createdBy: 'a' })
      const serial = `0${profileNames.indexOf(writer)}`
      await stores.certificates.add(certificate(serial), act(1))
      const announcement = { entityId: 'https://a.example', statement: writer, issuedAt: 1, receivedAt: 1 }
      await stores.keyAnnouncements.keep({ ...announcement, pending: true }, act(1))
      for (const reader of profileNames.slice(profileNames.indexOf(writer) + 1)) {
        const other = ofProfile(reader)
        assert.deepEqual(await other.subordinates.list({ limit: 99 }), [])
        assert.deepEqual(await other.subordinates.log({ limit: 9 }), [])
        assert.equal(await other.subordinates.find('https://a.example'), undefined)
        assert.equal(await other.subordinates.suspend('https://a.example', act(2)), 'unknown')
        assert.deepEqual(await other.trustMarkGrants.list({ limit: 99 }), [])
        assert.deepEqual(await other.federationKeys.list(), [])
        assert.equal(await other.certificates.bySerial(serial), undefined)
        assert.deepEqual(await other.keyAnnouncements.list(9), [])
      }
    }
    await ofProfile('it-wallet-1.0').subordinates.remove('https://a.example', act(3))
    assert.deepEqual(await ofProfile('it-wallet-1.4').certificates.revokedOrHeld('root', 1), [])
    assert.equal((await ofProfile('seed').subordinates.list({ limit: 99 })).length, 1)
    assert.equal(await ofProfile('it-wallet-1.4').certificates.next('serial'), 1)
    assert.equal(await ofProfile('it-wallet-1.0').certificates.next('serial'), 1)
  })
}
