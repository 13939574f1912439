/**
 * The sandbox's output about refusals while a user tries things out. Runs in a process of its own, because a signal
 * ends the sandbox.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DecisionRecord } from '../../src/base/index.ts'
import type { DecisionLog } from '../../src/node/index.ts'
import { findFreeBase } from '../../src/sandbox/free-ports.ts'
import { runSandbox } from '../../src/sandbox/run.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const refused = (code: string): DecisionRecord => ({
  ...{ trace: 'abc', surface: 'relying-party/response', at: 1, outcome: 'refused', evidence: {} },
  checks: [{ requirement: 'RP-50', passed: false, code }],
})

test('a sandbox prints refusals only after its life cycle has ended', async () => {
  process.chdir(freshDirectory())
  const out: string[] = []
  const said = () => out.join('')
  const printer = { out: (text: string) => void out.push(text), err: (text: string) => void out.push(text) }
  const demo = Promise.withResolvers<boolean>()
  let decisions: DecisionLog | undefined
  const options = { port: await findFreeBase(), once: false, demo: true, https: false, data: freshDirectory() }
  const running = runSandbox(options, printer, async (_, context) => {
    decisions = context.decisions
    return { screens: [], routes: [], demo: () => demo.promise, stop: async () => undefined }
  })
  while (!said().includes('console ')) await new Promise((resolve) => setTimeout(resolve, 5))
  decisions?.record(refused('of_the_life_cycle'))
  demo.resolve(true)
  for (let asked = 0; !said().includes('✗') && asked < 1000; asked += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    decisions?.record(refused('of_a_person'))
  }
  process.emit('SIGTERM')
  assert.equal(await running, true)
  assert.match(said(), /✗ relying-party\/response +of_a_person \[RP-50\]/)
  assert.doesNotMatch(said(), /of_the_life_cycle/)
})
