/**
 * `docs/spec/decisions.md` as data: the readings, and the members that our artefacts carry beyond the specification.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source/files.ts'
import { requirementsIn } from './built.ts'

export interface Reading {
  readonly id: string
  /** The rows of the catalogue whose tests pin it. */
  readonly tests: readonly string[]
}

export interface AdditionalMember {
  /** As CONTEXT.md names it: `access token`. */
  readonly artefact: string
  /** A path from the artefact's top: `cnf.jkt`. */
  readonly member: string
  readonly reason: string
}

export const readDecisions = (): string => readFileSync(join(root, 'docs/spec/decisions.md'), 'utf8')

export const parseReadings = (text: string): Reading[] =>
  rowsUnder(text, 'Readings').map((cells) => {
    const [id = '', , , , tests = ''] = cells
    if (cells.length !== 5 || !/^D-\d{2,3}$/.test(id))
      throw new Error(`decisions.md: not a reading: ${cells.join(' | ')}`)
    return { id, tests: requirementsIn(tests) }
  })

export const parseAdditionalMembers = (text: string): AdditionalMember[] =>
  rowsUnder(text, 'Additional members').map((cells) => {
    const [artefact = '', path = '', reason = ''] = cells
    const member = /^`([^`]+)`$/.exec(path)?.[1]
    if (cells.length !== 3 || member === undefined || reason === '')
      throw new Error(`decisions.md: not an additional member: ${cells.join(' | ')}`)
    return { artefact, member, reason }
  })

/** The cells of the one table under a heading. */
function rowsUnder(text: string, heading: string): string[][] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}
