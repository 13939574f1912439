import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecent } from './recent.ts'

test('entries that were used last are kept, and never more than the capacity', () => {
  const capacity = 8
  const recent = createRecent<number>(capacity)
  for (let value = 0; value < 100; value += 1) {
    recent.set(`${value}`, value)
    assert.equal(recent.get('0'), 0, 'the entry is used all the time')
    for (let late = Math.max(0, value - 2); late <= value; late += 1) assert.equal(recent.get(`${late}`), late)
  }
  const kept = Array.from({ length: 100 }, (_, value) => recent.get(`${value}`)).filter((value) => value !== undefined)
  assert.ok(kept.length <= capacity)
})

test('a name has its last value, and none after it is deleted or all are cleared', () => {
  const recent = createRecent<string>(4)
  recent.set('a', 'first')
  for (const name of ['b', 'c', 'a']) recent.set(name, `last ${name}`)
  assert.equal(recent.get('a'), 'last a')
  recent.delete('a')
  assert.equal(recent.get('a'), undefined)
  assert.equal(recent.get('b'), 'last b')
  recent.clear()
  assert.equal(recent.get('b'), undefined)
})

test('a capacity of one keeps the last entry and forgets an older one', () => {
  const recent = createRecent<number>(1)
  recent.set('a', 1)
  assert.equal(recent.get('a'), 1)
  for (const [index, name] of ['b', 'c', 'd'].entries()) recent.set(name, index)
  assert.equal(recent.get('a'), undefined)
  assert.equal(recent.get('d'), 2)
})

test('with ageing, an entry that is not read for twice the time is forgotten when a new name is set', () => {
  let now = 1000
  const recent = createRecent<string>(100, { clock: { now: () => now }, seconds: 60 })
  recent.set('idle', 'value')
  recent.set('used', 'value')
  const bring = (at: number): void => {
    now = at
    recent.set(`${at}`, 'value')
  }
  bring(1059)
  now = 1119
  assert.equal(recent.get('used'), 'value')
  bring(1120)
  assert.equal(recent.get('used'), 'value')
  assert.equal(recent.get('1059'), 'value', 'the entry is not old enough')
  bring(1180)
  assert.deepEqual([recent.get('idle'), recent.get('used')], [undefined, 'value'])
  now = 5000
  assert.equal(recent.get('1180'), 'value', 'no new name was set')
  recent.set('1180', 'changed')
  assert.equal(recent.get('used'), 'value', 'setting a known name forgets nothing')
})

test('no entry is kept for longer after the clock is set back', () => {
  let now = 1000
  const recent = createRecent<string>(100, { clock: { now: () => now }, seconds: 60 })
  recent.set('before', 'value')
  now = 10
  recent.set('after', 'value')
  now = 70
  recent.set('later', 'value')
  assert.deepEqual([recent.get('before'), recent.get('after')], [undefined, 'value'])
})

test('with weights, the sum of the weights is limited, and deleted and replaced values do not count', () => {
  const recent = createRecent<number>(20, undefined, (value) => value)
  for (const [name, value] of [
    ['a', 4],
    ['b', 6],
    ['c', 1],
  ] as const)
    recent.set(name, value)
  assert.deepEqual([recent.get('a'), recent.get('b'), recent.get('c')], [4, 6, 1])
  const fresh = createRecent<number>(20, undefined, (value) => value)
  fresh.set('a', 9)
  fresh.set('a', 1)
  fresh.set('b', 8)
  fresh.delete('b')
  for (const name of ['c', 'd', 'e']) fresh.set(name, 3)
  const kept = ['a', 'c', 'd', 'e'].map((name) => fresh.get(name))
  assert.deepEqual(kept, [1, 3, 3, 3])
  for (const name of ['f', 'g', 'h']) fresh.set(name, 30)
  assert.deepEqual([fresh.get('a'), fresh.get('h')], [undefined, 30])
})

test('with weights, heavier values in place of known ones do not exceed the capacity', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const recent = createRecent<{ readonly weight: number }>(10, undefined, ({ weight }) => weight)
  for (const name of names) recent.set(name, { weight: 1 })
  for (const name of names) recent.set(name, { weight: 4 })
  const kept = names.map((name) => recent.get(name)?.weight ?? 0)
  assert.ok(kept.reduce((one, other) => one + other) <= 10, `${kept}`)
  assert.equal(kept.at(-1), 4, 'the last value is kept')
})
