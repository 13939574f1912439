/** Faults of the national login, in a sandbox with its identity provider, over HTTP. */
import assert from 'node:assert/strict'
import type { ArmedFault } from '../../src/console/index.ts'
import type { StepRow } from '../../src/sandbox/faults/fault-steps.ts'
import { createSandboxWallet, type Sandbox } from '../../src/sandbox/index.ts'
import type { Outcome } from './faulty-ecosystem.ts'

/** Arms a fault by the API of the console, lets a person log in, and returns the outcome. */
export async function walkLogin(sandbox: Sandbox, { step, flow }: StepRow, fault: string): Promise<Outcome> {
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
