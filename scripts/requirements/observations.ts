/**
 * Observations of the last test run: JSON lines that `test/support/decisions.ts` and the reporter
 * (`scripts/test-reporter.ts`) wrote into the directory `REQUIREMENT_OBSERVATIONS`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source/files.ts'

export const observationsFolder = join(root, '.observations')

export interface ObservedCheck {
  readonly surface: string
  readonly requirement: string
  readonly passed: boolean
  readonly code: string
  readonly at: string
}

export interface Observations {
  readonly checks: readonly ObservedCheck[]
  /** Requirements of kind output that a test observed. */
  readonly outputs: ReadonlySet<string>
  /** Titles of tests that passed. */
  readonly titles: readonly string[]
  /** Time at which the newest file was written. */
  readonly takenAt: Date
}

interface Line {
  readonly kind: 'decision' | 'output' | 'title'
  readonly surface?: string
  readonly checks?: readonly (Omit<ObservedCheck, 'surface' | 'code' | 'at'> & { code?: string; at?: string })[]
  readonly requirement?: string
  readonly title?: string
}

/** Returns the observations, or `undefined` if no tests have run. */
export function readObservations(folder = observationsFolder): Observations | undefined {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : []
  if (files.length === 0) return undefined
  const checks = new Map<string, ObservedCheck>()
  const outputs = new Set<string>()
  const titles: string[] = []
  for (const name of files)
    for (const text of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (text === '') continue
      const line = JSON.parse(text) as Line
      if (line.requirement !== undefined) outputs.add(line.requirement)
      if (line.title !== undefined) titles.push(line.title)
      for (const { requirement, passed, code = '', at = '' } of line.checks ?? []) {
        const check = { surface: line.surface ?? '', requirement, passed, code, at }
        checks.set(JSON.stringify(check), check)
      }
    }
  const takenAt = new Date(Math.max(...files.map((name) => statSync(join(folder, name)).mtimeMs)))
  return { checks: [...checks.values()], outputs, titles, takenAt }
}

/** Returns the requirements at the beginning of a title. `WP-02 WP-35 of two racing requests one wins` has two. */
export const titleRequirements = (title: string): string[] =>
  /^(?:(?:GEN|WP|WI|PP|RP|FED|DIS)-\d+\s+)+/.exec(`${title} `)?.[0].trim().split(/\s+/) ?? []
