/** The committed style sheets are small and were made from the current sources. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { headingOf, sheets } from './sheet-sources.ts'

for (const sheet of sheets) {
  const content = readFileSync(sheet.file, 'utf8')

  test(`the style sheet of the ${sheet.name} is at most ${sheet.maximumBytes} bytes`, () => {
    assert.ok(Buffer.byteLength(content) <= sheet.maximumBytes, `${Buffer.byteLength(content)} bytes`)
  })

  test(`the style sheet of the ${sheet.name} was made from the current sources and design kit (npm run style)`, () => {
    assert.equal(content.slice(0, content.indexOf('\n')), headingOf(sheet))
  })
}
