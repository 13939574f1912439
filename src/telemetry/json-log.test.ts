import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJsonLog } from './json-log.ts'

test('a notice is a warning with time, role and the whole sentence', () => {
  const lines: string[] = []
  const log = createJsonLog('relying-party', { write: (line) => void lines.push(line) })
  const sentence = 'relaxed by the settings: requests of clients are "not" limited'
  log.notice(sentence)
  const { time, ...line } = JSON.parse(lines.join(''))
  assert.deepEqual(line, { level: 40, role: 'relying-party', event: 'notice', text: sentence })
  assert.ok(!Number.isNaN(Date.parse(time)))
})
