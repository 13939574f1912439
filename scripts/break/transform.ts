/**
 * Removes rules from a source, so that `npm run requirements -- --break ID` can show that a test notices. Production
 * code has no branch for this: the text is changed while a test process loads it.
 *
 * 1. Every `if (condition) return fail(code, …)` asks at run time whether its code is waived: whether the rule table of
 *    the current decision maps it to a broken requirement.
 * 2. In `base/open-decision.ts`, `that` and `found` pass for a broken requirement. A parse failure leaves no value to
 *    continue with: it still refuses, but under another name, so that a test that asserts the rule notices.
 * 3. A line with a trailing `// ID` loses its effect: its check is waived, its condition negated, its member or call
 *    removed. A value that it returns or creates (`return f()`, `const x = await f()`) is replaced at run time. Other
 *    lines stay unchanged.
 */
import { stripTypeScriptTypes } from 'node:module'
import { closingBracket, codeOf, segmentsOf } from '../source/scan.ts'

/** Name of the global object that transformed sources call. `hook.ts` sets it. */
export const runtimeName = 'fiduciaBreak'

export const requirementId = /\b(?:GEN|WP|WI|PP|RP|FED|DIS)-\d{2,3}\b/g

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface TaggedLine {
  readonly start: number
  /** Offset of the trailing comment. */
  readonly end: number
  readonly ids: readonly string[]
}

/** Returns the lines of code that end in a comment with requirements. */
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

/** Performs steps 1 and 3 of the file's header. `ids` are the broken requirements. */
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
    const edit = effectRemovals(source, code, line).find((one) => parses(apply(source, [...edits, one])))
    if (edit) edits.push(edit)
  }
  return apply(source, edits)
}

/** Returns true if breaking this requirement changes a line that names it. */
export const changes = (source: string, id: string): boolean =>
  taggedLines(source).some(({ ids }) => ids.includes(id)) &&
  breakRules(source, new Set([id])) !== breakRules(source, new Set())

interface Guard {
  readonly open: number
  readonly close: number
  /** Offset after the call of `fail`. */
  readonly end: number
  /** Text of the first argument of `fail`. */
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

/** Returns the texts of a call's arguments. `open` and `close` are the offsets of its brackets. */
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

/** Returns edits that remove the effect of a tagged line, best first. Empty for a line of unknown form. */
function effectRemovals(source: string, code: string, line: TaggedLine): readonly Edit[] {
  const bare = code.slice(line.start, line.end)
  const condition = /^(\s*(?:\}\s*else\s+)?if\s*)\(/.exec(bare)
  if (condition) {
    const open = line.start + (condition[1] ?? '').length
    const close = closingBracket(code, open)
    return close < 0 ? [] : [{ start: open, end: close + 1, text: `(!(${source.slice(open + 1, close)}))` }]
  }
  return replacementsFor(source.slice(line.start, line.end).trim()).map((text) => ({
    ...line,
    text: text && `${text} `,
  }))
}

function replacementsFor(text: string): readonly string[] {
  const isMember = /^(?:[\w$]+|'[^']*'|\[.*\])\s*:.*,$|^\.\.\..*,$|^[\w$]+,$/s.test(text)
  const isOperand = /(?:\|\||&&)$|^(?:\|\||&&)/.test(text)
  if (isMember || isOperand) return ['']
  if (/^(?:for\s*\(|throw\s)/.test(text)) return ['', ';']
  const result = /^return\s+(.*(?:===|!==|(?<!=)>=?|<=?|&&|\|\||^!).*)$/s.exec(text)
  if (result) return [`return !(${result[1]})`]
  const isCall = /^(?:await\s+|void\s+|new\s+)?[\w$.?]+\(.*\)$/s.test(text)
  if (isCall) return ['', ';', spoilt(text)]
  const value = valueIn(text)
  return value === undefined ? [] : [`${value.before}${spoilt(value.expression)}${value.after}`]
}

/** Forms with a value: `const x = …`, `x = …`, `return …`, an arrow's `) => …`. */
const valueForms = /^((?:export\s+)?(?:const|let)\s+[^=]*?=\s|[\w$.]+\s=\s|return\s+|\)(?::[^=]*)?\s=>\s)(.+)$/s
/** Forms of an element: an object, a list, a call or a text among members or arguments. */
const elementForms = /^((?:[{[]|[\w$.]+\().*[}\])]|`.*`),$/s

function valueIn(text: string): { before: string; expression: string; after: string } | undefined {
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
  for (const { start, end, text: replacement } of withoutOuterEdits(edits).toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + replacement + text.slice(end)
  return text
}

/** Returns the edits without those that contain another one. Nested edits cannot both be made. */
const withoutOuterEdits = (edits: readonly Edit[]): Edit[] =>
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
  ['rules, await run(), adaptAnswer)', `rules, await globalThis.${runtimeName}.within(rules, run), adaptAnswer)`],
  ['rules, run(), adaptAnswer)', `rules, globalThis.${runtimeName}.within(rules, run), adaptAnswer)`],
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

/** Performs step 2 on the source of `base/open-decision.ts`. Throws if that file lacks a text that it replaces. */
export function breakDecision(source: string): string {
  let text = source
  for (const [from, to] of decisionEdits) {
    if (text.split(from).length !== 2)
      throw new Error(
        `src/base/open-decision.ts must contain "${from.trim()}" exactly once: mend scripts/break/transform.ts`,
      )
    text = text.replace(from, () => to)
  }
  return text
}
