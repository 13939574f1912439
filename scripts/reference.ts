/**
 * `npm run reference [-- --check]`: writes docs/guides/settings.md from the schemas of the settings. `--check` writes
 * nothing, and fails if the committed page differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderSettingsPage, settingsPage } from './reference/settings-page.ts'
import { root } from './source/files.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const file = join(root, settingsPage)
const text = renderSettingsPage()
if (!values.check) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error(`${settingsPage} differs from the schemas: run "npm run reference".`)
  process.exitCode = 1
}
