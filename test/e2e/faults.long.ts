/** Every row of the table of faults: the fault is armed and made, and the outcome is that of the row. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultSteps } from '../../src/sandbox/faults/fault-table.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { assertEnd, walkFault } from '../support/faulty-ecosystem.ts'
import { walkLogin } from '../support/faulty-login.ts'

const rows = faultSteps.flatMap((row) => row.faults.map((offered) => ({ row, ...offered })))
let proved = 0
let sandbox: Sandbox | undefined

before(async () => {
  sandbox = await startSandbox()
})
after(() => sandbox?.stop())
after(() =>
  console.info(`${proved} of ${rows.length} faults of ${faultSteps.length} messages had the outcome of their row`),
)

for (const { row, fault, expected } of rows)
  test(`${row.step}: ${fault}`, async () => {
    assert.ok(sandbox)
    assertEnd(
      row.flow.startsWith('login') ? await walkLogin(sandbox, row, fault) : await walkFault(row, fault),
      expected,
    )
    proved += 1
  })
