import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { joinSandbox } from './start-sandbox.ts'

const url = 'https://localhost:4000'
const roles = { trust_anchor: url, wallet_provider: url, pid_provider: url, relying_party: url }
const complete = {
  ...{ pid: process.pid, console: url, ...roles, national_idp: { oidc: url }, users: [] },
  ...{ admin_token: 'token', application_key: 'key' },
}

for (const [what, state, reason] of [
  ['uses https', { ...complete, certificate_authority: 'PEM' }, 'uses https'],
  ['lacks a role', { ...complete, relying_party: undefined }, 'lacks a role'],
] as const)
  test(`a program that cannot use the running sandbox because it ${what} says that it starts another`, async () => {
    const data = freshDirectory()
    writeFileSync(join(data, 'sandbox.json'), JSON.stringify(state), { mode: 0o600 })
    const printed: string[] = []
    const printer = { out: assert.fail, err: (text: string) => void printed.push(text) }
    // Replicas without a database: the other sandbox does not start.
    await assert.rejects(joinSandbox({ data, replicas: 2, printer }), /needs a shared database/)
    assert.deepEqual(printed, [`The running sandbox at ${url} ${reason}, so this program starts another one.\n`])
  })

test('a program joins a running sandbox without a word', async () => {
  const data = freshDirectory()
  writeFileSync(join(data, 'sandbox.json'), JSON.stringify(complete), { mode: 0o600 })
  await using sandbox = await joinSandbox({ data, printer: { out: assert.fail, err: assert.fail } })
  assert.equal(sandbox.state.console, url)
})
