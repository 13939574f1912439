/**
 * `npm run style [-- --check]`: compiles the console's style sheet with the parts of the design kit (bootstrap-italia)
 * that it names into the committed `console.css`. Kit and compiler are in `tools/style` and are installed on first use.
 * `--check` writes nothing and fails if the committed file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compileSheet } from './style/compile-sheet.ts'
import { largestSheet, sheetFile } from './style/sheet-sources.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const css = await compileSheet()
const size = Buffer.byteLength(css)
console.log(`${sheetFile}: ${size} bytes`)
if (size > largestSheet) {
  console.error(`The sheet is larger than ${largestSheet} bytes.`)
  process.exitCode = 1
}
if (!values.check) writeFileSync(sheetFile, css)
else if (readFileSync(sheetFile, 'utf8') !== css) {
  console.error(`${sheetFile} differs from its sources: run "npm run style".`)
  process.exitCode = 1
}
