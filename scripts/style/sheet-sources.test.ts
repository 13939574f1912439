/** The committed style sheet of the console is small and belongs to its sources. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { largestSheet, sheetFile, sheetHeading } from './sheet-sources.ts'

const sheet = readFileSync(sheetFile, 'utf8')

test('the style sheet is at most 60 kB', () => {
  assert.ok(Buffer.byteLength(sheet) <= largestSheet, `${Buffer.byteLength(sheet)} bytes`)
})

test('the style sheet was made from the present sources and kit (npm run style)', () => {
  assert.equal(sheet.slice(0, sheet.indexOf('\n')), sheetHeading())
})
