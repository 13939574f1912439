/**
 * `npm run style [-- --check]`: compiles each style sheet, with the parts of the design kit (bootstrap-italia) that it
 * names, into its committed file: the console's `console.css`, and `page-style.ts` of the pages for citizens. Kit and
 * compiler are in `tools/style` and are installed on first use. `--check` writes nothing, and fails if a committed file
 * differs. Fails if a sheet is too large.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compileSheet } from './style/compile-sheet.ts'
import { sheets } from './style/sheet-sources.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const fail = (sentence: string): void => {
  console.error(sentence)
  process.exitCode = 1
}
for (const sheet of sheets) {
  const content = await compileSheet(sheet)
  const size = Buffer.byteLength(content)
  console.log(`${sheet.file}: ${size} bytes`)
  if (size > sheet.maximumBytes) fail(`The sheet is larger than ${sheet.maximumBytes} bytes.`)
  if (!values.check) writeFileSync(sheet.file, content)
  else if (readFileSync(sheet.file, 'utf8') !== content)
    fail(`${sheet.file} differs from its sources: run "npm run style".`)
}
