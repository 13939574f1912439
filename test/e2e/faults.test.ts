/** One fault of every third step, in a choice that changes with each run. `faults.long.ts` makes all faults. */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { faultSteps } from '../../src/sandbox/faults/fault-table.ts'
import { assertEnd, createFaultyEcosystem, walkFault } from '../support/faulty-ecosystem.ts'

/** `TEST_FAULT_SEED` repeats a choice of faults. */
const seed = Number(process.env.TEST_FAULT_SEED ?? randomInt(1000))
/** Steps that a party of the sandbox sends, and steps that no party sends. The latter are all alike. */
const [sent, alike] = [
  faultSteps.filter(({ flow }) => flow !== 'other' && !flow.startsWith('login')),
  faultSteps.filter(({ flow }) => flow === 'other'),
]
const walked = [...sent.filter((_, index) => (index + seed) % 3 === 0), ...alike.slice(seed % alike.length).slice(0, 1)]

test(`a fault of each of ${walked.length} steps has the outcome of its row (seed ${seed})`, async (t) => {
  for (const row of walked) {
    const { fault, expected } = row.faults[seed % row.faults.length] ?? assert.fail(row.step)
    await t.test(`${row.step}: ${fault}`, async () => assertEnd(await walkFault(row, fault), expected))
  }
})

test('the table has a step for every path that a role serves', async () => {
  const { ecosystem } = await createFaultyEcosystem()
  const lacking = ecosystem.roles.flatMap(({ name, app }) =>
    app.surfaces
      .map((surface) => surface.slice(name.length))
      .filter((path) => !faultSteps.some(({ to, path: own }) => to === name && own === path))
      .map((path) => `${name} ${path}`),
  )
  // Files for developers are not messages of a protocol.
  const own = ecosystem.roles.flatMap(({ name }) => ['/health', '/*', '/openapi.json'].map((path) => `${name} ${path}`))
  assert.deepEqual(new Set(lacking), new Set([...own, 'relying-party /assets/it-wallet-button.js']))
})

test('the names of the steps are unique, and so are the names of the faults of each step', () => {
  const names = faultSteps.flatMap(({ step, faults }) => faults.map(({ fault }) => `${step} ${fault}`))
  assert.equal(new Set(names).size, names.length)
  assert.equal(new Set(faultSteps.map(({ step }) => step)).size, faultSteps.length)
})
