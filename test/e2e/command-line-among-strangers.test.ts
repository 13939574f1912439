/**
 * The wallet of the command line opposite a PID Provider and a Relying Party that others wrote, which the operator of the
 * sandbox's Trust Anchor takes in as he takes in anybody. The commands run in this process.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runHere } from '../support/command-here.ts'
import { freshDirectory, startSandbox } from '../support/sandbox-process.ts'
import { person, startIssuer } from '../support/strangers/issuer.ts'
import { startRelyingParty } from '../support/strangers/relying-party.ts'

test('the wallet of the command line gets a PID from strangers and presents it to strangers', async (t: TestContext) => {
  process.env.XDG_CONFIG_HOME = freshDirectory()
  const { state, cwd } = await startSandbox(t)
  const members = new Map()
  const anchor = { origin: state.trust_anchor, members }
  const [issuer, relyingParty] = [await startIssuer(anchor), await startRelyingParty(anchor)]
  for (const { stop } of [issuer, relyingParty]) t.after(stop)
  const says = async (...words: string[]): Promise<string> => {
    const { code, out, err } = await runHere(words, cwd)
    assert.deepEqual([code, err], [0, ''], `${words.join(' ')}: ${out}`)
    return out
  }
  await says('federation', 'add', issuer.origin, '--type', 'openid_credential_issuer')
  await says('federation', 'add', relyingParty.origin, '--type', 'wallet_relying_party', 'openid_credential_verifier')

  await says('wallet', 'init')
  const login = ['--provider', issuer.origin, '--username', 'anybody', '--password', 'any']
  const added = await says('wallet', 'add-pid', ...login)
  assert.match(added, new RegExp(`^Stored eu\\.eudiw\\.pid\\.it of ${issuer.origin} as `))

  for (const [variant, ...words] of [['scope'], ['dcql', '--cross-device']] as const) {
    await says('wallet', 'present', relyingParty.ask(variant, 'post'), '--yes', ...words)
    const { claims, attested } = relyingParty.presented.at(-1) ?? {}
    assert.equal(attested, state.wallet_provider)
    assert.partialDeepStrictEqual(claims, { given_name: person.given_name })
  }
  assert.deepEqual([...issuer.complaints, ...relyingParty.complaints], [])
})
