/**
 * The claims of CONTRIBUTING.md are true: its commands exist with their options, the command for a single test runs,
 * and its paths exist.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../scripts/source/files.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const contributing = read('CONTRIBUTING.md')
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
const spans = [...contributing.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
const rows = [...contributing.matchAll(/^\| `npm run ([\w:]+)(?: -- [^`]*)?` \|(.*)\|$/gm)]

test('CONTRIBUTING: the command for all gates is shown, and every named script is in the package', () => {
  assert.match(contributing, /^```sh\nnpm ci && npm test\n```$/m)
  const commands = [...contributing.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  assert.ok(commands.length >= 7)
  for (const name of commands) assert.ok(name in scripts, `npm run ${name}`)
})

test('CONTRIBUTING: every option that a row names is an option of the program that the script starts', () => {
  let options = 0
  for (const [row, name = ''] of rows) {
    const [, program] = /(\S+\.ts)/.exec(scripts[name] ?? '') ?? []
    for (const [, option = ''] of row.matchAll(/(?<=[` ])(--[a-z]+)/g)) {
      assert.ok(program && hasOption(program, option), `${name}: ${option}`)
      options += 1
    }
  }
  assert.ok(options >= 8)
})

/** Returns true if the program, or the file of its options beside it, has the option. */
function hasOption(program: string, option: string): boolean {
  const beside = join(dirname(program), 'options.ts')
  const sources = [program, ...(existsSync(join(root, beside)) ? [beside] : [])].map(read).join('\n')
  return sources.includes(`'${option}'`) || new RegExp(`\\b${option.slice(2)}: (?:flag|\\{ type)`).test(sources)
}

test('CONTRIBUTING: the shown command runs one test file', () => {
  const [, command = ''] = /^One test file: `npx node ([^`]+)`/m.exec(contributing) ?? []
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined }
  const { status, stderr } = spawnSync(process.execPath, command.split(' '), { cwd: root, env, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.match(command, /--test src\/\S+\.test\.ts$/)
})

test('CONTRIBUTING: every path in it exists', () => {
  const places = spans.filter((span) => /^(?:src|test|scripts|docs|bench|examples)\/[\w./-]*$/.test(span))
  assert.ok(places.length >= 10)
  for (const place of places) assert.ok(existsSync(join(root, place)), place)
})
