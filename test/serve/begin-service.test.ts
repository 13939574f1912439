/** A failed `fiducia init`: it leaves nothing behind, and one sentence names the file and the reason. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ConfigError, PrivateFileError } from '../../src/node/index.ts'
import { initialize, readSettings, runService } from '../../src/serve/index.ts'
import { createJsonLog } from '../../src/telemetry/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { missingProgramWords } from '../support/missing-programs.ts'

const program = join(import.meta.dirname, '../../bin/fiducia.mjs')
const above = freshDirectory()

/** Initializes a PID Provider in a process whose files have at most so many blocks of 512 bytes, as on a full disk. */
function begin(directory: string, blocks: number, passphrase?: string) {
  const line = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`
  const words = ['init', 'pid-provider', '--dir', directory]
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath, program, ...words], {
    env: {
      ...process.env,
      NODE_DISABLE_COMPILE_CACHE: '1', // keeps the shared cache intact when the disk is full
      ...(passphrase !== undefined && { FIDUCIA_KEYS_PASSPHRASE: passphrase }),
    },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const bounded = spawnSync('sh', ['-c', 'ulimit -f 1']).status === 0
const where = { skip: bounded ? false : `${missingProgramWords}a shell that bounds the size of files` }

for (const [what, file, blocks, passphrase] of [
  ['the token', 'administration\\.token', 0, undefined],
  ['the settings', 'pid-provider\\.json', 1, undefined],
  // Encrypted keys are longer than the settings.
  ['the keys', 'keys/(?:login|login-encryption|mdoc)\\.json', 6, 'correct horse'],
] as const)
  test(`init on a disk that is full at ${what} leaves nothing behind`, where, async () => {
    const directory = join(above, `full-${blocks}`, 'pid-provider')
    const { status, stdout, stderr } = begin(directory, blocks, passphrase)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(
      stderr,
      new RegExp(`^The file ${directory}/${file} cannot be written \\(EFBIG\\): the file is longer than .*\\.\n$`),
    )
    assert.ok(!existsSync(join(above, `full-${blocks}`)))
  })

test('init succeeds after a failed one', async () => {
  const begun = await initialize('pid-provider', { directory: join(above, 'full-6', 'pid-provider') })
  assert.equal(begun.written, true)
})

test('a failed init removes its unfinished keys and leaves only the earlier files', async () => {
  const directory = join(above, 'obstructed')
  mkdirSync(join(directory, 'keys', 'mdoc.json'), { recursive: true })
  await assert.rejects(initialize('pid-provider', { directory }), (thrown) => {
    assert.ok(thrown instanceof PrivateFileError)
    assert.match(thrown.message, /mdoc\.json /)
    return true
  })
  await setTimeout(1000)
  assert.deepEqual(readdirSync(directory, { recursive: true }).toSorted(), ['keys', join('keys', 'mdoc.json')])
})

test('a failed init keeps the files of an earlier init', async () => {
  const directory = join(above, 'again')
  await initialize('wallet-provider', { directory })
  const before = readdirSync(directory, { recursive: true }).toSorted()
  const token = readFileSync(join(directory, 'administration.token'), 'utf8')
  const environment = { FIDUCIA_LISTEN_PORT: 'none' }
  await assert.rejects(initialize('wallet-provider', { directory, environment }), /listen\.port/)
  assert.deepEqual(readdirSync(directory, { recursive: true }).toSorted(), before)
  assert.equal(readFileSync(join(directory, 'administration.token'), 'utf8'), token)
})

test('the second of two concurrent inits in one directory is refused and changes nothing', async () => {
  const directory = join(above, 'twice')
  const [first, second] = await Promise.allSettled(
    [4100, 4200].map((port) => initialize('wallet-provider', { directory, port })),
  )
  assert.equal(first?.status, 'fulfilled')
  assert.ok(second?.status === 'rejected' && second.reason instanceof ConfigError)
  const told = `${directory}: another process initializes a service there: run the command again when it has ended`
  assert.deepEqual(second.reason.faults, [told])
  assert.match(readFileSync(join(directory, 'wallet-provider.json'), 'utf8'), /4100/)
  assert.deepEqual(await initialize('wallet-provider', { directory }), {
    file: join(directory, 'wallet-provider.json'),
    written: false,
    keys: join(directory, 'keys'),
    createdKeys: [],
  })
})

test('a wrong keys.file is named at the start, and init names the new keys, which do not start with the store of the others', async () => {
  const directory = join(above, 'renamed', 'relying-party')
  const { file } = await initialize('relying-party', { directory })
  const start = async () => {
    const settings = readSettings('relying-party', { file, environment: {}, overrides: { port: 0 } })
    const surroundings = { log: createJsonLog('x', { write: () => undefined }), warn: () => undefined }
    await (await runService('relying-party', settings, surroundings)).stop()
  }
  await start()
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"file": "keys\/keys\.json"/, '"file": "key/keys.json"'))
  const wrong = join(directory, 'key', 'keys.json')
  const refuses = (expected: RegExp) =>
    assert.rejects(start(), (thrown) => {
      assert.ok(thrown instanceof ConfigError)
      assert.match(thrown.faults.join(), expected)
      return true
    })
  await refuses(/there is no .*key\/keys\.json: correct .*, run fiducia init relying-party --dir .*relying-party$/)
  const { status, stdout } = spawnSync(process.execPath, [program, 'init', 'relying-party', '--dir', directory], {
    encoding: 'utf8',
  })
  assert.equal(status, 0)
  const kids = JSON.parse(readFileSync(wrong, 'utf8')).keys.map(({ kid }: { kid: string }) => kid)
  assert.equal(kids.length, 3)
  assert.deepEqual(stdout.split('\n').slice(0, 4), [
    `kept  ${file}`,
    `keys  ${join(directory, 'key')}`,
    `created  ${[wrong, ...kids].join('  ')}`,
    `next  fiducia serve relying-party --config ${file}`,
  ])
  const known = JSON.parse(readFileSync(join(directory, 'keys', 'store.json'), 'utf8')).store
  await refuses(new RegExp(`the store ${known} .*correct keys\\.file`))
})

test('init lists only key files if the settings are in the directory of the keys', async () => {
  const working = relative('.', freshDirectory())
  for (const directory of [join(working, 'relative'), resolve(working, 'absolute')]) {
    const environment = { FIDUCIA_KEYS_FILE: resolve(directory, 'keys.json') }
    const { createdKeys } = await initialize('wallet-provider', { directory, environment })
    assert.deepEqual(
      createdKeys.map(({ file, kids }) => [basename(file), kids.length > 0]),
      [
        ['keys.json', true],
        ['secrets.json', false],
      ],
    )
    assert.ok(existsSync(join(directory, 'keys.json')))
  }
})

test('init accepts the complete files of a directory in which it can create no lock', async () => {
  const directory = join(above, 'mounted')
  await initialize('wallet-provider', { directory })
  rmSync(join(directory, 'lock'))
  mkdirSync(join(directory, 'lock'))
  assert.equal((await initialize('wallet-provider', { directory })).written, false)
})
