/**
 * Takes rules out of a source, so that `npm run requirements -- --break ID` can show that a test notices. Production
 * code has no branch for this: the text is changed while a test process loads it.
 *
 * 1. Every `if (condition) return fail(code, …)` asks at run time whether its code is waived: whether the rule table
 *    of the decision that is running maps it to a broken requirement.
 * 2. In `base/open-decision.ts`, `that` and `found` pass for a broken requirement, and what still refuses by one (a parse
 *    failure has no value to go on with) is recorded under another name, so that a test which asserts the rule sees it.
 * 3. A line with a trailing `// ID` loses what it does: its check is waived, its condition negated, the member or the
 *    call that it makes dropped. A value that it gives or makes (`return f()`, `const x = await f()`) becomes another
 *    at run time. A line of any other form stays as it is.
 */
import { stripTypeScriptTypes } from 'node:module'
import { closingBracket, codeOf, segmentsOf } from '../source/scan.ts'

/** The global that transformed sources call; `hook.ts` sets it. */
export const runtimeName = 'fiduciaBreak'

export const requirementId = /\b(?:GEN|WP|WI|PP|RP|FED|DIS)-\d{2,3}\b/g

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface TaggedLine {
  readonly start: number
  /** Where the trailing comment begins. */
  readonly end: number
  readonly ids: readonly string[]
}

/** Lines of code that end in a comment which names requirements. */
export function taggedLines(source: string): TaggedLine[] {
  const lines: TaggedLine[] = []
  for (const { kind, start, end } of segmentsOf(source)) {
    if (kind !== 'comment' || !source.startsWith('//', start)) continue
    const lineStart = source.lastIndexOf('\n', start - 1) + 1
    const ids = source.slice(start, end).match(requirementId)
    if (ids && source.slice(lineStart, start).trim() !== '') lines.push({ start: lineStart, end: start, ids })
  }
  return lines
}

/** Steps 1 and 3. `ids` are the broken requirements. */
export function breakRules(source: string, ids: ReadonlySet<string>): string {
  const code = codeOf(source)
  const tagged = taggedLines(source).filter((line) => line.ids.some((id) => ids.has(id)))
  const guards = guardsOf(source, code)
  const edits: Edit[] = guards.map(({ open, close, end, failure }) => {
    const isTagged = tagged.some((line) => line.start < end && line.end > open)
    const waived = isTagged ? 'true' : `globalThis.${runtimeName}.waives(${failure})`
    return { start: open, end: close + 1, text: `((${source.slice(open + 1, close)}) && !${waived})` }
  })
  const free = tagged.filter((line) => !guards.some(({ open, end }) => line.start < end && line.end > open))
  for (const line of free) {
    const edit = undo(source, code, line).find((one) => parses(apply(source, [...edits, one])))
    if (edit) edits.push(edit)
  }
  return apply(source, edits)
}

/** Whether breaking this requirement changes a line that names it. */
export const changes = (source: string, id: string): boolean =>
  taggedLines(source).some(({ ids }) => ids.includes(id)) &&
  breakRules(source, new Set([id])) !== breakRules(source, new Set())

interface Guard {
  readonly open: number
  readonly close: number
  /** Behind the call of `fail`. */
  readonly end: number
  /** The first argument of `fail`, as it stands. */
  readonly failure: string
}

function guardsOf(source: string, code: string): Guard[] {
  const guards: Guard[] = []
  for (const { index, 0: head } of code.matchAll(/\bif\s*\(/g)) {
    const open = index + head.length - 1
    const close = closingBracket(code, open)
    const call = close < 0 ? null : /^\s*\{?\s*return\s+fail\(/.exec(code.slice(close + 1))
    if (!call) continue
    const callOpen = close + call[0].length
    const end = closingBracket(code, callOpen)
    if (end > 0) guards.push({ open, close, end, failure: firstArgument(source, code, callOpen, end) })
  }
  return guards
}

function firstArgument(source: string, code: string, open: number, close: number): string {
  return (argumentsOf(source, code, open, close)[0] ?? '').trim()
}

/** The arguments of a call, as they stand: `open` and `close` are its brackets. */
export function argumentsOf(source: string, code: string, open: number, close: number): string[] {
  const parts: string[] = []
  let start = open + 1
  for (let index = start; index < close; index += 1) {
    const character = code[index] ?? ''
    if (character === ',') {
      parts.push(source.slice(start, index).trim())
      start = index + 1
    } else if ('([{'.includes(character)) {
      const end = closingBracket(code, index)
      if (end > 0) index = end
    }
  }
  const last = source.slice(start, close).trim()
  return last === '' ? parts : [...parts, last]
}

/** What takes a tagged line's effect away, best first; nothing when its form is none of those known. */
function undo(source: string, code: string, line: TaggedLine): readonly Edit[] {
  const bare = code.slice(line.start, line.end)
  const condition = /^(\s*(?:\}\s*else\s+)?if\s*)\(/.exec(bare)
  if (condition) {
    const open = line.start + (condition[1] ?? '').length
    const close = closingBracket(code, open)
    return close < 0 ? [] : [{ start: open, end: close + 1, text: `(!(${source.slice(open + 1, close)}))` }]
  }
  return insteadOf(source.slice(line.start, line.end).trim()).map((text) => ({ ...line, text: text && `${text} ` }))
}

function insteadOf(text: string): readonly string[] {
  const isMember = /^(?:[\w$]+|'[^']*'|\[.*\])\s*:.*,$|^\.\.\..*,$|^[\w$]+,$/s.test(text)
  const isOperand = /(?:\|\||&&)$|^(?:\|\||&&)/.test(text)
  if (isMember || isOperand) return ['']
  if (/^(?:for\s*\(|throw\s)/.test(text)) return ['', ';']
  const result = /^return\s+(.*(?:===|!==|(?<!=)>=?|<=?|&&|\|\||^!).*)$/s.exec(text)
  if (result) return [`return !(${result[1]})`]
  const isCall = /^(?:await\s+|void\s+|new\s+)?[\w$.?]+\(.*\)$/s.test(text)
  if (isCall) return ['', ';', spoilt(text)]
  const value = givenBy(text)
  return value === undefined ? [] : [`${value.before}${spoilt(value.expression)}${value.after}`]
}

/** `const x = …`, `x = …`, `return …`, an arrow's `) => …`. */
const valueForms = /^((?:export\s+)?(?:const|let)\s+[^=]*?=\s|[\w$.]+\s=\s|return\s+|\)(?::[^=]*)?\s=>\s)(.+)$/s
/** An object, a list, a call or a text among members or arguments. */
const elementForms = /^((?:[{[]|[\w$.]+\().*[}\])]|`.*`),$/s

function givenBy(text: string): { before: string; expression: string; after: string } | undefined {
  const [, before, expression] = valueForms.exec(text) ?? []
  if (before !== undefined && expression !== undefined) return { before, expression, after: '' }
  const [, element] = elementForms.exec(text) ?? []
  return element === undefined ? undefined : { before: '', expression: element, after: ',' }
}

function spoilt(expression: string): string {
  const [, waits = '', value = ''] = /^(await\s+)?(.*)$/s.exec(expression) ?? []
  return `${waits}globalThis.${runtimeName}.spoil(${value})`
}

function apply(source: string, edits: readonly Edit[]): string {
  let text = source
  for (const { start, end, text: replacement } of inner(edits).toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + replacement + text.slice(end)
  return text
}

/** Edits that lie in one another cannot both be made: the outer one goes. */
const inner = (edits: readonly Edit[]): Edit[] =>
  edits.filter((edit) => !edits.some((other) => other !== edit && other.start >= edit.start && other.end <= edit.end))

function parses(source: string): boolean {
  try {
    stripTypeScriptTypes(source)
    return true
  } catch {
    return false
  }
}

const decisionEdits: readonly (readonly [from: string, to: string])[] = [
  ['rules, await run(), worded)', `rules, await globalThis.${runtimeName}.within(rules, run), worded)`],
  ['rules, run(), worded)', `rules, globalThis.${runtimeName}.within(rules, run), worded)`],
  [
    'if (value === undefined) this.refuse(',
    `if (value === undefined && !globalThis.${runtimeName}.passes(requirement, code)) this.refuse(`,
  ],
  ['if (!holds) this.refuse(', `if (!holds && !globalThis.${runtimeName}.passes(requirement, code)) this.refuse(`],
  [
    'const [requirement, answer] = rule\n',
    `const [requirement, answer] = globalThis.${runtimeName}.disguise(rule, code)\n`,
  ],
]

/** Step 2: `base/open-decision.ts` itself. Throws when that file no longer reads as this expects. */
export function breakDecision(source: string): string {
  let text = source
  for (const [from, to] of decisionEdits) {
    if (text.split(from).length !== 2)
      throw new Error(
        `src/base/open-decision.ts no longer holds "${from.trim()}" once: mend scripts/break/transform.ts`,
      )
    text = text.replace(from, () => to)
  }
  return text
}
