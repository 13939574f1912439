import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createNodeCrypto, PrivateFileError } from '../../node/index.ts'
import { loadSoftwareVendor } from './stored-vendor.ts'

test('DIS-08 the vendor is loaded again, and a damaged file is refused', async () => {
  const directory = freshDirectory()
  const data = { path: (...parts: readonly string[]) => join(directory, ...parts) }
  const ctx = { clock: fixedClock(), random: seededRandom('vendor'), crypto: createNodeCrypto() }
  const made = await loadSoftwareVendor(ctx, data)
  assert.deepEqual((await loadSoftwareVendor(ctx, data)).androidRoots, made.androidRoots)
  const path = data.path('device-vendor.json')
  const whole = JSON.parse(readFileSync(path, 'utf8')) as { root: object }
  for (const broken of [
    { ...whole, root: undefined },
    { ...whole, root: { ...whole.root, key: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' } } },
  ]) {
    writeFileSync(path, JSON.stringify(broken))
    await assert.rejects(loadSoftwareVendor(ctx, data), PrivateFileError, JSON.stringify(broken))
  }
})
