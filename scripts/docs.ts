/**
 * `npm run docs [-- --out FOLDER]`: makes the API reference of all entries from the docstrings, with TypeDoc. TypeDoc
 * needs an older TypeScript than the project. Both are in `tools/docs`, with a lock file of their own, and are installed
 * on first use.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './run-tests.ts'
import { root } from './source/files.ts'

const { values } = parseArgs({ options: { out: { type: 'string', default: 'api-reference' } } })
const tool = join(root, 'tools/docs')
const typedoc = join(tool, 'node_modules/typedoc')

const versionIn = (file: string, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
  )

/** Returns true if the locked TypeDoc is installed. */
const isInstalled = (): boolean =>
  versionIn(join(typedoc, 'package.json'), 'version') ===
  versionIn(join(tool, 'package-lock.json'), 'packages', 'node_modules/typedoc', 'version')

/** Runs a step. If it fails, prints its output and ends this process. */
async function step(command: string, words: readonly string[]): Promise<void> {
  const { code, output } = await run(command, words)
  if (code === 0) return
  console.error(output)
  process.exit(code)
}

const targets = Object.values(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports)
const sources = targets.flatMap((target) => (target as { readonly 'fiducia-source'?: string })['fiducia-source'] ?? [])
if (!isInstalled()) await step('npm', ['ci', '--prefix', tool, '--no-audit'])
const out = resolve(root, values.out)
await step(process.execPath, [
  join(typedoc, 'bin/typedoc'),
  ...['--options', join(tool, 'typedoc.json'), '--out', out],
  ...sources.flatMap((source) => ['--entryPoints', join(root, source)]),
])
console.log(`The API reference of ${sources.length} entries: ${join(out, 'index.html')}`)
