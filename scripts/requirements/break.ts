/**
 * `npm run requirements -- --break ID`: makes a rule pass, or with `ID/code` one fault of it, and shows which tests
 * fail. If no test fails, the rule is not proved, even if its row is covered.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { changes } from '../break/transform.ts'
import { run, runTests, type TestRun } from '../run-tests.ts'
import { filesUnder, root, shortPath, sourceFiles } from '../source/files.ts'
import { type Built, requirementsIn } from './built.ts'

type BreakVerdict = 'red' | 'green' | 'nothing to break'

interface BreakResult {
  readonly id: string
  readonly verdict: BreakVerdict
  /** Tests that failed with the rule broken. */
  readonly tests: readonly string[]
  /** Files of these tests. */
  readonly files: readonly string[]
}

/** Tests that run together. `titles` is a pattern of their titles, and defaults to all. */
interface Stage {
  readonly files: readonly string[]
  readonly titles?: string
}

const suite = (): string[] => ['src', 'test/conformance'].flatMap((folder) => filesUnder(folder, '.test.ts'))

/** Returns the test files of any folder that name a requirement. */
const filesNaming = (id: string): string[] =>
  ['src', 'test']
    .flatMap((folder) => filesUnder(folder, '.test.ts'))
    .filter((file) => requirementsIn(readFileSync(file, 'utf8')).includes(id))

/** Returns the stages, most likely and cheapest first. After a failing stage no other runs. */
function stagesOf(id: string): readonly Stage[] {
  const named = filesNaming(id)
  return [
    { files: named, titles: `\\b${id}\\b` },
    { files: named },
    { files: suite().filter((file) => !named.includes(file)) },
  ]
}

async function breakRequirement(broken: string, built: Built): Promise<BreakResult> {
  const [id = '', fault] = broken.split('/')
  const isThere = fault === undefined ? built.places.has(id) : built.codes.get(id)?.has(fault)
  if (!isThere || (fault === undefined && !isBreakable(id, built)))
    return { id: broken, verdict: 'nothing to break', tests: [], files: [] }
  for (const { files, titles } of stagesOf(id)) {
    if (files.length === 0) continue
    const { code, failures } = await runBroken(files, titles, broken)
    if (code !== 0) return { id: broken, verdict: 'red', tests: failures, files: filesOfFailures(files, failures) }
  }
  return { id: broken, verdict: 'green', tests: [], files: [] }
}

/**
 * Returns true if a decision names the requirement, or a line with its tag has a form that `transform.ts` can remove.
 */
const isBreakable = (id: string, { places, codes }: Built): boolean =>
  codes.has(id) ||
  [...(places.get(id) ?? [])].some((place) => place.startsWith('rule table')) ||
  sourceFiles().some((file) => changes(readFileSync(file, 'utf8'), id))

/** Returns the files with failed tests. Returns all files if the name of a failed test contains none of them. */
function filesOfFailures(files: readonly string[], failures: readonly string[]): readonly string[] {
  const of = (file: string, name: string): boolean => name.startsWith(`${shortPath(file)}: `)
  const isKnown = failures.every((name) => files.some((file) => of(file, name)))
  return isKnown ? files.filter((file) => failures.some((name) => of(file, name))) : files
}

/** Options for NODE_OPTIONS, so that processes that a test starts load the hook too. */
const hook = `--import=${pathToFileURL(join(root, 'scripts/break/hook.ts'))} --disable-warning=ExperimentalWarning`

const runBroken = (files: readonly string[], titles: string | undefined, id: string): Promise<TestRun> =>
  runTests(files, {
    ...(titles !== undefined && { titles }),
    oneProcess: true,
    testSeconds: 60,
    env: { NODE_OPTIONS: hook, REQUIREMENT_BREAK: id, REQUIREMENT_OBSERVATIONS: '' },
  })

/** Returns the tests of these files that fail without any break, so their failure proves nothing. */
async function failingWithoutBreak(files: readonly string[]): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set()
  const { failures } = await runTests(files, { env: { REQUIREMENT_OBSERVATIONS: '' }, oneProcess: true })
  return new Set(failures)
}

function describeVerdict(id: string, verdict: BreakVerdict, { places }: Built): string {
  if (verdict !== 'nothing to break') return verdict
  const where = [...(places.get(id) ?? [])].join(', ')
  return where === ''
    ? 'nothing to break: the code names it nowhere'
    : `nothing to break: the tool cannot break ${where}`
}

/**
 * Breaks each requirement in turn and prints the result. Returns true if each break makes a test fail that passes
 * without it.
 */
export async function breakAll(ids: readonly string[], built: Built, print: (line: string) => void): Promise<boolean> {
  const results: BreakResult[] = []
  for (const id of ids) {
    const result = await breakRequirement(id, built)
    results.push(result)
    print(`${result.verdict === 'red' ? '✔' : '✖'} ${id}: ${describeVerdict(id, result.verdict, built)}`)
    for (const test of result.tests.slice(0, 5)) print(`    ${test}`)
    if (result.tests.length > 5) print(`    and ${result.tests.length - 5} more`)
  }
  const anyway = await failingWithoutBreak([...new Set(results.flatMap(({ files }) => files))])
  const unproved = results.filter(({ tests }) => tests.length > 0 && tests.every((name) => anyway.has(name)))
  for (const { id } of unproved) print(`✖ ${id}: red without the break too`)
  return unproved.length === 0 && results.every(({ verdict }) => verdict === 'red')
}

/** Fills the observations: runs all tests and examples, without the other gates of `npm test`. */
export const observe = (): Promise<{ readonly code: number; readonly output: string }> =>
  run(process.execPath, ['--conditions=fiducia-source', `${root}/scripts/check.ts`, '--tests'], {}, 30)
