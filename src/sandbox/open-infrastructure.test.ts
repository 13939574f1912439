import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInfrastructure, type Stops, stopAll } from './open-infrastructure.ts'

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

for (const [host, hostname] of [
  ['FD00::20', '[fd00::20]'],
  ['LAPTOP.example', 'laptop.example'],
] as const)
  test(`the roles may send requests to the host ${host}`, async () => {
    const stops: Stops = []
    const tests = { hosts: [host] }
    const options = { port: 4000, once: false, demo: false, https: false, host, tests }
    const { networkOptions } = await openInfrastructure(options, stops)
    await stopAll(stops)
    assert.deepEqual(networkOptions.trustedHosts, [hostname, hostname])
  })
