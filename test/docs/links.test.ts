/** Every link between pages leads to a file and an anchor that exist. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { filesUnder, root, shortPath } from '../../scripts/source/files.ts'

const pages = ['README.md', 'CONTRIBUTING.md', 'CONTEXT.md', 'SECURITY.md', ...filesUnder('docs', '.md').map(shortPath)]
const read = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Returns the anchors of a page: its `<a id>` elements, and those of its headings as GitHub renders them. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set([
    ...[...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id),
    ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  ])

/** Returns the links and pictures of a page without a target. Omits URLs. */
const brokenLinks = (page: string, text: string): readonly string[] =>
  [...text.matchAll(/(?:\]\(|src=")([^):#"]*)(?:#([^)"]+))?[)"]/g)].flatMap(([, target = '', anchor]) => {
    const file = target === '' ? page : join(dirname(page), target)
    if (!existsSync(join(root, file))) return [file]
    return anchor === undefined || anchorsOf(read(file)).has(anchor) ? [] : [`${file}#${anchor}`]
  })

for (const page of pages)
  test(`${page}: every link and picture has a target`, () => assert.deepEqual(brokenLinks(page, read(page)), []))

test('a link to a missing file, picture or heading is found', () => {
  const text = '[a](b.md) [c](README.md#none) [d](#none) <img src="e.png"> [f](docs/adr) [g](README.md#status)'
  const broken = ['b.md', 'README.md#none', 'CONTRIBUTING.md#none', 'e.png']
  assert.deepEqual(brokenLinks('CONTRIBUTING.md', text), broken)
})
