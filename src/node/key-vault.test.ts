import assert from 'node:assert/strict'
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { Unavailable } from '../base/index.ts'
import { addRingKey, createRingKeys, type KeyRingStore, seedKeyRing } from '../federation/index.ts'
import { openSqliteStores } from '../stores/index.ts'
import { loadKeys } from './key-file.ts'
import { createKeyFileVault } from './key-vault.ts'
import { createNodeCrypto } from './node-crypto.ts'
import { requirePrivateFile, writePrivateFile } from './private-file.ts'

const ctx = { crypto: createNodeCrypto() }
const place = (): string => freshDirectory()
const plan = { federation: { use: 'sig', alg: 'ES256' } } as const

test('FED-10 a key ring begins with the key of the key file, and is the same after each start', async (t) => {
  const directory = place()
  t.after(() => rmSync(directory, { recursive: true }))
  const start = async (now: number) => {
    const { signers } = await loadKeys(ctx, join(directory, 'anchor.json'), plan)
    const { stores, database } = openSqliteStores('trust-anchor', join(directory, 'anchor.sqlite'))
    const store = stores.federationKeys
    const vault = createKeyFileVault(ctx, {
      directory: join(directory, 'ring'),
      purpose: 'federation',
      held: signers.federation,
    })
    await seedKeyRing(store, signers.federation, now)
    return { store, vault, database, first: signers.federation[0], keys: createRingKeys(store, vault) }
  }
  const one = await start(1)
  assert.equal((await one.keys.current(1)).signer.kid, one.first.kid)
  const { kid, publicJwk: jwk } = await one.vault.create()
  await one.store.add({ kid, jwk, createdAt: 2, createdBy: 'anna' })
  assert.deepEqual(
    (await one.keys.current(2)).published.map((key) => key.kid),
    [one.first.kid, kid],
  )
  await one.store.activate({ kid, retiredAt: 9, now: 2, actor: 'anna' })
  await one.database.close()
  const two = await start(3)
  assert.equal(two.first.kid, one.first.kid)
  const current = await two.keys.current(3)
  assert.deepEqual([current.signer.kid, current.published.map((key) => key.kid)], [kid, [kid, one.first.kid]])
  assert.deepEqual(
    (await two.keys.current(9)).historical.map((key) => key.jwk.kid),
    [one.first.kid],
  )
  await two.database.close()
})

test('FED-10 an interrupted seeding of a key ring is completed by the next one', async () => {
  const { signers } = await loadKeys(ctx, join(place(), 'anchor.json'), plan)
  const [first] = signers.federation
  const store = openSqliteStores('trust-anchor', ':memory:').stores.federationKeys
  await store.add({ kid: first.kid, jwk: first.publicJwk, createdAt: 1, createdBy: 'anna' })
  await Promise.all([2, 3].map((now) => seedKeyRing(store, signers.federation, now)))
  assert.deepEqual(
    (await store.list()).map(({ state, createdAt }) => [state, createdAt]),
    [['active', 1]],
  )
})

test('FED-10 each key has its own file, which only its owner can read, encrypted if there is a passphrase', async () => {
  const directory = join(place(), 'ring')
  const vault = createKeyFileVault(ctx, { directory, purpose: 'attestation', passphrase: 'open' })
  const { kid, alg } = await vault.create()
  assert.deepEqual([readdirSync(directory), alg], [[`${kid}.json`], 'ES256'])
  const file = join(directory, `${kid}.json`)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.doesNotMatch(readFileSync(file, 'utf8'), /"d"/)
  assert.equal((await vault.open(kid))?.kid, kid)
  await assert.rejects(() => createKeyFileVault(ctx, { directory, purpose: 'attestation' }).open(kid), {
    name: 'Unavailable',
    message: /is encrypted: provide its passphrase/,
  })
})

test('FED-10 GEN-27 a file with another key, without a key, or readable by others is an outage that names the file', async () => {
  const directory = place()
  const vault = createKeyFileVault(ctx, { directory, purpose: 'attestation' })
  const [one, two] = [await vault.create(), await vault.create()]
  const file = join(directory, `${one.kid}.json`)
  const opened = () => vault.open(one.kid)
  copyFileSync(join(directory, `${two.kid}.json`), file)
  const rejects = (message: RegExp) => assert.rejects(opened, { name: 'Unavailable', message })
  await rejects(/another key than its name states/)
  for (const content of ['{"keys":[]}', '{}', 'no JSON']) {
    writeFileSync(file, content)
    await rejects(new RegExp(`^The file ${file} `))
  }
  chmodSync(file, 0o644)
  await rejects(new RegExp(`^The file ${file} can be read by others: run chmod 600 `))
})

test('FED-10 GEN-27 a file with another passphrase is decrypted again only after it has changed', async () => {
  const directory = place()
  const vaultWith = (passphrase: string) => createKeyFileVault(ctx, { directory, purpose: 'attestation', passphrase })
  const { kid } = await vaultWith('right').create()
  const vault = vaultWith('other')
  const refusal = async () => (await vault.open(kid).catch((thrown: unknown) => thrown)) as Unavailable
  const [first, second] = [await refusal(), await refusal()]
  assert.match(first.message, /does not open with this passphrase/)
  assert.ok(first instanceof Unavailable && second instanceof Unavailable)
  assert.equal(second.cause, first.cause)
  const file = join(directory, `${kid}.json`)
  const content = requirePrivateFile(file, { passphrase: 'right' })
  writePrivateFile(file, content, { passphrase: 'third', mode: 'replace' })
  assert.notEqual((await refusal()).cause, first.cause)
  writePrivateFile(file, content, { passphrase: 'other', mode: 'replace' })
  assert.equal((await vault.open(kid))?.kid, kid)
})

test('FED-10 GEN-27 a directory that cannot be written is an outage, reported in one sentence', async () => {
  const file = join(place(), 'file')
  writeFileSync(file, '')
  const vault = createKeyFileVault(ctx, { directory: file, purpose: 'federation' })
  await assert.rejects(
    () => vault.create(),
    (thrown) =>
      thrown instanceof Unavailable && /^The file \S+ cannot be written \(E\w+\): [^.]+\.$/.test(thrown.message),
  )
})

test('FED-10 GEN-27 a key that a full store does not accept leaves no file, and the next accepted key has one', async () => {
  const directory = place()
  const { stores, database } = openSqliteStores('trust-anchor', ':memory:')
  const ring = {
    store: stores.federationKeys,
    vault: createKeyFileVault(ctx, { directory, purpose: 'federation' }),
  }
  const pages = (count: number | bigint) =>
    database.write((session) => session.prepare(`PRAGMA max_page_count = ${count}`).get())
  const { page_count: used } = (await database.read((session) => session.prepare('PRAGMA page_count').get())) ?? {}
  await pages(used as number)
  const taken: string[] = []
  const add = () => addRingKey(ring, { createdAt: 1, createdBy: 'anna' })
  const untilFull = async () => {
    for (;;) taken.push((await add())?.kid ?? '')
  }
  await assert.rejects(untilFull, Unavailable)
  const filesOf = (kids: readonly string[]) => kids.map((kid) => `${kid}.json`).toSorted()
  assert.deepEqual(readdirSync(directory).toSorted(), filesOf(taken))
  await pages(1000)
  taken.push((await add())?.kid ?? '')
  assert.deepEqual(readdirSync(directory).toSorted(), filesOf(taken))
  assert.deepEqual(
    (await ring.store.list()).map(({ kid }) => kid),
    taken,
  )
  await database.close()
})

test('FED-10 the file of a key stays if the store has possibly accepted the key', async () => {
  const fails = () => Promise.reject(new Unavailable('out of reach'))
  const stores: ((taken: KeyRingStore) => KeyRingStore)[] = [
    (store) => ({ ...store, add: (key) => store.add(key).then(fails) }),
    (store) => ({ ...store, add: fails, list: fails }),
  ]
  for (const broken of stores) {
    const directory = place()
    const { stores, database } = openSqliteStores('trust-anchor', ':memory:')
    const store = broken(stores.federationKeys)
    const vault = createKeyFileVault(ctx, { directory, purpose: 'federation' })
    await assert.rejects(addRingKey({ store, vault }, { createdAt: 1, createdBy: 'anna' }), /out of reach/)
    assert.equal(readdirSync(directory).length, 1)
    await database.close()
  }
})

test('FED-10 GEN-27 a key whose file is missing is an outage that names key and file, until the file is there', async () => {
  const directory = place()
  const [here, elsewhere] = [place(), directory].map((at) =>
    createKeyFileVault(ctx, { directory: at, purpose: 'federation' }),
  )
  assert.ok(here && elsewhere)
  const made = await here.create()
  const store = openSqliteStores('trust-anchor', ':memory:').stores.federationKeys
  await seedKeyRing(store, [made], 0)
  const keys = createRingKeys(store, { ...elsewhere, open: (kid) => late ?? elsewhere.open(kid) })
  let late: ReturnType<typeof here.open> | undefined
  await assert.rejects(async () => keys.current(0), {
    name: 'Unavailable',
    message: `this process does not have the active key ${made.kid} of the key ring: it is not in ${join(directory, `${made.kid}.json`)}`,
  })
  late = here.open(made.kid)
  assert.equal((await keys.current(0)).signer.kid, made.kid)
})

test('FED-10 the file of a key names the purpose of the key', async () => {
  for (const purpose of ['federation', 'attestation']) {
    const directory = place()
    const { kid } = await createKeyFileVault(ctx, { directory, purpose }).create()
    const { keys } = JSON.parse(readFileSync(join(directory, `${kid}.json`), 'utf8'))
    assert.equal(keys[0].fiducia_purpose, purpose)
  }
})
