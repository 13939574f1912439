import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs, { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { missingProgramWords } from '../../test/support/missing-programs.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { failed } from '../base/index.ts'
import { parseJws, signJwt, verifyJws } from '../jose/index.ts'
import { loadKeys } from './key-file.ts'
import { createNodeCrypto } from './node-crypto.ts'
import { PrivateFileError, writePrivateFile } from './private-file.ts'
import { loadSecrets, rotateSecret } from './secrets-file.ts'

const ctx = { crypto: createNodeCrypto(), random: seededRandom('keys') }
const plan = {
  federation: { use: 'sig', alg: 'ES256' },
  credential: { use: 'sig', alg: 'ES384' },
  response: { use: 'enc', crv: 'P-256' },
} as const
const place = (): string => join(freshDirectory(), 'keys.json')
const write = (path: string, text: string): void => writeFileSync(path, text, { mode: 0o600 })

/** Checks that the error is one sentence that names the file and contains none of its content. */
async function breaks(run: () => unknown, path: string, pattern: RegExp): Promise<void> {
  await assert.rejects(
    async () => run(),
    (thrown) => {
      assert.ok(thrown instanceof PrivateFileError, String(thrown))
      assert.match(thrown.message, pattern)
      assert.ok(thrown.message.startsWith(`The file ${path} `) && !thrown.message.includes('\n'))
      assert.doesNotMatch(thrown.message, /"d"|SECRET/)
      return true
    },
  )
}

test('keys are made once and kept, and can sign', async () => {
  const path = place()
  const first = await loadKeys(ctx, path, plan)
  const second = await loadKeys(ctx, path, plan)
  const [signer] = second.signers.credential
  assert.deepEqual(signer.publicJwk, first.signers.credential[0].publicJwk)
  assert.deepEqual(second.agreementKeys.response[0].publicJwk, first.agreementKeys.response[0].publicJwk)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(join(path, '..')), ['keys.json'], 'no draft is left')
  const jws = parseJws(await signJwt(signer, { typ: 'x' }, {}), { typ: ['x'], algorithms: ['ES384'] }, 'jws')
  assert.ok(!failed(jws))
  assert.ok(!failed(await verifyJws(ctx, jws, first.signers.credential[0].publicJwk, 'jws')))
  assert.equal('d' in signer.publicJwk, false)
})

test('a new purpose gets a key, and the existing keys stay', async () => {
  const path = place()
  const before = await loadKeys(ctx, path, { federation: plan.federation })
  const after = await loadKeys(ctx, path, plan)
  assert.equal(after.signers.federation[0].kid, before.signers.federation[0].kid)
})

test('all keys of a purpose are loaded, and the first key signs', async () => {
  const [a, b] = [place(), place()]
  await loadKeys(ctx, a, plan)
  await loadKeys(ctx, b, plan)
  const keysOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).keys
  write(a, JSON.stringify({ keys: [...keysOf(b), ...keysOf(a)] }))
  const { signers } = await loadKeys(ctx, a, plan)
  assert.equal(signers.federation.length, 2)
  assert.equal(signers.federation[0].kid, (await loadKeys(ctx, b, plan)).signers.federation[0].kid)
})

test('processes that start at the same time use the same keys', async () => {
  const path = place()
  const all = await Promise.all(Array.from({ length: 5 }, () => loadKeys(ctx, path, plan)))
  assert.equal(new Set(all.map(({ signers }) => signers.federation[0].kid)).size, 1)
})

test('an encrypted file is opened only with its passphrase', async () => {
  const path = place()
  const first = await loadKeys(ctx, path, plan, { passphrase: 'correct' })
  assert.doesNotMatch(readFileSync(path, 'utf8'), /"d"|"kty"/)
  const again = await loadKeys(ctx, path, plan, { passphrase: 'correct' })
  assert.equal(again.signers.federation[0].kid, first.signers.federation[0].kid)
  await breaks(
    () => loadKeys(ctx, path, plan, { passphrase: 'wrong' }),
    path,
    /does not open with this passphrase, .*: check the passphrase/,
  )
  await breaks(() => loadKeys(ctx, path, plan), path, /is encrypted: provide its passphrase in FIDUCIA_KEYS_PASSPHRASE/)
  const damaged = JSON.parse(readFileSync(path, 'utf8'))
  write(path, JSON.stringify({ ...damaged, ciphertext: 'AAAA' }))
  await breaks(() => loadKeys(ctx, path, plan, { passphrase: 'correct' }), path, /does not open/)
  write(path, JSON.stringify({ ...damaged, encryption: 'rot13' }))
  await breaks(() => loadKeys(ctx, path, plan, { passphrase: 'correct' }), path, /unknown format/)
})

test('a malformed file is refused in one sentence and not overwritten', async () => {
  const path = place()
  await loadKeys(ctx, path, plan)
  const { keys } = JSON.parse(readFileSync(path, 'utf8')) as { keys: Record<string, unknown>[] }
  const [federation, ...others] = keys
  const changed = (change: object): string => JSON.stringify({ keys: [{ ...federation, ...change }, ...others] })
  const rows: [string, RegExp][] = [
    ['', /is not a JSON object/],
    ['{"keys":', /is not a JSON object/],
    ['{"keys":[],"keys":[]}', /is not a JSON object/],
    ['{"keys":"SECRET"}', /is no key file \(keys\)/],
    ['{"keys":[{"d":"SECRET"}]}', /is no key file \(keys\.0/],
    [changed({ d: undefined }), /not a private JWK/],
    [changed({ x: 'AAAA' }), /not a private JWK/],
    [changed({ alg: 'HS256' }), /without a known "alg"/],
    [changed({ alg: 'ES384' }), /does not fit its "alg" ES384/],
    [changed({ use: 'enc' }), /for "federation" of another use/],
  ]
  for (const [text, pattern] of rows) {
    write(path, text)
    await breaks(() => loadKeys(ctx, path, plan), path, pattern)
    assert.equal(readFileSync(path, 'utf8'), text)
  }
})

test('a directory in place of a key file is named as such, also if others can read it', async () => {
  for (const mode of [0o755, 0o700]) {
    const path = place()
    mkdirSync(path, { mode, recursive: true })
    await breaks(() => loadKeys(ctx, path, plan), path, /cannot be read \(EISDIR\): it is a directory/)
  }
})

test('a file that others can read is refused unless shared reading is permitted', async () => {
  const path = place()
  await loadKeys(ctx, path, plan)
  chmodSync(path, 0o644)
  await breaks(() => loadKeys(ctx, path, plan), path, /can be read by others: run chmod 600/)
  await loadKeys(ctx, path, plan, { sharedReading: true })
})

test('the advice for a file that others can read quotes a path with spaces for the shell', async () => {
  const path = join(dirname(place()), "my service's keys.json")
  await loadKeys(ctx, path, plan)
  chmodSync(path, 0o644)
  const message = await loadKeys(ctx, path, plan).catch(({ message: text }: Error) => text)
  const [, command = 'none'] = /: run (.*)$/.exec(String(message)) ?? []
  execFileSync('/bin/sh', ['-c', command])
  assert.equal(statSync(path).mode & 0o777, 0o600)
  await loadKeys(ctx, path, plan)
})

test('a path that cannot be written is reported', async () => {
  const path = place()
  write(path, '{}')
  await breaks(() => loadKeys(ctx, join(path, 'keys.json'), plan), join(path, 'keys.json'), /cannot be (read|written)/)
})

test('secrets are made once for each purpose, and two secrets are active during a rotation', async () => {
  const path = place()
  const first = loadSecrets(ctx, path, ['challenge', 'cookie'])
  assert.deepEqual(loadSecrets(ctx, path, ['challenge', 'cookie']), first)
  assert.equal(first.challenge[0].secret.length, 32)
  assert.notDeepEqual(first.challenge[0].secret, first.cookie[0].secret)
  const step = () => {
    const ids = rotateSecret(ctx, path, 'challenge')
    const { challenge, cookie } = loadSecrets(ctx, path, ['challenge', 'cookie'])
    assert.deepEqual(cookie, first.cookie)
    assert.deepEqual(
      challenge.map(({ id }) => id),
      ids,
    )
    return challenge
  }
  const [old] = first.challenge
  const [still, next] = step()
  assert.deepEqual(still, old, 'the old secret still comes first until all replicas have the next secret')
  assert.notDeepEqual(next?.secret, old.secret)
  assert.deepEqual(step(), [next, old], 'then the next secret comes first, and the old secret is still accepted')
  const [same, another, ...more] = step()
  assert.deepEqual([same, more], [next, []], 'the old secret is removed when another secret is added')
  assert.notDeepEqual(another?.secret, old.secret)
  await breaks(() => rotateSecret(ctx, path, 'unknown'), path, /has no secret for "unknown"/)
  write(path, '{"secrets":{"challenge":[{"id":1,"secret":"SECRET"}]}}')
  await breaks(() => loadSecrets(ctx, path, ['challenge']), path, /is not a file of secrets/)
})

const missing = process.platform === 'win32' && `${missingProgramWords}directory that can be flushed`
test('a file is flushed, and then the directory that names it', { skip: missing }, async (t) => {
  const flushed: string[] = []
  const { fsyncSync } = fs
  t.mock.method(fs, 'fsyncSync', (file: number) => {
    flushed.push(fs.fstatSync(file).isDirectory() ? 'directory' : 'file')
    fsyncSync(file)
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const path = place()
  for (const mode of ['create', 'replace'] as const) writePrivateFile(path, { mode }, { mode })
  assert.deepEqual(flushed, ['file', 'directory', 'file', 'directory'])
})
