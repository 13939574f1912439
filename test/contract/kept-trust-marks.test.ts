/** Tests of every store of kept trust marks, in each role that publishes its own marks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptTrustMarks } from '../../src/federation/index.ts'
import {
  createKeptTrustMarks,
  openSqlite,
  pidProviderMigrations,
  pidProviderSchema,
  relyingPartyMigrations,
  relyingPartySchema,
  walletProviderMigrations,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'

const openEmpty = usePostgres()

function keptTrustMarksContract(name: string, open: () => KeptTrustMarks): void {
  test(`${name}: the last kept mark is found by its exact type until it is deleted`, async () => {
    const marks = open()
    assert.equal(await marks.find('a'), undefined)
    await marks.forget('a')
    await marks.keep('a', 'first')
    await marks.keep('A', 'another')
    await marks.keep('a', 'second')
    assert.deepEqual([await marks.find('a'), await marks.find('A')], ['second', 'another'])
    await marks.forget('a')
    assert.deepEqual([await marks.find('a'), await marks.find('A')], [undefined, 'another'])
  })
}

for (const [role, migrations, schema] of [
  ['wallet-provider', walletProviderMigrations, walletProviderSchema],
  ['pid-provider', pidProviderMigrations, pidProviderSchema],
  ['relying-party', relyingPartyMigrations, relyingPartySchema],
] as const) {
  keptTrustMarksContract(`sqlite ${role}`, () => createKeptTrustMarks(openSqlite(':memory:', migrations).statements))
  keptTrustMarksContract(`postgres ${role}`, () => createKeptTrustMarks(openEmpty(schema)))
}
