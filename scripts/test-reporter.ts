/**
 * Reporter of all test runs. Prints failures and what tests print. Counts a skipped test and a TODO as failures, except
 * for tests that the machine cannot run (`test/support/missing-programs.ts`), which the summary lists. Writes the titles
 * of passed tests into the directory `REQUIREMENT_OBSERVATIONS`, and the summary into the file `TEST_SUMMARY_FILE` for
 * the gates.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { missingProgramWords } from '../test/support/missing-programs.ts'
import { shortPath } from './source/files.ts'

export interface TestSummary {
  readonly passed: number
  readonly failed: number
  /** `file: title` of each failure. */
  readonly failures: readonly string[]
  /** `file: title: reason` of each test that the machine cannot run. */
  readonly leftOut: readonly string[]
}

// biome-ignore lint/style/noDefaultExport: node:test takes a reporter as a default export
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = []
  const leftOut: string[] = []
  const titles: string[] = []
  let passed = 0
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message
    if (type === 'test:diagnostic' && strayError.test(data.message)) {
      failures.push(data.message)
      yield `\n✖ ${data.message}\n`
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    // A suite is no test, but it can be skipped with its tests, and its hooks and its definition can fail.
    if (data.details.type === 'suite' && type === 'test:pass' && data.skip === undefined) continue
    const name = `${data.file ? shortPath(data.file) : '?'}: ${data.name}`
    const left = data.skip !== undefined ? 'skipped' : data.todo !== undefined ? 'a TODO' : undefined
    if (typeof data.skip === 'string' && data.skip.startsWith(missingProgramWords)) {
      leftOut.push(`${name}: ${data.skip}`)
    } else if (type === 'test:pass' && left === undefined) {
      passed += 1
      titles.push(data.name)
    } else if (left !== undefined) {
      failures.push(name)
      yield `\n✖ ${name}\n  is ${left}, which counts as a failure\n`
    } else if (type === 'test:fail' && !onlySubtestsFailed(data.details.error)) {
      failures.push(name)
      yield `\n✖ ${name}${data.line === undefined ? '' : ` (line ${data.line})`}\n${explain(data.details.error)}\n`
    }
  }
  keepTitles(titles)
  const summary: TestSummary = { passed, failed: failures.length, failures, leftOut }
  if (process.env.TEST_SUMMARY_FILE) writeFileSync(process.env.TEST_SUMMARY_FILE, JSON.stringify(summary))
  yield `${passed} passed, ${failures.length} failed\n`
}

/** Beginning of the runner's message about an error that belongs to no running test. Such an error fails the run. */
const strayError = /^Error: /

/** Returns true if a test failed only because its subtests failed. They are reported separately. */
const onlySubtestsFailed = (error: Error): boolean => 'failureType' in error && error.failureType === 'subtestsFailed'

const explain = (error: Error): string =>
  inspect(error.cause ?? error)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')

function keepTitles(titles: readonly string[]): void {
  const folder = process.env.REQUIREMENT_OBSERVATIONS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const lines = titles.map((title) => `${JSON.stringify({ kind: 'title', title })}\n`)
  appendFileSync(join(folder, `titles-${process.pid}.jsonl`), lines.join(''))
}
