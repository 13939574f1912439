/** `docs/spec/requirements.md` as data. Reads the rows, and writes the column that is derived from the rule tables. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source/files.ts'

export const areas = ['GEN', 'WP', 'WI', 'PP', 'RP', 'FED', 'DIS'] as const

export type Area = (typeof areas)[number]
type Kind = 'check' | 'output' | 'behaviour'

export interface Requirement {
  readonly id: string
  readonly area: Area
  readonly strength: 'MUST' | 'SHOULD' | 'MAY' | 'READ'
  readonly kind: Kind
  readonly rule: string
  /** Section and first words of the specification, section of a standard, or decision. */
  readonly source: string
}

const file = join(root, 'docs/spec/requirements.md')
const row =
  /^\| ((GEN|WP|WI|PP|RP|FED|DIS)-\d+) \| (MUST|SHOULD|MAY|READ) \| (check|output|behaviour) \| (.*?) \| ([^|]+) \|([^|]*)\|$/

export const readCatalogue = (): string => readFileSync(file, 'utf8')

/** Returns the rows of a catalogue's text. Throws for a malformed row and for a repeated ID. */
export function parseCatalogue(text: string): Requirement[] {
  const rows = new Map<string, Requirement>()
  for (const line of text.split('\n')) {
    if (!/^\| [A-Z]+-\d/.test(line)) continue
    const match = row.exec(line)
    if (!match) throw new Error(`docs/spec/requirements.md: not a row: ${line}`)
    const [, id = '', area, strength, kind, rule = '', source = ''] = match
    if (rows.has(id)) throw new Error(`docs/spec/requirements.md: ${id} is listed twice`)
    rows.set(id, { id, area, strength, kind, rule, source } as Requirement)
  }
  return [...rows.values()]
}

/** Returns the catalogue's text with these failure codes in its last column, sorted. Replaces the codes that it has. */
export const withFailureCodes = (text: string, codes: ReadonlyMap<string, ReadonlySet<string>>): string =>
  text
    .split('\n')
    .map((line) => {
      const match = row.exec(line)
      if (!match) return line
      const [, id = '', , strength, kind, rule, source] = match
      const column = [...(codes.get(id) ?? [])].toSorted().map((code) => `\`${code}\``)
      return `| ${[id, strength, kind, rule, source, column.join(' ')].join(' | ').trimEnd()} |`
    })
    .join('\n')

export const writeCatalogue = (text: string): void => writeFileSync(file, text)
