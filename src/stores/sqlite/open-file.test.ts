import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStores } from '../index.ts'

const user = process.getuid?.()
const nobody = 65_534

/**
 * Runs a step as a user to whom the modes of files apply: they do not apply to root. The change of user applies to the
 * whole process, so the step must be synchronous.
 */
function asOrdinaryUser(path: string, step: () => void): void {
  if (user === 0) {
    for (const place of [dirname(path), path]) chownSync(place, nobody, nobody)
    process.seteuid?.(nobody)
  }
  try {
    step()
  } finally {
    if (user === 0) process.seteuid?.(0)
  }
}

test('a store in a file that the process may only read is refused when it is opened', {
  skip: user === undefined,
}, async (t) => {
  // The temporary directory of a test run of root is closed to other users.
  const directory = mkdtempSync('/tmp/fiducia-test-')
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const path = join(directory, 'wallet-provider.sqlite')
  await openSqliteStores('wallet-provider', path).database.close()
  assert.deepEqual(readdirSync(dirname(path)), ['wallet-provider.sqlite'])
  chmodSync(path, 0o400)
  asOrdinaryUser(path, () => {
    assert.throws(() => openSqliteStores('wallet-provider', path), /attempt to write a readonly database/)
  })
})
