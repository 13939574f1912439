import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { ConfigError } from '../node/index.ts'
import { bindStore } from './bind-store.ts'
import { openStores } from './open-stores.ts'

const random = seededRandom('bind-store')

interface Start {
  readonly keys: string
  readonly store: string
  readonly newStore?: boolean
  /** Writes a record into the store. */
  readonly use?: boolean
}

/** Does the steps of a service's start that bind its store. Returns the identifier in the store and the warnings. */
async function start({ keys, store, newStore = false, use = false }: Start) {
  const url = `sqlite:${join(store, 'wallet-provider.sqlite')}`
  const opened = await openStores('wallet-provider', { url, poolSize: 1, migrate: true })
  const warnings: string[] = []
  try {
    const file = join(keys, 'store.json')
    const warn = (sentence: string): void => void warnings.push(sentence)
    await bindStore({ identity: opened.identity, file, options: { readOnly: true }, random, newStore, warn })
    if (use) await opened.stores.keptTrustMarks.keep('https://mark.example', 'a.b.c')
    return { identifier: await opened.identity.find(), warnings }
  } finally {
    await opened.close()
  }
}

const refuses = (given: Start, reason: RegExp) =>
  assert.rejects(start(given), (thrown) => thrown instanceof ConfigError && reason.test(thrown.message))
const emptied = (store: string): void => rmSync(store, { recursive: true })

test('the first start binds keys and store, and a later start compares them and changes neither', async () => {
  const given = { keys: freshDirectory(), store: freshDirectory() }
  const { identifier, warnings } = await start(given)
  assert.deepEqual(JSON.parse(readFileSync(join(given.keys, 'store.json'), 'utf8')), { store: identifier })
  assert.deepEqual(await start(given), { identifier, warnings })
  assert.deepEqual(warnings, [])
})

test('GEN-65 an empty store is refused for keys that were used with another store, with both remedies', async () => {
  const given = { keys: freshDirectory(), store: freshDirectory() }
  const { identifier } = await start({ ...given, use: true })
  emptied(given.store)
  await refuses(given, new RegExp(`the store is empty, .*used with the store ${identifier}.*restore .*--new-store`))
})

test('--new-store binds used keys to an empty store once, with a warning', async () => {
  const given = { keys: freshDirectory(), store: freshDirectory() }
  const before = await start({ ...given, use: true })
  await refuses({ ...given, newStore: true }, /--new-store: the store .+ is in use: start without --new-store/)
  emptied(given.store)
  const after = await start({ ...given, newStore: true })
  assert.notEqual(after.identifier, before.identifier)
  assert.match(after.warnings.join(), new RegExp(`new store ${after.identifier}.*revoked in ${before.identifier}`))
  await refuses({ ...given, newStore: true }, /is in use/)
  assert.deepEqual(await start(given), { identifier: after.identifier, warnings: [] })
})

test('a replica stores the identifier that another replica has given the new store at the same time', async () => {
  const identity = {
    find: async () => undefined,
    isEmpty: async () => true,
    bind: async () => 'bound-by-other-replica',
  }
  const file = join(freshDirectory(), 'store.json')
  await bindStore({ identity, file, options: {}, random, newStore: true, warn: () => undefined })
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { store: 'bound-by-other-replica' })
})

test('GEN-65 a store that is bound to other keys is refused, with both identifiers', async () => {
  const [one, other] = [
    { keys: freshDirectory(), store: freshDirectory() },
    { keys: freshDirectory(), store: freshDirectory() },
  ]
  const [{ identifier: held }, { identifier: known }] = [await start(one), await start(other)]
  await refuses(
    { keys: other.keys, store: one.store },
    new RegExp(`bound to other keys: it is ${held}, .*names ${known}`),
  )
})

test('GEN-65 a bound store whose identifier is missing beside the keys is refused until the operator confirms it', async () => {
  for (const use of [true, false]) {
    const given = { keys: freshDirectory(), store: freshDirectory() }
    const { identifier } = await start({ ...given, use })
    const file = join(given.keys, 'store.json')
    rmSync(file)
    await refuses(
      given,
      new RegExp(`keys\\.file: the store ${identifier} .*write {"store":"${identifier}"} into ${file}`),
    )
    writeFileSync(file, JSON.stringify({ store: identifier }), { mode: 0o600 })
    assert.deepEqual(await start(given), { identifier, warnings: [] })
  }
})

test('a bound store without an identifier gets that of its keys at the start', async () => {
  const given = { keys: freshDirectory(), store: freshDirectory() }
  const { identifier } = await start({ ...given, use: true })
  const path = join(given.store, 'wallet-provider.sqlite')
  const old = new DatabaseSync(path)
  old.exec('DELETE FROM store_identity')
  old.close()
  assert.equal((await start(given)).identifier, identifier)
})

test('a read-only key directory without the identifier is accepted, with a warning that names the store', async () => {
  const given = { keys: join(freshDirectory(), 'keys'), store: freshDirectory() }
  symlinkSync(join(given.keys, '../missing/directory'), given.keys)
  const { identifier, warnings } = await start(given)
  assert.match(warnings.join(), new RegExp(`a lost store would not be noticed .*put {"store":"${identifier}"} there`))
  const later = await start(given)
  assert.match(
    later.warnings.join(),
    new RegExp(`nothing shows .* the store ${identifier}: .*Otherwise correct keys.file`),
  )
})

const unboundStore = { find: async () => undefined, isEmpty: async () => true }

test('replicas that start for the first time at once agree on one identifier', async () => {
  const file = join(freshDirectory(), 'store.json')
  const parts = { file, options: {}, random, newStore: false, warn: () => undefined }
  const inFile = (): string => JSON.parse(readFileSync(file, 'utf8')).store
  // Its own copy of the keys: the other replica has bound the store.
  await bindStore({ ...parts, identity: { ...unboundStore, bind: async () => 'A'.repeat(22) } })
  assert.equal(inFile(), 'A'.repeat(22))
  rmSync(file)
  // A shared file: the other replica has written it, and then bound the store.
  const find = async () => {
    writeFileSync(file, JSON.stringify({ store: 'B'.repeat(22) }), { mode: 0o600 })
    return 'B'.repeat(22)
  }
  await bindStore({ ...parts, identity: { ...unboundStore, find, bind: async (identifier) => identifier } })
  assert.equal(inFile(), 'B'.repeat(22))
})

test('a first start that cannot bind the store leaves no identifier beside the keys', async () => {
  const file = join(freshDirectory(), 'store.json')
  const bind = () => Promise.reject(new Error('permission denied'))
  const parts = { file, options: {}, random, newStore: false, warn: () => undefined }
  await assert.rejects(bindStore({ ...parts, identity: { ...unboundStore, bind } }), /permission denied/)
  assert.ok(!existsSync(file))
})
