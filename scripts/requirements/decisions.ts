/**
 * `docs/spec/decisions/` as data: the decisions, each with its requirements, and the members of our artefacts that the
 * specification does not have.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, root } from '../source/files.ts'
import { requirementsIn } from './built.ts'

interface Decision {
  readonly id: string
  readonly title: string
  /** Requirements whose tests prove the decision. */
  readonly tests: readonly string[]
}

interface AdditionalMember {
  /** Name in CONTEXT.md: `access token`. */
  readonly artefact: string
  /** Path from the artefact's top: `cnf.jkt`. */
  readonly member: string
  readonly reason: string
}

const folder = 'docs/spec/decisions'

/** Returns the text of each page of decisions by its absolute path. */
export const readDecisionPages = (): ReadonlyMap<string, string> =>
  new Map(filesUnder(folder, '.md').map((file) => [file, readFileSync(file, 'utf8')]))

export const readAdditionalMembers = (): string => readFileSync(join(root, folder, 'additional-members.md'), 'utf8')

/**
 * Returns the decisions of one page. Throws for a heading of level 3 that is no decision, and for one without `Tests:`.
 */
export const parseDecisions = (page: string): Decision[] =>
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [, id, title = ''] = /^(D-\d{2,4}) (.+)$/m.exec(section.split('\n', 1)[0] ?? '') ?? []
      const tests = /^Tests: (.+)\.$/m.exec(section)?.[1]
      if (id === undefined || tests === undefined) throw new Error(`not a decision: ${section.slice(0, 80)}`)
      return { id, title, tests: requirementsIn(tests) }
    })

/** Returns the rows of the one table of additional members. Throws for a row of another form. */
export const parseAdditionalMembers = (text: string): AdditionalMember[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const cells = line.slice(1, -1).split('|')
      const [artefact = '', path = '', reason = ''] = cells.map((cell) => cell.trim())
      const member = /^`([^`]+)`$/.exec(path)?.[1]
      if (cells.length !== 3 || member === undefined || reason === '')
        throw new Error(`not an additional member: ${line}`)
      return { artefact, member, reason }
    })
