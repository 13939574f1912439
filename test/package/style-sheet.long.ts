/** The committed style sheet is what its sources compile to. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compileSheet } from '../../scripts/style/compile-sheet.ts'
import { sheetFile } from '../../scripts/style/sheet-sources.ts'

test('the style sheet is compiled from its sources', async () => {
  assert.equal(readFileSync(sheetFile, 'utf8'), await compileSheet())
})
