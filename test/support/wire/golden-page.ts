/** Pages of `docs/flows`: compared with the messages of a test, or written by it. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRandom } from './placeholders.ts'

const pathOf = (file: string): string => join(import.meta.dirname, '../../../docs/flows', file)

/** Asserts that the file has this content. With `TEST_GOLDEN=update`, writes the file first. */
export function assertGoldenPage(file: string, page: string): void {
  const path = pathOf(file)
  if (process.env.TEST_GOLDEN === 'update') {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, page)
  }
  const [lines, expected] = [page.split('\n'), readFileSync(path, 'utf8').split('\n')]
  const differing = lines.findIndex((line, index) => line !== expected[index])
  const place = `${file}, line ${differing + 1}; npm run golden:update rewrites it`
  assert.equal(lines[differing], expected[differing], place)
  assert.equal(lines.length, expected.length, file)
}

/** Asserts that a page contains no raw JWT and no random value, which would differ in the next run. */
export function assertNoRandomText(page: string): void {
  assert.equal(page.match(/eyJ[\w-]{20,}/), null)
  for (const word of page.match(/[A-Za-z0-9_-]{22,}/g) ?? []) assert.ok(!isRandom(word), word)
}
