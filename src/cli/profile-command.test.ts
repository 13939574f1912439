/** `fiducia profile` shows the profiles, and their differences from the tables that the roles use. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from '../../test/support/run-program.ts'
import { profileNames, profileSummaries, relyingPartyWire } from '../profiles/index.ts'

test('profile list shows every profile, as text and as JSON', async () => {
  const { out, code } = await run('profile', 'list')
  assert.equal(code, 0)
  assert.match(out, /^PROFILE +WIRE\nseed /)
  const profiles = JSON.parse((await run('profile', 'list', '--json')).out)
  assert.deepEqual(
    profiles,
    profileNames.map((name) => ({ name, summary: profileSummaries[name] })),
  )
})

test('profile diff prints the values that the role uses, with their source', async () => {
  const { out } = await run('profile', 'diff', 'seed', 'it-wallet-1.4', 'relying-party', '--json')
  const differences = JSON.parse(out) as readonly Record<string, unknown>[]
  const prefix = differences.find(({ name }) => name === 'clientIdPrefix')
  assert.equal(prefix?.from, relyingPartyWire.seed.clientIdPrefix)
  assert.equal(prefix?.to, relyingPartyWire['it-wallet-1.4'].clientIdPrefix)
  assert.match(String(prefix?.source), /Remote Flow/)
  const text = (await run('profile', 'diff', 'seed', 'it-wallet-1.4', 'relying-party')).out
  assert.match(text, /^ {2}to +"openid_federation:"$/m)
})

test('profile diff of a profile with itself prints only "no difference"', async () => {
  assert.deepEqual(await run('profile', 'diff', 'seed', 'seed'), { code: 0, out: 'no difference\n', err: '' })
})

test('profile diff refuses an unknown profile or role, and lists the known ones', async () => {
  assert.match((await run('profile', 'diff', 'seed', 'seed-2')).err, /seed, it-wallet-1\.0, it-wallet-1\.4/)
  assert.match((await run('profile', 'diff', 'seed', 'seed', 'verifier')).err, /trust-anchor, wallet-provider/)
})
