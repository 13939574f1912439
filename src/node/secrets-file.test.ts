import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { PrivateFileError } from './private-file.ts'
import { loadSecrets, rotateSecret } from './secrets-file.ts'

const ctx = { random: seededRandom('secrets-file') }

test('a purpose has one or two secrets, and a file with more or fewer is refused', () => {
  const path = join(freshDirectory(), 'secrets.json')
  const write = (count: number): void => {
    const secrets = Array.from({ length: count }, (_, id) => ({ id, secret: 'A'.repeat(43) }))
    writeFileSync(path, JSON.stringify({ secrets: { challenge: secrets } }), { mode: 0o600 })
  }
  for (const count of [1, 2]) {
    write(count)
    assert.equal(loadSecrets(ctx, path, ['challenge']).challenge.length, count)
  }
  for (const count of [0, 3]) {
    write(count)
    assert.throws(() => loadSecrets(ctx, path, ['challenge']), PrivateFileError)
    assert.throws(() => rotateSecret(ctx, path, 'challenge'), /is not a file of secrets/)
  }
})

test('the error of a rotation in a missing file says that the file is missing', () => {
  const path = join(freshDirectory(), 'none.json')
  assert.throws(() => rotateSecret(ctx, path, 'challenge'), /none\.json does not exist: correct the path/)
})
