/** Every row of the table of faults. A test arms the fault, runs the flow of its step, and compares the outcome. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ArmedFault } from '../../src/console/index.ts'
import type { StepRow } from '../../src/sandbox/faults/fault-steps.ts'
import { faultSteps } from '../../src/sandbox/faults/fault-table.ts'
import { createSandboxWallet, type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { assertEnd, type Outcome, walkFault } from '../support/faulty-ecosystem.ts'

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

/** Arms a fault by the API of the console, lets a person log in over HTTP, and returns the outcome. */
async function walkLogin(sandbox: Sandbox, { step, flow }: StepRow, fault: string): Promise<Outcome> {
  const url = `${sandbox.state.console}/faults`
  const [user] = sandbox.state.users
  assert.ok(user)
  const provider = flow === 'login-saml' ? 'spid' : 'cie'
  await using person = await createSandboxWallet(sandbox, {
    person: { username: user.username, password: user.password, provider },
  })
  await person.wallet.setUp()
  const headers = { 'content-type': 'application/json' }
  const armed = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ step, fault }) })
  const { id } = (await armed.json()) as ArmedFault
  await person.wallet.obtainPid(sandbox.state.pid_provider).catch(() => undefined)
  const { faults } = (await (await fetch(url)).json()) as { readonly faults: readonly ArmedFault[] }
  await fetch(`${url}/${id}`, { method: 'DELETE' })
  const found = faults.find((one) => one.id === id)
  return { fault: found, isRecorded: found?.message !== undefined }
}

for (const { row, fault, expected } of rows)
  test(`${row.step}: ${fault}`, async () => {
    assert.ok(sandbox)
    assertEnd(
      row.flow.startsWith('login') ? await walkLogin(sandbox, row, fault) : await walkFault(row, fault),
      expected,
    )
    proved += 1
  })
