import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from './message.ts'
import { createMessageLog } from './message-log.ts'

const message = (id: string, body?: string): Message => ({
  ...{ id, at: 1, from: 'wallet', to: 'pid-provider', milliseconds: 1, traces: [] },
  request: { method: 'POST', url: 'https://pid.example/token', headers: [], ...(body !== undefined && { body }) },
})

test('keeps the newest messages, limited by their number and the length of their bodies, and reports forgotten ones', () => {
  const log = createMessageLog(3, 5000)
  const forgotten: string[] = []
  const recorded: string[] = []
  const end = log.watch(
    ({ id }) => void recorded.push(id),
    ({ id }) => void forgotten.push(id),
  )
  for (const id of ['m1', 'm2', 'm3', 'm4']) log.record(message(id))
  log.record({ ...message('m4'), milliseconds: 9 })
  assert.deepEqual([forgotten, log.all().map(({ id }) => id)], [['m1'], ['m2', 'm3', 'm4']])
  assert.equal(log.find('m4')?.milliseconds, 9)
  log.record(message('m5', 'x'.repeat(3900)))
  assert.deepEqual(
    log.all().map(({ id }) => id),
    ['m4', 'm5'],
    'a long body displaces more than one message',
  )
  log.clear()
  assert.deepEqual([log.all(), forgotten.length], [[], 5])
  end()
  log.record(message('m6'))
  assert.deepEqual(recorded, ['m1', 'm2', 'm3', 'm4', 'm4', 'm5'])
})

test('reports the record of a message before its removal, if its new body displaces the message itself', () => {
  const log = createMessageLog(10, 5000)
  const reports: string[] = []
  for (const id of ['m1', 'm2']) log.record(message(id))
  log.watch(
    ({ id }) => void reports.push(`recorded ${id}`),
    ({ id }) => void reports.push(`removed ${id}`),
  )
  log.record(message('m1', 'x'.repeat(4900)))
  assert.deepEqual(reports, ['recorded m1', 'removed m1'])
  assert.deepEqual(
    log.all().map(({ id }) => id),
    ['m2'],
  )
})
