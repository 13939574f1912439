import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlots, type SlotRequest } from './slots.ts'

const signal = new AbortController().signal
const other: SlotRequest = { origin: 'https://other.example', signal, strangerWork: undefined, own: false }

/** Requests slots. Returns the list of the slots that were given so far. */
function ask(slots: ReturnType<typeof createSlots>, requests: readonly SlotRequest[]) {
  const given: (() => void)[] = []
  for (const request of requests) void slots.acquire(request).then((leave) => given.push(leave))
  return given
}

const times = (count: number, make: (index: number) => Partial<SlotRequest>): readonly SlotRequest[] =>
  Array.from({ length: count }, (_, index) => ({ ...other, ...make(index) }))

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('FED-50 work for strangers has at most half of the slots and two per work, and a quarter is reserved for our own hosts', async () => {
  const slots = createSlots(64, 16)
  const work = {}
  const ofOneWork = ask(
    slots,
    times(9, (index) => ({ origin: `https://w${index}.example`, strangerWork: work })),
  )
  await settled()
  assert.equal(ofOneWork.length, 2)
  const strangers = ask(
    slots,
    times(100, (index) => ({ origin: `https://s${index}.example`, strangerWork: {} })),
  )
  await settled()
  assert.equal(strangers.length, 30)
  const members = ask(
    slots,
    times(100, (index) => ({ origin: `https://m${index}.example` })),
  )
  await settled()
  assert.equal(members.length, 16)
  const own = ask(
    slots,
    times(100, (index) => ({ origin: `https://idp${index % 8}.example`, own: true })),
  )
  await settled()
  assert.equal(own.length, 16)
  assert.deepEqual(slots.load(), { running: 64, strangers: 32, waiting: 7 + 70 + 84 + 84 })
})

test('FED-37 each origin has its own limit, a quarter of which is for strangers', async () => {
  const slots = createSlots(64, 16)
  const origin = 'https://anchor.example'
  const strangers = ask(
    slots,
    times(20, () => ({ origin, strangerWork: {} })),
  )
  const own = ask(
    slots,
    times(20, () => ({ origin, own: true })),
  )
  await settled()
  assert.deepEqual([strangers.length, own.length], [4, 16])
  for (let left = 0; left < 20; left += 1) {
    strangers.shift()?.()
    own.shift()?.()
    await settled()
  }
  await settled()
  assert.deepEqual(slots.load(), { running: 0, strangers: 0, waiting: 0 })
})

test('FED-37 an origin keeps its limit for strangers while some of their work for it waits for a free slot', async () => {
  const slots = createSlots(8, 4)
  const origin = 'https://anchor.example'
  const [first, second, ...others] = await Promise.all(
    times(4, (index) => ({ origin: index === 0 ? origin : `https://s${index}.example`, strangerWork: {} })).map(
      (request) => slots.acquire(request),
    ),
  )
  const waiting = ask(
    slots,
    times(1, () => ({ origin, strangerWork: {} })),
  )
  first?.()
  second?.()
  const later = ask(
    slots,
    times(1, () => ({ origin, strangerWork: {} })),
  )
  for (const leave of others) leave()
  await settled()
  assert.equal(waiting.length + later.length, 1)
})
