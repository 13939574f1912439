/**
 * Splits TypeScript into code, comments, texts and regular expressions. TypeScript 7 has no compiler API for this, and
 * gates must not take a bracket in a text for code. All offsets are offsets into the original source.
 */

type SegmentKind = 'code' | 'comment' | 'text' | 'regex'

interface Segment {
  readonly kind: SegmentKind
  readonly start: number
  readonly end: number
}

/** Text before a slash that begins a regular expression. After any other text, a slash is a division. */
const regexMayFollow = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete|await|yield))$/

/** Splits a source into segments without gaps. Code inside `${}` of a template counts as code. */
export function segmentsOf(source: string): Segment[] {
  const segments: Segment[] = []
  /** Number of open braces in the current `${}`, for each open template. */
  const templates: number[] = []
  let codeStart = 0
  let index = 0
  const close = (kind: Exclude<SegmentKind, 'code'>, end: number): void => {
    if (index > codeStart) segments.push({ kind: 'code', start: codeStart, end: index })
    segments.push({ kind, start: index, end })
    index = end
    codeStart = end
  }
  const template = (): void => {
    const end = endOfTemplate(source, index + 1)
    if (source[end - 1] === '{') templates.push(0)
    close('text', end)
  }
  while (index < source.length) {
    const character = source[index]
    const next = source[index + 1]
    const open = templates.length - 1
    if (character === '/' && next === '/') close('comment', endOfLine(source, index))
    else if (character === '/' && next === '*') close('comment', endAfter(source, '*/', index + 2))
    else if (character === "'" || character === '"') close('text', endOfQuoted(source, index))
    else if (character === '`') template()
    else if (character === '/' && regexMayFollow.test(source.slice(0, index).trimEnd().slice(-12)))
      close('regex', endOfRegex(source, index))
    else if (character === '}' && templates[open] === 0) {
      templates.pop()
      template()
    } else {
      if (character === '{' && open >= 0) templates[open] = (templates[open] ?? 0) + 1
      if (character === '}' && open >= 0) templates[open] = (templates[open] ?? 0) - 1
      index += 1
    }
  }
  if (index > codeStart) segments.push({ kind: 'code', start: codeStart, end: index })
  return segments
}

/** Returns the source with segments of these kinds replaced by blanks. Length and lines stay the same. */
export function blank(source: string, kinds: readonly SegmentKind[]): string {
  return segmentsOf(source)
    .map(({ kind, start, end }) => {
      const part = source.slice(start, end)
      return kinds.includes(kind) ? part.replace(/[^\n]/g, ' ') : part
    })
    .join('')
}

/** Returns only the code: comments, texts and regular expressions become blanks. */
export const codeOf = (source: string): string => blank(source, ['comment', 'text', 'regex'])

const brackets: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Returns the offset of the bracket that closes the one at `open`, in blanked code, or -1 if there is none. */
export function closingBracket(code: string, open: number): number {
  const expected: string[] = []
  for (let index = open; index < code.length; index += 1) {
    const character = code[index] ?? ''
    const closing = brackets[character]
    if (closing !== undefined) expected.push(closing)
    else if (character === ')' || character === ']' || character === '}') {
      if (expected.pop() !== character) return -1
      if (expected.length === 0) return index
    }
  }
  return -1
}

/** Returns the line number of an offset, from 1. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length

function endOfLine(source: string, index: number): number {
  const end = source.indexOf('\n', index)
  return end < 0 ? source.length : end
}

function endAfter(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from)
  return at < 0 ? source.length : at + mark.length
}

function endOfQuoted(source: string, start: number): number {
  const quote = source[start]
  let index = start + 1
  while (index < source.length && source[index] !== quote && source[index] !== '\n')
    index += source[index] === '\\' ? 2 : 1
  return Math.min(index + 1, source.length)
}

/** Returns the offset after the backtick that ends the template, or after the `${` that interrupts it. */
function endOfTemplate(source: string, from: number): number {
  let index = from
  while (index < source.length) {
    if (source[index] === '`') return index + 1
    if (source[index] === '$' && source[index + 1] === '{') return index + 2
    index += source[index] === '\\' ? 2 : 1
  }
  return source.length
}

function endOfRegex(source: string, start: number): number {
  let index = start + 1
  let inClass = false
  while (index < source.length && source[index] !== '\n') {
    const character = source[index]
    if (character === '/' && !inClass) break
    if (character === '[') inClass = true
    if (character === ']') inClass = false
    index += character === '\\' ? 2 : 1
  }
  index += 1
  while (/[a-z]/.test(source[index] ?? '')) index += 1
  return Math.min(index, source.length)
}
