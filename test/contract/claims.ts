/**
 * Tests of single use in every store: claims and their effect are stored together or not at all. Other tests cover the
 * verbs of each store.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claim, Lost, MaybePromise, NumericDate } from '../../src/base/index.ts'

/** A store reduced to claims and one effect: it stores a name. */
export interface ClaimStore {
  /** Takes the claims and stores the name. Throws `fault` after that, inside the verb. */
  note<N extends string>(claims: readonly Claim<N>[], name: string, fault?: Error): Promise<'noted' | Lost<N>>
  noted(): Promise<readonly string[]>
  prune(now: NumericDate): MaybePromise<void>
  close(): Promise<void>
}

interface ClaimStoreTraits {
  /** True if a verb that throws leaves no effect, as in databases. An effect on claims in memory must not throw. */
  readonly undoes: boolean
  /** Seconds for which pruning may keep an expired claim. Defaults to 0. */
  readonly keeps?: number
}

const claim = <N extends string>(name: N, value: string, expiresAt = 100): Claim<N> => ({ name, value, expiresAt })

export function testClaims(store: string, open: () => MaybePromise<ClaimStore>, traits: ClaimStoreTraits): void {
  const check = (title: string, run: (opened: ClaimStore) => Promise<void>): void => {
    test(`${store}: ${title}`, async () => {
      const opened = await open()
      try {
        await run(opened)
      } finally {
        await opened.close()
      }
    })
  }

  check('one of 100 racing claims wins, and the others name the lost claim', async ({ note, noted }) => {
    const racing = Array.from({ length: 100 }, (_, index) => note([claim('challenge', 'same')], String(index)))
    const results = await Promise.all(racing)
    assert.equal(results.filter((result) => result === 'noted').length, 1)
    assert.ok(results.every((result) => result === 'noted' || result.lost === 'challenge'))
    assert.equal((await noted()).length, 1)
  })

  check('the first lost claim of a verb is named, and its other claims remain unused', async ({ note, noted }) => {
    const [challenge, jti] = [claim('challenge', 'c'), claim('jti', 'j')]
    await note([jti], 'first')
    assert.deepEqual(await note([challenge, jti], 'second'), { lost: 'jti' })
    assert.equal(await note([challenge], 'third'), 'noted')
    assert.deepEqual(await note([jti, challenge], 'fourth'), { lost: 'jti' })
    assert.deepEqual(await noted(), ['first', 'third'])
  })

  check('a claim that occurs twice in one verb is lost', async ({ note, noted }) => {
    assert.deepEqual(await note([claim('jti', 'a'), claim('jti', 'a')], 'twice'), { lost: 'jti' })
    assert.equal(await note([claim('jti', 'a')], 'once'), 'noted')
    assert.deepEqual(await noted(), ['once'])
  })

  check('claims differ by name and by value', async ({ note }) => {
    for (const [name, value] of [
      ['a', 'bc'],
      ['ab', 'c'],
      ['abc', ''],
      ['a', 'b'],
      ['b', 'a'],
    ] as const)
      assert.equal(await note([claim(name, value)], name + value.length), 'noted', `${name} ${value}`)
  })

  check('a verb that fails half way leaves no effect and no used claim', async ({ note, noted }) => {
    const fault = new Error('half way')
    await assert.rejects(note([claim('jti', 'a')], 'failing', fault), fault)
    if (traits.undoes) assert.deepEqual(await noted(), [])
    assert.equal(await note([claim('jti', 'a')], 'again'), 'noted')
  })

  check('a failed verb does not undo a concurrent verb', async ({ note, noted }) => {
    const fault = new Error('half way')
    const results = await Promise.allSettled([
      note([claim('jti', 'a')], 'a'),
      note([claim('jti', 'b')], 'b', fault),
      note([claim('jti', 'a')], 'rival'),
      note([claim('jti', 'c')], 'c'),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
    const names = await noted()
    assert.deepEqual(
      names.filter((name) => !['a', 'rival', 'b'].includes(name)),
      ['c'],
    )
    assert.equal(names.filter((name) => ['a', 'rival'].includes(name)).length, 1)
    if (traits.undoes) assert.ok(!names.includes('b'))
  })

  check('pruning deletes expired claims only', async ({ note, prune }) => {
    await note([claim('jti', 'a', 100)], 'a')
    await prune(100)
    assert.deepEqual(await note([claim('jti', 'a', 100)], 'b'), { lost: 'jti' })
    await prune(101 + (traits.keeps ?? 0))
    assert.equal(await note([claim('jti', 'a', 300)], 'c'), 'noted')
  })

  check('fractional and distant times of expiry are accepted', async ({ note, prune }) => {
    for (const expiresAt of [100.5, 1e15, 1e300, 0]) {
      const name = String(expiresAt)
      assert.equal(await note([claim('jti', name, expiresAt)], name), 'noted', name)
    }
    await prune(100.2)
    assert.deepEqual(await note([claim('jti', '100.5', 100.5)], 'again'), { lost: 'jti' })
  })
}
