import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { configurationOf, sign, type TestEntity, testEntity } from '../../../test/support/federation.ts'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { createSystemClock, serve } from '../../node/index.ts'
import { writeStateFile } from '../../sandbox/state-file.ts'
import { UserError } from '../user-error.ts'
import { type InitializeOptions, initialize } from './initialize.ts'
import { withWalletLock } from './wallet-lock.ts'

/** Starts a Trust Anchor on loopback whose keys can be changed, and writes the state file of a sandbox with it. */
async function running(t: TestContext) {
  let configuration = ''
  const answers = { 'content-type': 'application/entity-statement+jwt' }
  const server = await serve({ port: 0, app: async () => new Response(configuration, { headers: answers }) })
  t.after(() => server.stop())
  const trustAnchor = `http://localhost:${server.port}`
  const begin = async (secondsAhead = 0): Promise<TestEntity> => {
    const anchor = await testEntity(trustAnchor)
    configuration = await sign(configurationOf(anchor, createSystemClock().now() + secondsAhead))
    return anchor
  }
  process.chdir(freshDirectory())
  const state = {
    pid: process.pid,
    console: 'http://localhost:1',
    wallet_provider: 'http://localhost:2',
    trust_anchor: trustAnchor,
  }
  const { remove } = writeStateFile(state)
  return { begin, state, stop: remove, silence: () => server.stop() }
}

const options: InitializeOptions = {
  directory: 'wallet',
  data: undefined,
  anchorKeys: undefined,
  platform: undefined,
  again: false,
}

test('init reports an anchor with a clock that is ahead', async (t) => {
  const { begin } = await running(t)
  await begin(600)
  await assert.rejects(initialize(options), {
    message: /gives no valid configuration \(not_yet_valid\)\. What to change: .* the clock of its issuer is ahead/,
  })
})

test('init reports a wallet of an earlier sandbox, and replaces it on demand', async (t) => {
  const { begin, state } = await running(t)
  await begin()
  const made = await initialize(options)
  assert.deepEqual(await initialize(options), made)
  await begin()
  await assert.rejects(initialize(options), (thrown) => {
    assert.ok(thrown instanceof UserError)
    assert.match(thrown.message, /^The wallet in wallet belongs to another sandbox .* --again/)
    return true
  })
  const anew = await initialize({ ...options, again: true })
  assert.notDeepEqual(anew.anchorKeys, made.anchorKeys)
  assert.deepEqual(await initialize(options), anew)
  const { remove } = writeStateFile({ ...state, wallet_provider: 'http://localhost:3' })
  await assert.rejects(
    initialize(options),
    /belongs to another sandbox .* name its sandbox with --data, or use --again/,
  )
  remove()
  writeStateFile({ ...state, wallet_provider: 'http://localhost:3' }, 'other')
  await assert.rejects(initialize({ ...options, data: 'other' }), (thrown: Error) => {
    assert.match(thrown.message, /belongs to another sandbox .* --again/)
    assert.doesNotMatch(thrown.message, /--data/)
    return true
  })
})

test('init does not delete a wallet that another process uses', async (t) => {
  const { begin } = await running(t)
  await begin()
  const made = await initialize(options)
  const sealed = join('wallet', 'sealed', 'one.sealed')
  mkdirSync(join('wallet', 'sealed'))
  writeFileSync(sealed, 'x')
  await begin()
  await withWalletLock('wallet', async () => {
    await assert.rejects(initialize({ ...options, again: true }), /^UserError: Another process is using/)
  })
  assert.ok(existsSync(sealed))
  assert.notDeepEqual((await initialize({ ...options, again: true })).anchorKeys, made.anchorKeys)
  assert.equal(existsSync(sealed), false)
})

test('init shows an existing wallet if no sandbox runs and none was named', async (t) => {
  const { begin, stop } = await running(t)
  await begin()
  const made = await initialize(options)
  stop()
  assert.deepEqual(await initialize(options), made)
  await assert.rejects(initialize({ ...options, data: 'nowhere' }), /^UserError: No sandbox is running in nowhere: /)
})

test('init does not replace pinned keys with unrelated keys', async (t) => {
  const { begin } = await running(t)
  const [other, same] = [await begin(), await begin()].map(({ signer }) => JSON.stringify({ keys: [signer.publicJwk] }))
  writeFileSync('same.json', same ?? '')
  writeFileSync('other.json', other ?? '')
  const made = await initialize(options)
  assert.deepEqual(await initialize({ ...options, anchorKeys: 'same.json' }), made)
  await assert.rejects(initialize({ ...options, anchorKeys: 'other.json' }), /has pinned other keys .* --again/)
  await assert.rejects(initialize({ ...options, anchorKeys: join('no', 'file') }), /cannot be read/)
})

test('FED-15 init pins given keys of an anchor only if they include a key that is pinned already', async (t) => {
  const { begin } = await running(t)
  const [former, next] = [await begin(), await testEntity('https://next.example')]
  const [before, after] = [former.signer.publicJwk, next.signer.publicJwk]
  const file = (...keys: object[]): string => {
    writeFileSync('keys.json', JSON.stringify({ keys }))
    return 'keys.json'
  }
  const made = await initialize(options)
  assert.deepEqual((await initialize({ ...options, anchorKeys: file(after, before) })).anchorKeys, [after, before])
  assert.deepEqual(await initialize(options), { ...made, anchorKeys: [after, before] }, 'a later init keeps the keys')
  const settings = join('wallet', 'settings.json')
  const kept = readFileSync(settings)
  await withWalletLock('wallet', async () => {
    await assert.rejects(initialize({ ...options, anchorKeys: file(before) }), /^UserError: Another process is using/)
  })
  assert.deepEqual(readFileSync(settings), kept)
  assert.deepEqual((await initialize({ ...options, anchorKeys: file(before) })).anchorKeys, [before])
  const refused = initialize({ ...options, anchorKeys: file(after) })
  await assert.rejects(refused, /has pinned other keys .* one of them and the new ones, or use --again/)
  const wrong = initialize({ ...options, platform: 'ios', anchorKeys: file(after, before) })
  await assert.rejects(wrong, /is on another platform/)
  assert.deepEqual((await initialize(options)).anchorKeys, [before])
})

test('init names the program to start if the Trust Anchor does not answer', async (t) => {
  const { silence } = await running(t)
  await silence()
  await assert.rejects(
    initialize(options),
    /^UserError: The Trust Anchor at \S+ does not answer: start the sandbox with /,
  )
})
