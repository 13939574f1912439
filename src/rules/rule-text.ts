/** Texts of the catalogue's rules (docs/spec/requirements.md), by ID. */
import { disRules } from './catalogue/dis.ts'
import { fedRules } from './catalogue/fed.ts'
import { genRules } from './catalogue/gen.ts'
import { ppRules } from './catalogue/pp.ts'
import { rpRules } from './catalogue/rp.ts'
import { wiRules } from './catalogue/wi.ts'
import { wpRules } from './catalogue/wp.ts'

let byId: ReadonlyMap<string, string> | undefined

/** Returns the text of a rule, or `undefined` for an unknown ID. */
export function ruleText(requirement: string): string | undefined {
  byId ??= new Map([genRules, wpRules, wiRules, ppRules, rpRules, fedRules, disRules].flatMap(rowsOf))
  return byId.get(requirement)
}

const rowsOf = (text: string): [id: string, rule: string][] =>
  text
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
