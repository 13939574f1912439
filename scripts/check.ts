/**
 * `npm test`: runs every gate, as CI does, two at a time. Gates that mostly wait run in parallel to these two. The last
 * line is `N passed, N failed`: the number of tests and examples, where each other gate counts as one.
 *
 *   --tests   only the tests and the examples
 *   --long    only the long tests (*.long.ts)
 */
import { existsSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { TestPostgres } from '../test/support/postgres.ts'
import { observationsFolder } from './requirements/observations.ts'
import { type CommandResult, run, runTests, type TestOptions } from './run-tests.ts'
import { compile } from './source/compiler.ts'
import { filesUnder, root, shortPath } from './source/files.ts'

interface Gate {
  readonly name: string
  readonly run: () => Promise<Outcome>
}

interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Printed if something failed. */
  readonly output: string
  readonly empty?: boolean
  /** Tests that this machine cannot run, with the reason. */
  readonly leftOut?: readonly string[]
}

const { values } = parseArgs({
  options: { tests: { type: 'boolean', default: false }, long: { type: 'boolean', default: false } },
})

const node = process.execPath
// Processes share compiled code. Compilation is half of the time to load the package.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/fiducia-compile')
enableCompileCache(process.env.NODE_COMPILE_CACHE)
const ownNode = ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning']

/** Returns a gate that passes or fails as a whole. */
const singleGate = (name: string, running: () => Promise<CommandResult>): Gate => ({
  name,
  run: async () => {
    const { code, output } = await running()
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
  },
})
const programGate = (name: string, args: readonly string[]): Gate => singleGate(name, () => run(node, args))

const testGate = (name: string, files: readonly string[], options: TestOptions = {}): Gate => ({
  name,
  run: async () => {
    if (files.length === 0) return { passed: 0, failed: 0, output: '', empty: true }
    const result = await runTests(files, {
      env: { REQUIREMENT_OBSERVATIONS: observationsFolder },
      ...options,
    })
    const crashed = result.code !== 0 && result.failed === 0
    const left = result.left.length === 0 ? '' : `\n✖ left in the temporary directory: ${result.left.join(', ')}\n`
    const failed = (crashed ? 1 : result.failed) + (left === '' ? 0 : 1)
    return { ...result, failed, output: result.output + left }
  },
})

/**
 * The PostgreSQL server of all gates with files that need one. Each file creates its own databases in it. A test that
 * stops a server starts its own. The first gate that needs the server starts it, and the end of the run stops it.
 */
let postgres: Promise<TestPostgres> | undefined
const testGateWithPostgres = (name: string, files: readonly string[], options: TestOptions): Gate => ({
  name,
  run: async () => {
    try {
      const { startPostgres } = await import('../test/support/postgres.ts')
      postgres ??= startPostgres({ maxConnections: 400 })
      const env = { REQUIREMENT_OBSERVATIONS: observationsFolder, DATABASE_URL_TEST: (await postgres).url }
      return await testGate(name, files, { ...options, env }).run()
    } catch (thrown) {
      return { passed: 0, failed: 1, output: String(thrown) }
    }
  },
})

/** Runs each example in the directory of a running sandbox. Each must end with 0. */
const examples: Gate = {
  name: 'examples',
  run: async () => {
    const files = ['.ts', '.mjs'].flatMap((suffix) => filesUnder('examples', suffix))
    if (files.length === 0) return { passed: 0, failed: 0, output: '', empty: true }
    const stops: (() => unknown)[] = []
    let output = ''
    let failed = 0
    try {
      const { startSandbox } = await import('../test/support/sandbox-process.ts')
      const { cwd } = await startSandbox({ after: (stop: unknown) => void stops.push(stop as () => unknown) })
      for (const file of files) {
        const result = await run(node, [...ownNode, file], {}, 2, cwd)
        if (result.code === 0) continue
        failed += 1
        output += `\n✖ ${shortPath(file)} ended with ${result.code}\n${result.output}`
      }
    } catch (thrown) {
      failed = files.length
      output += String(thrown)
    } finally {
      for (const stop of stops) await stop()
    }
    return { passed: files.length - failed, failed, output }
  },
}

/** Checks the types of the repository, of the examples in docstrings and of the programs of the issuer's guide. */
async function checkTypes(): Promise<CommandResult> {
  const { readExamples, readGuidePrograms, writeExampleProject } = await import('../test/docs/doc-examples.ts')
  const { mainExports } = await import('../test/docs/main-exports.ts')
  return compile(['-p', '.'], writeExampleProject(readExamples(), mainExports, readGuidePrograms()))
}

const bin = (name: string): string => join(root, 'node_modules', name)
const checks: readonly Gate[] = [
  programGate('format, lint', [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off', '.']),
  singleGate('types', checkTypes),
  programGate('reference', [...ownNode, join(root, 'scripts/reference.ts'), '--check']),
]
/** Test files of `test/` by folder; `boundaries` for files in no folder. */
const byFolder = Map.groupBy(
  filesUnder('test', '.test.ts'),
  (file) => shortPath(file).split('/').slice(1, -1)[0] ?? 'boundaries',
)
const testsIn = (folder: string): string[] => byFolder.get(folder) ?? []
/** The longest folder. It runs first, and two processes share its files, so that no gate ends late. */
const longest = 'conformance'
/** Lists of folders whose tests mostly wait for other processes. Each list runs in order, in parallel to all others. */
const waiting = [['e2e'], ['browser'], ['soak', 'serve']]
/** Folders with files that need a PostgreSQL. */
const foldersWithPostgres: ReadonlySet<string> = new Set(['contract', 'e2e', 'serve'])
const expected = ['boundaries', longest, 'contract', ...waiting.flat()]
/** Test files of all other folders. They share a process, because each process loads the package again. */
const others = [...byFolder].flatMap(([folder, files]) => (expected.includes(folder) ? [] : files))

function folderGate(folder: string, name = folder, files = testsIn(folder)): Gate {
  return (foldersWithPostgres.has(folder) ? testGateWithPostgres : testGate)(name, files, {
    minutes: 20,
    oneProcess: true,
    yields: !waiting.flat().includes(folder),
    sharedTemporary: folder === 'browser',
  })
}

/** Options for tests that mention requirements but prove none. */
const unobserved: TestOptions = { oneProcess: true, env: { REQUIREMENT_OBSERVATIONS: '' } }
const suites: readonly Gate[] = [
  testGate('others', others, { oneProcess: true, yields: true, minutes: 20 }),
  testGate('unit', filesUnder('src', '.test.ts'), { oneProcess: true, yields: true, minutes: 20 }),
  folderGate('contract'),
  testGate('boundaries', [...testsIn('boundaries'), ...filesUnder('scripts', '.test.ts')], unobserved),
  examples,
]
const longestGates: readonly Gate[] = [0, 1].map((half) =>
  folderGate(
    longest,
    `${longest} ${half + 1}`,
    testsIn(longest).filter((_, index) => index % 2 === half),
  ),
)
const waitingGates: readonly (readonly Gate[])[] = waiting.map((lane) => lane.map((folder) => folderGate(folder)))
const long: readonly Gate[] = [
  testGate('long', [...filesUnder('src', '.long.ts'), ...filesUnder('test', '.long.ts')], { minutes: 120 }),
]
const requirements = programGate('requirements', [...ownNode, join(root, 'scripts/requirements.ts')])

process.exitCode = await main()
await (await postgres?.catch(() => undefined))?.stop()

async function main(): Promise<number> {
  if (!values.long && existsSync(observationsFolder)) rmSync(observationsFolder, { recursive: true })
  const gates = values.long ? long : [...longestGates, ...(values.tests ? [] : checks), ...suites]
  const total = { passed: 0, failed: 0 }
  const queue = [...gates]
  await Promise.all([
    ...Array.from({ length: Math.min(2, availableParallelism()) }, () => runGates(queue, total)),
    // When these workers are done, they run gates of the queue.
    ...(values.long ? [] : waitingGates.map((lane) => runGates([...lane], total).then(() => runGates(queue, total)))),
  ])
  if (!values.long && !values.tests) await runGates([requirements], total)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}

/** Runs gates of the queue, which other workers share, until it is empty. */
async function runGates(queue: Gate[], total: { passed: number; failed: number }): Promise<void> {
  for (let gate = queue.shift(); gate; gate = queue.shift()) {
    const started = performance.now()
    const outcome = await gate.run()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    total.passed += outcome.passed
    total.failed += outcome.failed
    const counts = outcome.empty ? 'no files' : `${outcome.passed} passed, ${outcome.failed} failed`
    const mark = outcome.failed > 0 ? '✖' : outcome.empty ? '·' : '✔'
    console.log(`${mark} ${gate.name.padEnd(14)} ${seconds.padStart(6)} s   ${counts}`)
    for (const test of outcome.leftOut ?? []) console.log(`  left out: ${test}`)
    if (outcome.failed > 0) console.log(outcome.output)
  }
}
