/** Every row of the table of faults: armed, brought about, and answered as the row says. */
import { after, test } from 'node:test'
import { faultSteps } from '../../src/sandbox/faults/fault-table.ts'
import { assertEnd, walkFault } from '../support/faulty-ecosystem.ts'

const rows = faultSteps.flatMap((row) => row.faults.map((offered) => ({ row, ...offered })))
let proved = 0

for (const { row, fault, expected } of rows)
  test(`${row.step}: ${fault}`, async () => {
    assertEnd(await walkFault(row, fault), expected)
    proved += 1
  })

after(() =>
  console.info(`${proved} of ${rows.length} faults of ${faultSteps.length} messages led to what their row says`),
)
