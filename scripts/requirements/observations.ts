/**
 * What the last run of the tests observed: JSON lines that `test/support/decisions.ts` and the reporter
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
  /** Requirements whose output a test saw. */
  readonly outputs: ReadonlySet<string>
  /** Titles of tests that passed. */
  readonly titles: readonly string[]
  /** When the last line was written. */
  readonly takenAt: Date
}

interface Line {
  readonly kind: 'decision' | 'output' | 'title'
  readonly surface?: string
  readonly checks?: readonly (Omit<ObservedCheck, 'surface' | 'code' | 'at'> & { code?: string; at?: string })[]
  readonly requirement?: string
  readonly title?: string
}

/** `undefined` when no tests have run. */
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

/** The requirements that a title begins with: `WP-02 WP-35 of two racing requests one wins` names two. */
export const titleRequirements = (title: string): string[] =>
  /^(?:(?:GEN|WP|WI|PP|RP|FED|DIS)-\d+\s+)+/.exec(`${title} `)?.[0].trim().split(/\s+/) ?? []
