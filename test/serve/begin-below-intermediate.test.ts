/** `fiducia init --anchor` with the name of an intermediate: its keys are pinned, and what that means is said. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { register } from '../../src/cli/commands/serve.ts'
import { runProgram } from '../../src/cli/program.ts'
import { createSystemClock, serve } from '../../src/node/index.ts'
import { configurationOf, sign, testEntity } from '../support/federation.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const directory = freshDirectory()
let hints: readonly string[] = []
let entityId = ''
const server = await serve({
  port: 0,
  hosts: ['127.0.0.1'],
  stopTimeoutSeconds: 0,
  app: async () => {
    const entity = await testEntity(entityId, { hints, fetch: true })
    const headers = { 'content-type': 'application/entity-statement+jwt' }
    return new Response(await sign(configurationOf(entity, createSystemClock().now())), { headers })
  },
})
entityId = `http://127.0.0.1:${server.port}`
after(() => server.stop())

async function init(name: string): Promise<string> {
  const out: string[] = []
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void out.push(text) }
  const words = ['init', 'relying-party', '--dir', join(directory, name), '--anchor', entityId]
  assert.equal(await runProgram([register], words, terminal), 0, out.join(''))
  return out.join('')
}

test('FED-15 whoever pins an intermediate is told that it trusts nobody but those below it', async () => {
  const plain = await init('below-anchor')
  assert.match(plain, /^pinned {2}http:/m)
  assert.doesNotMatch(plain, /^intermediate/m)
  hints = ['https://anchor.example']
  const told = await init('below-intermediate')
  assert.match(told, /^pinned {2}http:/m)
  assert.match(told, /^intermediate {2}http:\S+ stands below https:\/\/anchor\.example: .*name the anchor above/m)
})
