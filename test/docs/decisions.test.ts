/**
 * The pages of decisions: every decision that code, tests or pages cite is a heading with an anchor, and the index
 * lists each decision.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseDecisions, readDecisionPages } from '../../scripts/requirements/decisions.ts'
import { filesUnder, root, shortPath } from '../../scripts/source/files.ts'
import { bannedPhrases } from '../boundaries/prose.ts'

const pages = readDecisionPages()
const decisions = new Map(
  [...pages].flatMap(([file, text]) => parseDecisions(text).map((one) => [one.id, { file, ...one }])),
)

test('every decision that code, tests or pages cite is a heading', () => {
  const texts = ['src', 'test', 'scripts', 'bench', 'examples', 'docs'].flatMap((folder) =>
    ['.ts', '.mjs', '.md'].flatMap((suffix) => filesUnder(folder, suffix)),
  )
  const cited = new Map<string, string>()
  for (const file of texts)
    for (const [id] of readFileSync(file, 'utf8').matchAll(/\bD-\d{2,4}\b/g)) cited.set(id, shortPath(file))
  assert.ok(cited.size > 300)
  for (const [id, file] of cited) assert.ok(decisions.has(id), `${file} cites ${id}`)
})

test('every decision has an anchor before its heading', () => {
  for (const { id, file } of decisions.values())
    assert.ok(pages.get(file)?.includes(`<a id="${id.toLowerCase()}"></a>\n\n### ${id} `), id)
})

test('the index lists all decisions once, in the order of their numbers, and nothing else', () => {
  const index = pages.get(join(root, 'docs/spec/decisions/README.md')) ?? ''
  const listed = index.split('\n## By number\n')[1]?.trim().split('\n')
  const numberOf = ({ id }: { readonly id: string }): number => Number(id.slice(2))
  const expected = [...decisions.values()]
    .sort((one, other) => numberOf(one) - numberOf(other))
    .map(({ id, title, file }) => `- [${id}](${shortPath(file).split('/').at(-1)}#${id.toLowerCase()}) ${title}`)
  assert.deepEqual(listed, expected)
})

for (const [file, text] of pages)
  test(`${shortPath(file)}: lines are short, and no phrase is banned`, () => {
    for (const line of text.split('\n'))
      assert.ok(/^(?:\||- )/.test(line) || line.length <= 130 || !line.includes(' '), line)
    for (const phrase of bannedPhrases) assert.doesNotMatch(text.replaceAll(/\s+/g, ' '), phrase)
  })
