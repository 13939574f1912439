/** Signals to a served role. run-service.test.ts and workers.long.ts test SIGTERM. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { initialize } from '../../src/serve/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const bin = join(import.meta.dirname, '../../bin/fiducia.mjs')

test('SIGUSR1 opens no debugger, SIGHUP lets a request in flight finish, and notices are lines of the log', {
  skip: process.platform === 'win32',
}, async () => {
  const { file } = await initialize('wallet-provider', { directory: freshDirectory() })
  const words = ['serve', 'wallet-provider', '--config', file, '--port', '0', '--host', '127.0.0.1']
  const child = spawn(process.execPath, ['--conditions=fiducia-source', bin, ...words], {
    env: {
      ...process.env,
      FIDUCIA_OPERATIONS_PORT: '0',
      FIDUCIA_SHUTDOWN_DRAIN_SECONDS: '0',
      FIDUCIA_SELF_CHECK: 'false',
      FIDUCIA_LIMITS_RATE_ENABLED: 'false',
    },
  })
  try {
    let said = ''
    let told = ''
    child.stderr.on('data', (chunk) => {
      told += chunk
    })
    const ended = once(child, 'close')
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    while (!/"listening"}\n/.test(said)) {
      assert.equal(child.exitCode, null, told)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    const port = Number(/"port":(\d+)/.exec(said)?.[1])
    child.kill('SIGUSR1')
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    const head = 'POST /token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n'
    socket.write(`${head}Content-Length: 5\r\n\r\ngra`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.kill('SIGHUP')
    await new Promise((resolve) => setTimeout(resolve, 300))
    socket.write('nt')
    assert.deepEqual(await ended, [0, null])
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
    assert.doesNotMatch(told, /Debugger|relaxed/)
    assert.match(said, /"text":"relaxed by the settings: requests of clients are not limited","event":"notice"}\n/)
  } finally {
    child.kill('SIGKILL')
  }
})
