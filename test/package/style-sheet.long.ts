/** The committed style sheets are what their sources compile to. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compileSheet } from '../../scripts/style/compile-sheet.ts'
import { sheets } from '../../scripts/style/sheet-sources.ts'

for (const sheet of sheets)
  test(`the style sheet of the ${sheet.name} is compiled from its sources`, async () => {
    assert.equal(readFileSync(sheet.file, 'utf8'), await compileSheet(sheet))
  })
