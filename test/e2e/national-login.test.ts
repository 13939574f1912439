/**
 * Both national logins of the running sandbox, as a person's browser passes through them: the choice page, the login, the
 * consent. The wallet is that of the command line, in this process.
 */
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHere } from '../support/command-here.ts'
import { freshDirectory, startSandbox } from '../support/sandbox-process.ts'

interface ListedDecisions {
  readonly decisions: readonly {
    readonly surface: string
    readonly outcome: string
    readonly evidence: { entity?: string }
  }[]
}

/** Who vouched for the people that logged in, as the console has it. */
async function issuersOfLogins(console: string): Promise<readonly (string | undefined)[]> {
  const { decisions } = (await (await fetch(`${console}/decisions`)).json()) as ListedDecisions
  const logins = decisions.filter(
    ({ surface, outcome }) => surface.startsWith('pid-provider/login/') && outcome === 'accepted',
  )
  return logins.map(({ evidence }) => evidence.entity)
}

test('a wallet on a simulated iPhone gets a PID by SAML, and one by the login that is offered', async (t) => {
  process.env.XDG_CONFIG_HOME = freshDirectory()
  const { cwd, state } = await startSandbox(t, ['--data', 'kept'])
  const wallet = (...words: readonly string[]) => runHere(['wallet', ...words], cwd)
  const done = async (...words: readonly string[]): Promise<string> => {
    const { code, out, err } = await wallet(...words)
    assert.deepEqual([code, err], [0, ''], out)
    return out
  }
  const person = ['--username', 'mario.rossi', '--password', 'sandbox']
  assert.match(await done('init', '--platform', 'ios'), /is operational at /)
  const id = (await done('add-pid', ...person, '--identity-provider', 'spid')).match(/ as (\S+),/)?.[1] ?? ''
  const shown = JSON.parse(await done('show', id)) as { claims: Record<string, unknown> }
  assert.equal(shown.claims.tax_id_number, 'TINIT-RSSMRA80A01H501U')
  assert.match(await done('add-pid', ...person), /^Stored /)

  const { oidc, saml } = state.national_idp
  assert.deepEqual(new Set(await issuersOfLogins(state.console)), new Set([saml, oidc]))

  const key = join(cwd, 'kept/keys/pid-provider-saml.json')
  assert.equal(statSync(key).mode & 0o077, 0)
  assert.match((JSON.parse(readFileSync(key, 'utf8')) as { certificate: string }).certificate, /BEGIN CERTIFICATE/)
})
