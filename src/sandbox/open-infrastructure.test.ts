import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopAll } from './open-infrastructure.ts'

test('every part is stopped, the last one first, even if one fails', async () => {
  const stopped: string[] = []
  const stops = [
    () => void stopped.push('directory'),
    () => Promise.reject(new Error('cannot stop')),
    async () => void stopped.push('server'),
  ]
  await assert.rejects(stopAll(stops), /cannot stop/)
  assert.deepEqual(stopped, ['server', 'directory'])
  await stopAll([])
})
