/** `fiducia db` on both kinds of database. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { register } from '../../src/cli/commands/db.ts'
import { runProgram } from '../../src/cli/program.ts'
import { lockStore } from '../../src/node/index.ts'
import {
  openPostgres,
  openSqlite,
  roleStores,
  trustAnchorMigrations,
  walletProviderMigrations,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { startPostgres } from '../support/postgres.ts'

async function run(...words: string[]) {
  const out: string[] = []
  const err: string[] = []
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
  const code = await runProgram([register], ['db', ...words], terminal)
  return { code, out: out.join(''), err: err.join('') }
}

test('db migrate migrates every store of a PostgreSQL database, and db status reports it', async () => {
  await using server = await startPostgres()
  const there = ['--database', server.url]
  const before = await run('status', ...there)
  assert.equal(before.code, 1)
  assert.match(before.out, /^wallet-provider +0 +\d+ pending$/m)
  assert.match(before.err, /run fiducia db migrate\.$/m)
  await assert.rejects(openPostgres(server.url, { store: walletProviderSchema }), /run fiducia db migrate/)
  const migrated = await run('migrate', ...there)
  assert.deepEqual([migrated.code, migrated.out.match(/applied \d/g)?.length], [0, roleStores.length])
  assert.match((await run('migrate', ...there)).out, /^wallet-provider +was up to date$/m)
  const after = await run('status', ...there)
  assert.deepEqual([after.code, after.out.match(/up to date/g)?.length], [0, 2 * roleStores.length])
  await (await openPostgres(server.url, { store: walletProviderSchema })).close()
  const other = ['--store', 'relying-party', '--schema', 'another_party']
  assert.match((await run('migrate', ...there, ...other)).out, /^relying-party +applied \d+$/m)
})

test('db partition partitions the tables of a PostgreSQL database once, and no embedded store', async () => {
  await using server = await startPostgres()
  const there = ['--database', server.url, '--store', 'wallet-provider']
  const early = await run('partition', ...there)
  assert.deepEqual([early.code, early.err.match(/run fiducia db migrate\.$/m)?.length], [1, 1])
  await run('migrate', ...there)
  const done = await run('partition', '--lists', '5000', ...there)
  assert.deepEqual([done.code, done.err], [0, ''])
  assert.match(done.out, /^wallet-provider +used, wallet_attestation$/m)
  assert.match((await run('partition', ...there)).out, /^wallet-provider +nothing: it was partitioned before$/m)
  const json = JSON.parse((await run('partition', '--json', ...there)).out)
  assert.deepEqual(json, [{ store: 'wallet-provider', partitioned: [] }])
  await run('migrate', '--store', 'trust-anchor', '--database', server.url)
  const all = await run('partition', '--database', server.url)
  assert.deepEqual([all.code, all.err.match(/run fiducia db migrate\.$/m)?.length], [1, 1])
  assert.match(all.out, /^wallet-provider +nothing: it was partitioned before$/m, 'prints what was done before a fault')
  const wrong = await run('partition', '--lists', '0', ...there)
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /number from 1 to 99999/)
  const file = join(freshDirectory(), 'wallet-provider.sqlite')
  await openSqlite(file, walletProviderMigrations).close()
  const embedded = await run('partition', '--database', file)
  assert.deepEqual([embedded.code, embedded.err], [1, 'Only tables in PostgreSQL can be partitioned.\n'])
})

test('D-1080 quotation marks and line ends around the address of a database do not belong to it', async () => {
  const file = join(freshDirectory(), 'wallet-provider.sqlite')
  await openSqlite(file, walletProviderMigrations).close()
  for (const address of [`${file}\n`, `"sqlite:${file}"`, `"${file}"\r\n`])
    assert.equal((await run('status', '--database', address)).code, 0, address)
})

test('db reports a place without the named store, and asks for the name of a store only if none is named', async () => {
  const place = freshDirectory()
  for (const store of ['pid-provider', 'rate-limits'])
    assert.deepEqual(await run('status', '--database', place, '--store', store), {
      ...{ code: 1, out: '' },
      err: `${place} contains no embedded store "${store}".\n`,
    })
  assert.match(
    (await run('status', '--database', place)).err,
    /no store whose name is known: name the store with --store/,
  )
})

test('db names a file that cannot be read', async () => {
  const file = join(freshDirectory(), 'wallet-provider.sqlite')
  mkdirSync(file)
  for (const verb of ['status', 'migrate']) {
    const { code, err } = await run(verb, '--database', join(file, '..'))
    assert.deepEqual([code, err.replace(/: [^:]*$/, '')], [1, `The store ${file} cannot be read`])
  }
})

test('GEN-66 db migrate refuses an embedded store that another process uses, and db status reads it', async () => {
  const file = join(freshDirectory(), 'wallet-provider.sqlite')
  await openSqlite(file, walletProviderMigrations).close()
  const lock = lockStore(file)
  assert.deepEqual(await run('migrate', '--database', file), {
    ...{ code: 1, out: '' },
    err: `Another process uses the store ${file}: stop the service first, and run the command again.\n`,
  })
  assert.equal((await run('status', '--database', file)).code, 0)
  lock?.release()
  for (let times = 0; times < 2; times += 1) assert.equal((await run('migrate', '--database', file)).code, 0)
})

test('db migrate reports its own changes, and not those of a concurrent run', async () => {
  await using server = await startPostgres()
  const several = await Promise.all(
    Array.from({ length: 4 }, () => run('migrate', '--store', 'relying-party', '--database', server.url)),
  )
  assert.deepEqual(several.map(({ out }) => out.includes('applied')).toSorted(), [false, false, false, true])
})

test('db neither migrates nor describes a file as the store that it is not', async () => {
  const file = join(freshDirectory(), 'anchor.sqlite')
  await openSqlite(file, trustAnchorMigrations).close()
  for (const verb of ['status', 'migrate']) {
    const { code, out, err } = await run(verb, '--database', file, '--store', 'relying-party')
    const fault = `The store ${file} belongs to another role: it has no table presentation_session.\n`
    assert.deepEqual([code, out, err], [1, '', fault])
  }
  assert.equal((await run('status', '--database', file, '--store', 'trust-anchor')).code, 0)
})

test('db migrate migrates embedded stores, by their directory or one file', async () => {
  const data = freshDirectory()
  mkdirSync(join(data, 'stores'))
  const file = join(data, 'stores', 'wallet-provider.sqlite')
  await openSqlite(file, walletProviderMigrations.slice(0, 1)).close()
  for (const place of [data, file, `sqlite:${file}`]) {
    const { code, out } = await run('status', '--database', place)
    assert.equal(code, 1)
    assert.match(out, /^STORE +VERSION +STATE\nwallet-provider +2 +\d+ pending\n$/)
  }
  assert.match((await run('migrate', '--database', data)).out, /^STORE +MIGRATIONS\nwallet-provider +applied \d+\n$/)
  assert.equal((await run('status', '--database', file)).code, 0)
  const direct = new DatabaseSync(file)
  direct.exec('PRAGMA user_version = 99')
  direct.close()
  const newer = await run('migrate', '--database', file)
  assert.equal(newer.code, 1)
  assert.match(newer.err, /written by a newer version of the program: install that one\.\n$/)
  const told = await run('status', '--database', file)
  assert.deepEqual(
    [told.code, told.out, told.err],
    [
      1,
      'STORE            VERSION  STATE\nwallet-provider  99       newer than this program\n',
      'The tables were written by a newer version of the program: install that one.\n',
    ],
  )
})

test('db status reports a damaged file of an embedded store, and db migrate does not change it', async () => {
  const data = freshDirectory()
  const whole = join(data, 'whole.sqlite')
  const store = openSqlite(whole, walletProviderMigrations)
  for (let at = 0; at < 200; at += 1)
    await store.claim([{ name: 'nonce', value: `claim ${at}`, expiresAt: 1 }], () => undefined)
  await store.close()
  const of = (file: string) => ['--store', 'wallet-provider', '--database', file]
  assert.deepEqual([(await run('status', ...of(whole))).code, (await run('migrate', ...of(whole))).code], [0, 0])
  const damages: readonly [name: string, damage: (file: string, bytes: Buffer) => void, says: RegExp][] = [
    [
      'none',
      (file) => writeFileSync(file, 'no database, and longer than the header of one'.repeat(9)),
      /not a database/,
    ],
    ['cut', (file, { length }) => truncateSync(file, length / 2), /malformed/],
    // Overwrites a page of the table of claims, which was written last. The pages before it are intact.
    ['overwritten', (file, bytes) => writeFileSync(file, bytes.fill(0x5a, bytes.length - 2048)), /\S/],
  ]
  for (const [name, damage, says] of damages) {
    const file = join(data, `${name}.sqlite`)
    copyFileSync(whole, file)
    damage(file, readFileSync(file))
    const before = readFileSync(file)
    const told = await run('status', ...of(file))
    assert.equal(told.code, 1, name)
    assert.match(told.out, /\nwallet-provider +- +damaged: [^\n]+\n$/)
    const [state] = JSON.parse((await run('status', '--json', ...of(file))).out) as { damage?: string }[]
    assert.match(state?.damage ?? '', says)
    assert.match(told.out, says)
    assert.equal(told.err, 'A store is damaged: stop the service, and restore a backup of the file.\n')
    const refused = await run('migrate', ...of(file))
    assert.deepEqual([refused.code, refused.out], [1, ''], name)
    assert.match(refused.err, /^The store wallet-provider is damaged \([^\n]+\): stop the service, [^\n]+\n$/)
    assert.deepEqual(readFileSync(file), before)
  }
  assert.match((await run('status', '--help')).out, /check\s+the\s+files\s+of\s+embedded\s+stores\s+for\s+damage/)
})

test('db reports in one sentence why it cannot use its arguments', async () => {
  const empty = freshDirectory()
  const unnamed = join(empty, 'a.sqlite')
  writeFileSync(unnamed, '')
  const { DATABASE_URL } = process.env
  delete process.env.DATABASE_URL
  try {
    for (const [words, sentence] of [
      [[], /^Name the database: /],
      [['--database', '/nowhere/at/all'], /^There is no \/nowhere\/at\/all: correct the path/],
      [['--database', empty], /contains no store/],
      [['--database', unnamed], /name the store with --store/],
      [
        ['--database', 'postgresql://127.0.0.1:1/x'],
        /^PostgreSQL is out of reach \(ECONNREFUSED: nothing listens there\)/,
      ],
      [['--database', 'mysql://127.0.0.1/x'], /begins with postgresql:/],
      [['--database', 'postgresql://127.0.0.1:1/x', '--schema', 'x'], /^Name the store of the schema with --store/],
      [
        ['--database', 'postgresql://127.0.0.1:1/x', '--store', 'relying-party', '--schema', 'x;y'],
        /not a valid name of a schema/,
      ],
      [['--database', empty, '--store', 'x'], /^There is no store "x": trust-anchor, /],
    ] as const)
      for (const verb of ['migrate', 'status']) {
        const { code, err } = await run(verb, ...words)
        assert.deepEqual([code, err.split('\n').length], [1, 2], err)
        assert.match(err, sentence)
      }
  } finally {
    if (DATABASE_URL !== undefined) process.env.DATABASE_URL = DATABASE_URL
  }
})
