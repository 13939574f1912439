import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

const patient = new AbortController().signal

/** Starts a queue whose entries are recorded by name in the order in which they enter. */
function startQueue(places: number, placesEach?: number) {
  const queue = createFairQueue({ places, ...(placesEach !== undefined && { placesEach }) })
  const inside: [name: string, leave: () => void][] = []
  const enter = (name: string, signal = patient): Promise<void> =>
    queue.enter(name[0], signal).then((leave) => void inside.push([name, leave]))
  const names = (): string => inside.map(([name]) => name).join(' ')
  const leaveFirst = async (): Promise<void> => {
    inside.shift()?.[1]()
    await undefined
    await undefined
  }
  return { queue, enter, names, leaveFirst, inside }
}

test('FED-49 parties take turns, however many entries one of them has waiting', async () => {
  const { enter, names, leaveFirst } = startQueue(2)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) void enter(name)
  await undefined
  const seen: string[] = [names()]
  for (let times = 0; times < 6; times += 1) {
    await leaveFirst()
    seen.push(names())
  }
  assert.deepEqual(seen, ['a1 a2', 'a2 a3', 'a3 b1', 'b1 c1', 'c1 a4', 'a4 b2', 'b2 a5'])
})

test('FED-49 one party never takes more places than its limit, and the rest are free for other parties', async () => {
  const { queue, enter, names, leaveFirst } = startQueue(4, 2)
  for (const name of ['a1', 'a2', 'a3', 'b1']) void enter(name)
  await undefined
  assert.equal(names(), 'a1 a2 b1')
  assert.deepEqual([queue.taken(), queue.waiting('a'), queue.waiting('b'), queue.waiting()], [3, 1, 0, 1])
  await leaveFirst()
  assert.equal(names(), 'a2 b1 a3')
})

test('an aborted entry stops waiting, and leaving twice gives back one place', async () => {
  const { queue, enter, names, inside } = startQueue(1)
  void enter('a1')
  const end = new AbortController()
  const given = enter('b1', end.signal)
  end.abort(new Error('enough'))
  await assert.rejects(given, /enough/)
  await assert.rejects(enter('c1', end.signal), /enough/)
  assert.equal(queue.waiting(), 0)
  const leave = inside[0]?.[1]
  leave?.()
  leave?.()
  assert.equal(queue.taken(), 0)
  void enter('d1')
  void enter('e1')
  await undefined
  assert.equal(names(), 'a1 d1')
})
