import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClaimStore, testClaims } from '../../test/contract/claims.ts'
import { createMemoryClaims } from './memory-claims.ts'

function openMemory(): ClaimStore {
  const claims = createMemoryClaims()
  const names: string[] = []
  return {
    note: async (claimed, name, fault) =>
      claims.claim(claimed, () => {
        if (fault) throw fault
        names.push(name)
        return 'noted' as const
      }),
    noted: async () => names,
    prune: (now) => claims.prune(now),
    close: async () => undefined,
  }
}

testClaims('memory', openMemory, { undoes: true })

const claim = (name: 'challenge' | 'jti', value: string, expiresAt = 100) => ({ name, value, expiresAt })

test('a lost claim prevents the other claims and the effect', () => {
  const claims = createMemoryClaims()
  const effects: string[] = []
  const run = (label: string, ...wanted: ReturnType<typeof claim>[]) => claims.claim(wanted, () => effects.push(label))
  run('first', claim('challenge', 'a'), claim('jti', 'b'))
  assert.deepEqual(run('second', claim('challenge', 'c'), claim('jti', 'b')), { lost: 'jti' })
  assert.deepEqual(effects, ['first'])
  run('third', claim('challenge', 'c'))
  assert.deepEqual(effects, ['first', 'third'], 'the call with the lost claim did not claim the other value')
})

test('the result names the first lost claim, and the same value under another name is not lost', () => {
  const claims = createMemoryClaims()
  claims.claim([claim('challenge', 'a'), claim('jti', 'b')], () => 1)
  assert.deepEqual(
    claims.claim([claim('jti', 'b'), claim('challenge', 'a')], () => 1),
    { lost: 'jti' },
  )
  assert.equal(
    claims.claim([claim('jti', 'a')], () => 2),
    2,
  )
})

test('a call that claims one value twice is lost and claims nothing', () => {
  const claims = createMemoryClaims()
  assert.deepEqual(
    claims.claim([claim('jti', 'a'), claim('jti', 'a')], () => 1),
    { lost: 'jti' },
  )
  assert.equal(
    claims.claim([claim('jti', 'a')], () => 2),
    2,
  )
})

test('an effect that throws claims nothing', () => {
  const claims = createMemoryClaims()
  assert.throws(() =>
    claims.claim([claim('jti', 'a')], () => {
      throw new Error('half way')
    }),
  )
  assert.equal(
    claims.claim([claim('jti', 'a')], () => 2),
    2,
  )
})

test('pruning removes only expired claims', () => {
  const claims = createMemoryClaims()
  claims.claim([claim('jti', 'old', 100), claim('jti', 'new', 200)], () => 1)
  claims.prune(100)
  assert.deepEqual(
    claims.claim([claim('jti', 'old')], () => 1),
    { lost: 'jti' },
  )
  claims.prune(101)
  assert.equal(
    claims.claim([claim('jti', 'old')], () => 1),
    1,
  )
  assert.deepEqual(
    claims.claim([claim('jti', 'new')], () => 1),
    { lost: 'jti' },
  )
})

test('the veto is asked only if no claim is lost, and a vetoed call claims nothing', () => {
  const claims = createMemoryClaims()
  claims.claim([claim('jti', 'spent')], () => 1)
  const vetoed = (...names: string[]) =>
    claims.claim(
      names.map((name) => claim('jti', name)),
      () => assert.fail('the effect ran'),
      () => 'known' as const,
    )
  assert.deepEqual(vetoed('spent'), { lost: 'jti' })
  assert.equal(vetoed('a', 'b'), 'known')
  assert.equal(
    claims.claim(
      [claim('jti', 'a'), claim('jti', 'b')],
      () => 2,
      () => undefined,
    ),
    2,
  )
})
