/** Tests of every store of a Trust Anchor: which subordinates it names as leaves without protocol keys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrustAnchorStores } from '../../src/stores/index.ts'
import type { SubordinateEntry } from '../../src/trust-anchor/index.ts'

const keys = [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'a', kid: 'a' }]
const entry = (name: string, further: Partial<SubordinateEntry> = {}): SubordinateEntry => ({
  ...{ entityId: `https://${name}.example`, keys, entityTypes: ['wallet_provider'], intermediate: false, ...further },
})
const protocolKeys = { wallet_provider: { keys } }
const act = { at: 1, actor: 'operator' }

export function unpinnedSubordinatesContract(name: string, open: () => TrustAnchorStores): void {
  const opened = () => {
    const { subordinates } = open()
    const take = async (now: number, limit = 9) =>
      (await subordinates.takeUnpinned({ now, nextDue: now + 60, limit })).map((id) => id.slice(8, 9)).toSorted()
    return { subordinates, take }
  }

  test(`${name}: FED-132 active leaves without protocol keys are taken, and taken again when they are due`, async () => {
    const { subordinates, take } = opened()
    assert.deepEqual(await take(100), [])
    await subordinates.add(entry('a'), act)
    await subordinates.add(entry('b', { protocolKeys }), act)
    await subordinates.add(entry('c', { intermediate: true }), act)
    await subordinates.add(entry('d'), act)
    await subordinates.suspend('https://d.example', act)
    assert.deepEqual(await take(100), ['a'])
    assert.deepEqual(await take(159), [])
    assert.deepEqual(await take(160), ['a'])
    const before = await subordinates.find('https://a.example')
    assert.deepEqual(before, { ...entry('a'), status: 'active', revision: 1 }, 'the record is unchanged')
    await subordinates.resume('https://d.example', act)
    assert.deepEqual(await take(160), ['d'])
    await subordinates.change('https://a.example', { protocolKeys }, act)
    await subordinates.remove('https://d.example', act)
    assert.deepEqual(await take(1000), [])
  })

  test(`${name}: FED-132 a leaf that loses its protocol keys is taken, and an intermediate that becomes a leaf`, async () => {
    const { subordinates, take } = opened()
    await subordinates.add(entry('a', { protocolKeys }), act)
    await subordinates.add(entry('b', { intermediate: true }), act)
    assert.deepEqual(await take(100), [])
    await subordinates.change('https://a.example', { protocolKeys: undefined }, act)
    await subordinates.change('https://b.example', { intermediate: false }, act)
    assert.deepEqual(await take(100), ['a', 'b'])
    await subordinates.change('https://a.example', { entityTypes: ['x'] }, act)
    await subordinates.change('https://b.example', { intermediate: true }, act)
    assert.deepEqual([await take(100), await take(160)], [[], ['a']])
  })

  test(`${name}: FED-132 concurrent callers take each leaf once, in steps, the longest due first`, async () => {
    const { subordinates, take } = opened()
    for (const id of ['a', 'b', 'c', 'd', 'e']) await subordinates.add(entry(id), act)
    const taken = await Promise.all([take(100, 2), take(100, 2), take(100, 2)])
    assert.ok(taken.every(({ length }) => length <= 2))
    const rest = await take(100)
    assert.deepEqual([...taken.flat(), ...rest].toSorted(), ['a', 'b', 'c', 'd', 'e'])
    await subordinates.add(entry('f'), act)
    assert.deepEqual(await take(160, 1), ['f'])
  })

  test(`${name}: FED-132 a leaf is due after the clock was set back`, async () => {
    const { subordinates, take } = opened()
    await subordinates.add(entry('a'), act)
    assert.deepEqual([await take(1_000_000), await take(1_000_000), await take(1000)], [['a'], [], ['a']])
  })
}
