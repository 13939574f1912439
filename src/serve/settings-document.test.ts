import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { initialize } from './initialize.ts'
import { readSettings } from './read-settings.ts'
import { roleNames } from './role-names.ts'
import { describeSettings, settingsSchemaFile } from './settings-document.ts'

const jsonOf = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8').replace(/^[^\S\n]*\/\/.*$/gm, ''))
const faultsOf = (schema: object, value: unknown): readonly string[] =>
  z
    .fromJSONSchema(schema as z.core.JSONSchema.JSONSchema)
    .safeParse(value)
    .error?.issues.map(({ path }) => path.join('.')) ?? []

for (const role of roleNames)
  test(`the schema of a ${role} is written beside its settings, accepts them, and refuses invalid settings`, async () => {
    const directory = freshDirectory()
    const { file } = await initialize(role, { directory })
    const settings = jsonOf(file)
    assert.equal(settings.$schema, `./${settingsSchemaFile(role)}`)
    const schema = jsonOf(join(directory, settingsSchemaFile(role)))
    assert.deepEqual(schema, describeSettings(role))
    assert.deepEqual(faultsOf(schema, settings), [])
    assert.deepEqual(faultsOf(schema, { ...settings, listen: { port: 'x' } }), ['listen.port'])
    assert.equal(faultsOf(schema, { ...settings, colour: 1 }).length, 1)
    assert.ok(!('entityId' in (schema as { properties: { role: { properties: object } } }).properties.role.properties))
    readSettings(role, { file })
  })

test('a second run renews an existing schema, and does not create a missing one', async () => {
  const directory = freshDirectory()
  await initialize('trust-anchor', { directory })
  const file = join(directory, settingsSchemaFile('trust-anchor'))
  writeFileSync(file, '{}')
  await initialize('trust-anchor', { directory })
  assert.deepEqual(jsonOf(file), describeSettings('trust-anchor'))
  rmSync(file)
  await initialize('trust-anchor', { directory })
  assert.throws(() => readFileSync(file))
})
