import assert from 'node:assert/strict'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { ConfigError } from '../node/index.ts'
import type { StoreIdentity } from '../stores/index.ts'
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

/** A store in memory. Each call takes as many turns of the event loop as `turns` says, before and after its effect. */
function memoryStore() {
  let bound: string | undefined
  const slowly = async <T>(turns: number, effect: () => T): Promise<T> => {
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    const result = effect()
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    return result
  }
  return {
    bound: () => bound,
    identity: (turns = 0): StoreIdentity => ({
      find: () => slowly(turns, () => bound),
      isEmpty: () => slowly(turns, () => true),
      bind: (identifier) => slowly(turns, () => (bound ??= identifier)),
    }),
  }
}

/** A directory of keys that one or more replicas start with. */
function sharedKeys() {
  const file = join(freshDirectory(), 'store.json')
  const warnings: string[] = []
  const warn = (sentence: string): void => void warnings.push(sentence)
  return {
    warnings,
    content: () => JSON.parse(readFileSync(file, 'utf8')),
    write: (content: object) => writeFileSync(file, JSON.stringify(content), { mode: 0o600 }),
    start: (identity: StoreIdentity, newStore = false) =>
      bindStore({ identity, file, options: {}, random, newStore, warn }),
  }
}

test('GEN-72 processes that start for the first time at once over one key directory all start', async () => {
  for (let speeds = 0; speeds < 64; speeds++) {
    const [keys, store] = [sharedKeys(), memoryStore()]
    const turns = [speeds % 4, Math.floor(speeds / 4) % 4, Math.floor(speeds / 16)]
    await Promise.all(turns.map((each) => keys.start(store.identity(each))))
    assert.deepEqual(keys.content(), { store: store.bound() })
    assert.deepEqual(keys.warnings, [])
  }
})

test('GEN-72 a process that found the store unbound accepts the file of another that has bound the store since', async () => {
  const [keys, store] = [sharedKeys(), memoryStore()]
  let isFirst = true
  const find = async () => {
    if (!isFirst) return store.bound()
    isFirst = false
    await keys.start(store.identity())
    return undefined
  }
  await keys.start({ ...store.identity(), find })
  assert.deepEqual(keys.content(), { store: store.bound() })
})

test('GEN-72 a process adopts the identifier by which another with its own key directory has bound the store', async () => {
  for (const newStore of [true, false]) {
    const [keys, store] = [sharedKeys(), memoryStore()]
    const bind = async (identifier: string) => {
      await store.identity().bind('A'.repeat(22))
      return store.identity().bind(identifier)
    }
    await keys.start({ ...store.identity(), bind }, newStore)
    assert.deepEqual(keys.content(), { store: 'A'.repeat(22) })
  }
})

test('GEN-72 a first start that ended before it bound the store can be repeated', async () => {
  for (const newStore of [true, false]) {
    const [keys, store] = [sharedKeys(), memoryStore()]
    const bind = () => Promise.reject(new Error('permission denied'))
    await assert.rejects(keys.start({ ...store.identity(), bind }, newStore), /permission denied/)
    const { store: identifier, pending } = keys.content()
    assert.equal(pending, true)
    await keys.start(store.identity())
    assert.equal(store.bound(), identifier)
    assert.deepEqual(keys.content(), { store: identifier })
  }
})

test('GEN-72 a first start that bound the store without an answer can be repeated', async () => {
  for (const newStore of [true, false]) {
    const [keys, store] = [sharedKeys(), memoryStore()]
    const bind = async (identifier: string) => {
      await store.identity().bind(identifier)
      throw new Error('Connection terminated')
    }
    await assert.rejects(keys.start({ ...store.identity(), bind }, newStore), /Connection terminated/)
    await keys.start(store.identity())
    assert.deepEqual(keys.content(), { store: store.bound() })
  }
})

test('GEN-72 a pending identifier beside a bound store becomes that of the store', async () => {
  const [keys, store] = [sharedKeys(), memoryStore()]
  await store.identity().bind('A'.repeat(22))
  keys.write({ store: 'B'.repeat(22), pending: true })
  await keys.start(store.identity())
  assert.deepEqual(keys.content(), { store: 'A'.repeat(22) })
})

test('GEN-65 an empty store is refused for keys that another process has bound to another store meanwhile', async () => {
  const [keys, store] = [sharedKeys(), memoryStore()]
  // Another service with the same keys binds another store.
  const find = async () => {
    keys.write({ store: 'C'.repeat(22) })
    return undefined
  }
  await assert.rejects(keys.start({ ...store.identity(), find }), /the store is empty/)
  assert.equal(store.bound(), undefined)
})
