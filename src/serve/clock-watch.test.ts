import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { watchClocks } from './clock-watch.ts'

const superior = 'https://anchor.example'

/**
 * Returns the clock watch of a service whose clock is wrong by so many seconds, and whose superior answers with the
 * right time.
 */
async function off(
  seconds: number,
  headers: Record<string, string> = {},
  { from = superior, after = 0, skewSeconds = 60 } = {},
) {
  const clock = fixedClock()
  const trueTime = () => clock.now() - seconds
  const date = new Date((trueTime() - after) * 1000).toUTCString()
  let elapsed = 0
  const watch = watchClocks(async () => new Response(null, { headers: { date, ...headers } }), {
    clock,
    entities: [superior],
    skewSeconds,
    elapsedSeconds: () => elapsed,
  })
  await watch.fetch(new Request(`${from}/fetch?sub=x`))
  return {
    ...watch,
    pass: (passed: number) => {
      elapsed += passed
      clock.advance(passed)
    },
    set: (change: number) => clock.advance(change),
  }
}

test('FED-16 reports a clock that is ahead of or behind the superiors’ answers', async () => {
  const [note] = (await off(600)).notes()
  assert.match(
    note ?? '',
    /^the clock here is 10 minutes ahead of that of https:\/\/anchor\.example \(Date of its answers\): .*Correct both clocks/,
  )
  assert.match((await off(10_800)).notes().join(), /is 3 hours ahead/)
  assert.match((await off(-600)).notes().join(), /is 10 minutes behind that/)
  assert.match((await off(90)).notes().join(), /is 90 seconds ahead/)
})

test('ignores differences within the tolerance, and clocks of other entities', async () => {
  assert.deepEqual((await off(60)).notes(), [])
  assert.deepEqual((await off(-60)).notes(), [])
  assert.deepEqual((await off(600, {}, { from: 'https://other.example' })).notes(), [])
  assert.deepEqual((await off(600, { date: 'now' })).notes(), [])
})

test('adds the Age of a cached answer (RFC 9111 §5.1)', async () => {
  assert.deepEqual((await off(0, { age: '7200' }, { after: 7200 })).notes(), [])
  assert.equal((await off(600, { age: '7200' }, { after: 7200 })).notes().length, 1)
  assert.equal((await off(0, { age: '-7200' }, { after: 7200 })).notes().length, 1)
})

test('adapts its report to a changed clock, even before the superiors answer again', async () => {
  const wrong = await off(600)
  wrong.pass(300)
  assert.match(wrong.notes().join(), /10 minutes ahead/)
  wrong.set(-600)
  assert.deepEqual(wrong.notes(), [])
  const right = await off(0)
  right.pass(300)
  assert.deepEqual(right.notes(), [])
  right.set(600)
  assert.match(right.notes().join(), /10 minutes ahead/)
})
