/** `npm run docs` makes the API reference: a page for each entry, and the example of each main export on its page. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { run } from '../../scripts/run-tests.ts'
import { entries } from '../package/built-package.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { mainExports } from './main-exports.ts'

describe('the API reference', () => {
  const out = freshDirectory()
  const read = (page: string): string => readFileSync(join(out, page), 'utf8')

  before(async () => {
    const { code, output } = await run('npm', ['run', 'docs', '--', '--out', out])
    assert.equal(code, 0, output)
  })

  for (const { name } of entries)
    test(`has a page for ${name}`, () => {
      assert.ok(existsSync(join(out, 'modules', `${name.replace('fiducia/', '')}.html`)))
    })

  for (const [entry, names] of Object.entries(mainExports))
    for (const name of names)
      test(`shows the example of ${name}`, () => assert.match(read(`functions/${entry}.${name}.html`), />Example</))
})
