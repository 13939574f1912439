/**
 * Content of the guides that no other test checks: settings are valid for their role, paragraphs are short, and the
 * tarball has this version.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { z } from 'zod'
import { root } from '../../scripts/source/files.ts'
import { roleNames, type ServedRole } from '../../src/serve/role-names.ts'
import { settingsSchema } from '../../src/serve/role-settings.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`)

for (const guide of guides)
  for (const [, role = '', text = ''] of read(guide).matchAll(/^```json (?!console\n)(\S+)\n([\s\S]*?)^```$/gm))
    test(`${guide}: the settings of a ${role} are valid`, () => {
      assert.ok((roleNames as readonly string[]).includes(role))
      const members = settingsSchema(role as ServedRole).shape as Readonly<Record<string, z.ZodType>>
      for (const [member, value] of Object.entries(JSON.parse(text))) {
        assert.ok(members[member], member)
        members[member].parse(value)
      }
    })

/** Returns paragraphs and items of lists, without tables and code. */
const paragraphsOf = (page: string): readonly string[] =>
  page
    .replace(/```[\s\S]*?```/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:-|\d+\.) )/)
    .filter((paragraph) => !paragraph.trimStart().startsWith('|'))

for (const guide of guides)
  test(`${guide}: no paragraph has more than 90 words`, () => {
    const long = paragraphsOf(read(guide)).filter((paragraph) => paragraph.trim().split(/\s+/).length > 90)
    assert.deepEqual(long, [])
  })

const blocksOf = (page: string): readonly string[] =>
  [...page.matchAll(/^ *```[\s\S]*?^ *```$/gm)].map(([block]) => block)

for (const italian of guides.filter((guide) => guide.endsWith('.it.md')))
  test(`${italian}: its code blocks equal those of the English page, which a test executes`, () => {
    assert.deepEqual(blocksOf(read(italian)), blocksOf(read(italian.replace('.it.md', '.md'))))
  })

for (const guide of guides.filter((name) => /^fiducia /m.test(blocksOf(read(name)).join(''))))
  test(`${guide}: says how to get the program, and how to write it where it is not installed globally`, () => {
    const [introduction = ''] = read(guide).split(/^## /m)
    assert.match(introduction, /\(\.\.\/\.\.\/README\.md#elsewhere\)/)
    assert.match(introduction, guide.endsWith('.it.md') ? /o in un progetto/ : /or a\s+project/)
    assert.match(introduction, /`npx fiducia`/)
  })

test('programs of a project are ES modules, which npm init does not set: each place that begins one says so', () => {
  const places = {
    'README.md': /^## Elsewhere\n[\s\S]*?(?=^## )/m,
    'docs/guides/issuer.md': /^## 3\.[\s\S]*?(?=^```)/m,
    'src/serve/sample-portal.ts': /\/\*\*\n \* A sample portal[\s\S]*?\*\//,
  }
  for (const [file, place] of Object.entries(places)) {
    const [text = ''] = place.exec(read(file)) ?? []
    assert.match(text, /`?npm pkg set type=module`?/, file)
  }
})

test('the pages name the tarball that npm pack creates', () => {
  const { name, version } = JSON.parse(read('package.json'))
  const named = ['README.md', ...guides].flatMap((page) => read(page).match(/[\w.-]+\.tgz/g) ?? [])
  assert.deepEqual(new Set(named), new Set([`${name}-${version}.tgz`]))
})
