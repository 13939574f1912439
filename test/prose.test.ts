/** Comments and names keep the rules of CONTRIBUTING.md. The record of faults may only become shorter. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesUnder, root, shortPath } from '../scripts/source/files.ts'
import { judgeProse, judgeProseByFolder } from './boundaries/prose.ts'

const ratchet = JSON.parse(readFileSync(join(root, 'test/boundaries/prose-ratchet.json'), 'utf8')) as Record<
  string,
  number
>
/** The rules name what they forbid. */
const exempt = ['test/boundaries/prose.ts', 'test/prose.test.ts']
const files = ['src', 'test', 'scripts', 'bench', 'examples'].flatMap((folder) => filesUnder(folder, '.ts'))
const sources = new Map(
  files
    .filter((file) => !exempt.includes(shortPath(file)))
    .map((file) => [shortPath(file), readFileSync(file, 'utf8')]),
)

test('no folder has more faults of prose than the record says', () => {
  const faults = judgeProseByFolder(sources)
  for (const [folder, found] of faults) {
    const allowed = ratchet[folder] ?? 0
    assert.ok(found.length <= allowed, `${folder}: ${found.length} faults, ${allowed} allowed\n${found.join('\n')}`)
  }
  for (const [folder, allowed] of Object.entries(ratchet)) {
    const found = faults.get(folder)?.length ?? 0
    assert.equal(
      found,
      allowed,
      `${folder} has fewer faults than test/boundaries/prose-ratchet.json says: write ${found}`,
    )
  }
})

for (const [source, fault] of [
  ['/** Of a key: its name. */', 'begins with "of"'],
  ['/** Seconds; 300 when not said. */', '"not said"'],
  ['/* The caller is\n * told so. */', '"is told"'],
  ['const untilTold = 1', 'the name untilTold'],
] as const)
  test(`refuses ${source}`, () => assert.match(judgeProse(source).join('\n'), new RegExp(fault)))

for (const source of [
  '/** Returns the key. Defaults to 300. */',
  "const text = 'whoever'",
  '/** The key of an entity. */',
])
  test(`takes ${source}`, () => assert.deepEqual(judgeProse(source), []))
