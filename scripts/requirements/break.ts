/**
 * `npm run requirements -- --break ID`: makes a rule pass and shows which test turns red. A rule whose breaking no test
 * notices is not proved, whatever the coverage says.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run, runTests, type TestRun } from '../run-tests.ts'
import { filesUnder, isTestFile, root } from '../source/files.ts'
import { type Built, requirementsIn } from './built.ts'

export type BreakVerdict = 'red' | 'green' | 'nothing to break' | 'red without the break'

export interface BreakResult {
  readonly id: string
  readonly verdict: BreakVerdict
  /** The tests that noticed, or those that fail anyway. */
  readonly tests: readonly string[]
}

const suite = (): string[] =>
  [...filesUnder('src', '.test.ts'), ...filesUnder('test/conformance', '.test.ts')].filter(isTestFile)

/** Test files, of every folder, whose text names a requirement. */
const filesNaming = (id: string): string[] =>
  [...filesUnder('src', '.test.ts'), ...filesUnder('test', '.test.ts')].filter((file) =>
    requirementsIn(readFileSync(file, 'utf8')).includes(id),
  )

export async function breakRequirement(id: string, built: Built): Promise<BreakResult> {
  if (!built.places.has(id)) return { id, verdict: 'nothing to break', tests: [] }
  const named = filesNaming(id)
  const rest = suite().filter((file) => !named.includes(file))
  for (const files of [named, rest]) {
    if (files.length === 0) continue
    const broken = await runBroken(files, id)
    if (broken.code === 0) continue
    const before = await runTests(files)
    if (before.code !== 0) return { id, verdict: 'red without the break', tests: before.failures }
    return { id, verdict: 'red', tests: broken.failures }
  }
  return { id, verdict: 'green', tests: [] }
}

/** The hook goes through NODE_OPTIONS, so that processes which a test starts have it too. */
const hook = `--import=${pathToFileURL(join(root, 'scripts/break/hook.ts'))} --disable-warning=ExperimentalWarning`

const runBroken = (files: readonly string[], id: string): Promise<TestRun> =>
  runTests(files, { testSeconds: 60, env: { NODE_OPTIONS: hook, REQUIREMENT_BREAK: id, REQUIREMENT_OBSERVATIONS: '' } })

/** Breaks each in turn, tells, and answers whether every one was noticed. */
export async function breakAll(ids: readonly string[], built: Built, tell: (line: string) => void): Promise<boolean> {
  let noticed = true
  for (const id of ids) {
    const { verdict, tests } = await breakRequirement(id, built)
    noticed &&= verdict === 'red'
    tell(`${verdict === 'red' ? '✔' : '✖'} ${id}: ${verdict}`)
    for (const test of tests.slice(0, 5)) tell(`    ${test}`)
    if (tests.length > 5) tell(`    and ${tests.length - 5} more`)
  }
  return noticed
}

/** Fills the observations: the whole suite, as `npm test` runs it, without the other gates. */
export const observe = (): Promise<{ readonly code: number; readonly output: string }> =>
  run(process.execPath, ['--conditions=fiducia-source', `${root}/scripts/check.ts`, '--tests'], {}, 30)
