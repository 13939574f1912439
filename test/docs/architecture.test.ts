/** Every folder of `src` is in the drawing of docs/architecture.md, and its example of a search finds something. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../scripts/source/files.ts'

const read = (page: string): string => readFileSync(join(root, page), 'utf8')

test('docs/architecture.md: every folder of src is in the drawing, and its example ID is in code and tests', () => {
  const architecture = read('docs/architecture.md')
  const [, drawing = ''] = /```\n([\s\S]*?)```/.exec(architecture) ?? []
  const words = new Set(drawing.match(/[\w-]+/g))
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.ok(folders.length > 20)
  for (const { name } of folders) assert.ok(words.has(name), name)
  const shown = [...architecture.matchAll(/`grep -rn ([A-Z]+-\d+) (src|test)`/g)]
  assert.equal(shown.length, 2)
  for (const [, id = '', folder = ''] of shown) assert.ok(isNamed(id, folder), `${id} in ${folder}`)
})

const isNamed = (id: string, folder: string): boolean =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .some((file) => read(join(folder, file)).includes(id))
