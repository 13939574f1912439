/**
 * Collects what the code claims to enforce: rule tables (imported, because they are data), the requirements in calls of
 * `that`, `found` and `refuse`, and lines with a trailing `// ID`.
 *
 * Convention: a folder of `src` with rule tables exports all of them from `rule-tables.ts` as `ruleTables = {
 * 'role/endpoint': TABLE, … }`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { argumentsOf, requirementId, taggedLines } from '../break/transform.ts'
import { root, shortPath, sourceFiles } from '../source/files.ts'
import { closingBracket, codeOf, lineAt } from '../source/scan.ts'
import { unreachable } from './unreachable.ts'

type RuleTable = Readonly<Record<string, readonly [requirement: string, answer: unknown]>>

export interface Built {
  /** Places that name each requirement: `src/x.ts:12`, or the name of a rule table. */
  readonly places: ReadonlyMap<string, ReadonlySet<string>>
  /** Failure codes of each requirement, without unreachable ones. */
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>
  /** Violations of the convention. */
  readonly faults: readonly string[]
}

export async function collectBuilt(): Promise<Built> {
  const places = new Map<string, Set<string>>()
  const codes = new Map<string, Set<string>>()
  const faults: string[] = []
  const folders = new Set<string>()
  for (const file of sourceFiles()) {
    const source = readFileSync(file, 'utf8')
    const path = shortPath(file)
    folders.add(path.split('/')[1] ?? '')
    faults.push(...strayTables(path, source))
    for (const { requirement, code, offset } of namedRequirements(source)) {
      add(places, requirement, `${path}:${lineAt(source, offset)}`)
      if (code !== undefined) add(codes, requirement, code)
    }
    for (const { ids, start } of taggedLines(source))
      for (const id of ids) add(places, id, `${path}:${lineAt(source, start)}`)
  }
  for (const folder of folders) {
    const tables = join(root, 'src', folder, 'rule-tables.ts')
    if (!existsSync(tables)) continue
    const { ruleTables } = (await import(pathToFileURL(tables).href)) as {
      ruleTables?: Readonly<Record<string, RuleTable>>
    }
    if (ruleTables === undefined) faults.push(`src/${folder}/rule-tables.ts exports no ruleTables`)
    for (const [name, table] of Object.entries(ruleTables ?? {}))
      for (const [code, [requirement]] of Object.entries(table)) {
        add(places, requirement, `rule table ${name}`)
        if (!unreachable.has(`${requirement} ${code}`)) add(codes, requirement, code)
      }
  }
  return { places, codes, faults }
}

interface NamedRequirement {
  readonly requirement: string
  readonly code: string | undefined
  readonly offset: number
}

/** Position of the code among the arguments, and the code without this argument (`base/open-decision.ts`). */
const verbs: Readonly<Record<string, readonly [code: number, fallback: string | undefined]>> = {
  that: [3, 'not_satisfied'],
  found: [3, 'not_found'],
  refuse: [1, undefined],
}

/**
 * Returns the requirements in `decision.that('ID', …)`, `decision.found('ID', …)` and `decision.refuse(['ID', …], …)`.
 */
export function namedRequirements(source: string): NamedRequirement[] {
  const code = codeOf(source)
  const named: NamedRequirement[] = []
  for (const { index, 0: call, 1: verb = '' } of code.matchAll(/\.(that|found|refuse)\(/g)) {
    const open = index + call.length - 1
    const close = closingBracket(code, open)
    const args = close < 0 ? [] : argumentsOf(source, code, open, close)
    const id = /^\[?\s*'([A-Z]+-\d+)'/.exec(args[0] ?? '')?.[1]
    if (id === undefined) continue
    const [position, fallback] = verbs[verb] ?? [0, undefined]
    const literal = /^'([\w]+)'$/.exec(args[position] ?? '')?.[1]
    named.push({ requirement: id, code: args[position] === undefined ? fallback : literal, offset: open })
  }
  return named
}

/**
 * Returns the rule tables of a source that the folder's `rule-tables.ts` does not list. The tools would ignore them.
 */
export function strayTables(path: string, source: string): string[] {
  const listing = `src/${path.split('/')[1]}/rule-tables.ts`
  if (path === listing) return []
  const listed = existsSync(join(root, listing)) ? readFileSync(join(root, listing), 'utf8') : ''
  return [...codeOf(source).matchAll(/^(?:export )?const (\w*_RULES|\w*Rules(?= = \{)) = /gm)]
    .map(([, name = '']) => name)
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(listed))
    .map((name) => `${path}: ${name} is not listed in ${listing}`)
}

export const requirementsIn = (text: string): string[] => text.match(requirementId) ?? []

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key)
  if (values) values.add(value)
  else map.set(key, new Set([value]))
}
