import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLineWriter } from './whole-lines.ts'

/** A file on a disk with room for a number of bytes. It takes the beginning of a text that is too long. */
function createDisk() {
  const disk = { room: 0, content: '' }
  const write = createLineWriter((_file, bytes, from) => {
    const taken = bytes.subarray(from, from + disk.room)
    if (taken.length === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    disk.content += Buffer.from(taken).toString()
    disk.room -= taken.length
    return taken.length
  })
  return { disk, write: (lines: string) => write(1, lines) }
}

test('GEN-27 after a full disk, the next lines begin on a new line, so that only the torn line is unreadable', () => {
  const { disk, write } = createDisk()
  disk.room = 10
  write('{"a":1}\n')
  assert.throws(() => write('{"a":2}\n'), { code: 'ENOSPC' })
  assert.throws(() => write('{"a":3}\n'), { code: 'ENOSPC' })
  disk.room = 100
  write('{"a":4}\n')
  write('{"a":5}\n')
  assert.deepEqual(disk.content.split('\n'), ['{"a":1}', '{"', '{"a":4}', '{"a":5}', ''])
})

test('a file that takes a text in parts gets all of it', () => {
  let content = ''
  const write = createLineWriter((_file, bytes, from) => {
    content += String.fromCharCode(bytes[from] ?? 0)
    return 1
  })
  write(1, 'one\n')
  write(1, 'two\n')
  assert.equal(content, 'one\ntwo\n')
})
