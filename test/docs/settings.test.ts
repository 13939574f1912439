/** A sentence describes each setting in the reference page of the settings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderSettingsPage } from '../../scripts/reference/settings-page.ts'

test('each setting has a sentence', () => {
  const rows = renderSettingsPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(/(?<!\\) \| ?/))
  assert.ok(rows.length > 300, `${rows.length} settings`)
  const bare = rows.filter((cells) => !/[.:`]$/.test(cells.at(-1) ?? '')).map(([name]) => name)
  assert.deepEqual(bare, [], 'add .describe(…) with a sentence to the schema')
})

test('a setting that one form of an object requires names the form; one that all forms require does not', () => {
  const page = renderSettingsPage()
  assert.match(page, /^\| `personSource\.url` \| URL \| _required_ if `kind` is `http` \|/m)
  assert.match(page, /^\| `identityProviders\[\]\.id` \| string \| _required_ \|/m)
  assert.match(page, /_required_ if `method` is `client_secret_basic` or `client_secret_post` \|/)
})
