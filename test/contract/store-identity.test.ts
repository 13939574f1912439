/** Tests of a store's identity, in each dialect. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createKeptTrustMarks,
  createPostgresStoreIdentity,
  createSqliteStoreIdentity,
  openSqlite,
  relyingPartyMigrations,
  relyingPartySchema,
  type StoreIdentity,
} from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'

const openEmpty = usePostgres()

interface Opened {
  readonly identity: StoreIdentity
  /** Writes one record. */
  readonly use: () => Promise<void>
}

const dialects: Readonly<Record<string, () => Opened>> = {
  sqlite: () => {
    const database = openSqlite(':memory:', relyingPartyMigrations)
    const use = () => createKeptTrustMarks(database.statements).keep('a', 'b')
    return { identity: createSqliteStoreIdentity(database), use }
  },
  postgres: () => {
    const database = openEmpty(relyingPartySchema)
    const use = () => createKeptTrustMarks(database).keep('a', 'b')
    return { identity: createPostgresStoreIdentity(database), use }
  },
}

for (const [name, open] of Object.entries(dialects))
  test(`${name}: a store is bound once, to the first identifier, and is empty until it has a record`, async () => {
    const { identity, use } = open()
    assert.deepEqual([await identity.find(), await identity.isEmpty()], [undefined, true])
    const [first, ...others] = await Promise.all(['a', 'b', 'c', 'd'].map((one) => identity.bind(one)))
    assert.deepEqual(new Set(others), new Set([first]))
    assert.deepEqual([await identity.find(), await identity.bind('e')], [first, first])
    assert.equal(await identity.isEmpty(), true, 'the identity must not count as a record')
    await use()
    assert.equal(await identity.isEmpty(), false)
  })
