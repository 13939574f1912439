/**
 * The operator's commands against a sandbox that runs, as its user types them.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { register as registerFederation } from '../../src/cli/commands/federation.ts'
import { register as registerTrust } from '../../src/cli/commands/trust.ts'
import { runProgram } from '../../src/cli/program.ts'
import { freeBase, freshDirectory, runFiducia, startSandbox } from '../support/sandbox-process.ts'

/** A command in this process: it finds the sandbox by its directory. A process of its own costs a second each. */
async function run(cwd: string, words: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
  const given = [...words, '--data', join(cwd, '.fiducia')]
  const code = await runProgram([registerFederation, registerTrust], given, terminal)
  return { code, out: out.join(''), err: err.join('').trimEnd() }
}

test('FED-38 the operator explains, lists, marks and removes members of a running sandbox', async (t) => {
  const { cwd, state } = await startSandbox(t)
  const fiducia = (...words: string[]) => run(cwd, words)
  const { pid_provider: provider, wallet_provider: wallet, relying_party: relying, trust_anchor: anchor } = state

  const explained = await runFiducia(['trust', 'explain', provider], cwd)
  assert.deepEqual([explained.code, explained.err], [0, ''], explained.out)
  assert.match(explained.out, /^TRUSTED {2}http:\/\/localhost:\d+\nroles .*openid_credential_issuer.*; until 2/)
  assert.match(explained.out, new RegExp(`^${provider} > ${anchor}$`, 'm'))

  const members = async () => (await fiducia('federation', 'list')).out.trimEnd().split('\n')
  assert.deepEqual(
    (await members()).map((line) => line.split('  ').slice(0, 2)),
    [wallet, provider, relying].map((entity) => [entity, 'active']),
  )
  const type = `${anchor}/trust-marks/member`
  assert.equal((await fiducia('federation', 'marks', provider, '--grant', type)).code, 0)
  assert.match((await fiducia('federation', 'marks')).out, new RegExp(provider))

  const removed = await fiducia('federation', 'remove', provider, '--reason', 'contract ended')
  assert.deepEqual(removed, { code: 0, out: `removed ${provider}\n`, err: '' })
  assert.equal((await members()).length, 2)
  assert.equal((await fiducia('federation', 'marks')).out, 'none\n')
  const after = await fiducia('trust', 'explain', provider)
  assert.deepEqual([after.code, after.err], [1, `${provider} is not trusted.`])
  assert.match(after.out, /^NOT TRUSTED: no path holds/)
  assert.match((await fiducia('federation', 'log', provider)).out, /"contract ended"/)
  const back = await fiducia('federation', 'add', provider)
  assert.deepEqual([back.code, back.err], [0, ''])
  assert.equal((await fiducia('trust', 'explain', provider)).code, 0)

  const stranger = await fiducia('federation', 'list', '--token', 'a'.repeat(43))
  assert.deepEqual([stranger.code, stranger.out], [1, ''])
  assert.match(stranger.err, /token_wrong/)
})

test('FED-10 a key of the anchor that was rolled over signs after the next start, and the life cycle passes', async (t) => {
  const cwd = freshDirectory()
  const base = await freeBase()
  const sandbox = await startSandbox(t, ['--data', 'kept'], { cwd, base })
  const rotate = async (...words: string[]) => {
    const { code, out, err } = await run(cwd, ['federation', 'rotate-keys', ...words])
    assert.deepEqual([code, err], [0, ''])
    return JSON.parse(out) as { kid: string; state: string }[]
  }
  const [, next] = await rotate('--next')
  assert.equal(next?.state, 'pending')
  const states = await rotate('--activate', next?.kid ?? '', '--force')
  assert.deepEqual(
    states.map(({ state }) => state),
    ['retiring', 'active'],
  )
  await sandbox.end()
  const { code, out, err } = await runFiducia(['--once', '--data', 'kept', '--port', String(base)], cwd)
  assert.deepEqual([code, err], [0, ''], out)
})
