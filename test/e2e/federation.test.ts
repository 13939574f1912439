/** The operator's commands against a running sandbox, as its user types them. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHere } from '../support/command-here.ts'
import { freeBase, freshDirectory, type RunningSandbox, startSandbox } from '../support/sandbox-process.ts'

test('an operator at a sandbox that restarts', async (t) => {
  const [cwd, base] = [freshDirectory(), await freeBase()]
  const start = () => startSandbox(t, ['--data', 'kept'], { cwd, base })
  const sandbox = await start()
  let again = sandbox
  const restart = async () => {
    await again.end()
    again = await start()
  }
  await t.test(
    'FED-38 the operator explains, lists, marks, restricts, suspends and removes members, and the changes survive a restart',
    () => administered(sandbox, restart),
  )
  await t.test(
    'FED-10 a key of the anchor is rolled over, and the whole life cycle passes after the next start',
    async () => {
      await rolledOver(cwd)
      await again.end()
      const { code, out, err } = await runHere(['--once', '--data', 'kept', '--port', String(base)], cwd)
      assert.deepEqual([code, err], [0, ''], out)
    },
  )
})

async function administered({ cwd, state }: RunningSandbox, restart: () => Promise<void>): Promise<void> {
  const fiducia = (...words: string[]) => runHere(words, cwd)
  const {
    pid_provider: provider,
    wallet_provider: wallet,
    relying_party: relying,
    trust_anchor: anchor,
    national_idp: { oidc: login },
  } = state

  const explained = await fiducia('trust', 'explain', provider)
  assert.deepEqual([explained.code, explained.err], [0, ''], explained.out)
  assert.match(explained.out, /^TRUSTED {2}http:\/\/localhost:\d+\nroles .*openid_credential_issuer.*; until 2/)
  assert.match(explained.out, new RegExp(`^${provider} > ${anchor}$`, 'm'))

  const succeed = async (...words: string[]) => {
    const { code, out, err } = await fiducia('federation', ...words)
    assert.deepEqual([code, err], [0, ''], words.join(' '))
    return out
  }
  const members = async () => (await succeed('list')).trimEnd().split('\n').slice(1).map(stateOf)
  assert.deepEqual(
    await members(),
    [wallet, provider, relying, login].map((entity) => [entity, 'active']),
  )
  const type = `${anchor}/trust-marks/member`
  for (const entity of [wallet, provider]) await succeed('marks', entity, '--grant', type)
  const policy = { wallet_provider: { aal_values_supported: { default: ['high'] } } }
  writeFileSync(join(cwd, 'policy.json'), JSON.stringify(policy))
  await succeed('policy', wallet, '--set', join(cwd, 'policy.json'))
  writeFileSync(
    join(cwd, 'slip.json'),
    JSON.stringify({
      wallet_provider: { nonce_endpoint: { vallue: 'x' }, aal_values_supported: { subset_of: ['none'] } },
    }),
  )
  const slip = await fiducia('federation', 'add', wallet, '--dry-run', '--policy', join(cwd, 'slip.json'))
  assert.match(slip.err, /^metadata_policy\.wallet_provider\.nonce_endpoint\.vallue is not known here: /)
  assert.match(
    slip.err,
    /^wallet_provider\.aal_values_supported: the policies remove all values that the member publishes here/m,
  )
  assert.equal(slip.code, 0)
  await succeed('suspend', relying, '--reason', 'key lost')
  assert.equal(await succeed('remove', provider, '--reason', 'contract ended'), `removed ${provider}\n`)

  const assertChanged = async () => {
    const left = [
      [wallet, 'active'],
      [relying, 'suspended'],
      [login, 'active'],
    ]
    assert.deepEqual(await members(), left)
    const marks = JSON.parse(await succeed('marks', '--json')) as { sub: string }[]
    assert.deepEqual(
      marks.map(({ sub }) => sub),
      [wallet],
    )
    assert.deepEqual(JSON.parse(await succeed('marks', wallet, '--json')), marks)
    assert.equal(await succeed('marks', relying), 'none\n')
    assert.deepEqual(JSON.parse(await succeed('policy', wallet)), policy)
    const after = await fiducia('trust', 'explain', provider)
    assert.deepEqual([after.code, after.err], [1, `${provider} is not trusted.\n`])
    assert.match(after.out, /^NOT TRUSTED: no path is valid/)
    assert.match(await succeed('log', provider), / contract ended$/m)
  }
  await assertChanged()
  await restart()
  await assertChanged()

  const types = ['eu.eudiw.pid.it', 'eu.europa.ec.eudiw.pid.1']
  await succeed('add', provider, '--credential-types', ...types)
  await succeed('resume', relying)
  for (const entity of [provider, relying]) assert.equal((await fiducia('trust', 'explain', entity)).code, 0)
  const stranger = await fiducia('federation', 'list', '--token', 'a'.repeat(43))
  assert.deepEqual([stranger.code, stranger.out], [1, ''])
  assert.match(stranger.err, /token_wrong/)
}

const stateOf = (line: string): readonly string[] => line.split(/ {2,}/).slice(0, 2)

async function rolledOver(cwd: string): Promise<void> {
  const rotate = async (...words: string[]) => {
    const { code, out, err } = await runHere(['federation', 'rotate-keys', '--json', ...words], cwd)
    assert.deepEqual([code, err], [0, ''])
    return JSON.parse(out) as { kid: string; state: string; created_reason?: string }[]
  }
  const [, next] = await rotate('--next', '--reason', 'each year')
  assert.deepEqual([next?.state, next?.created_reason], ['pending', 'each year'])
  const states = await rotate('--activate', next?.kid ?? '', '--force')
  assert.deepEqual(
    states.map(({ state }) => state),
    ['retiring', 'active'],
  )
}
