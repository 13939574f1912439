/**
 * Finds the first syntax error or repeated member name in a JSON text (RFC 8259). The platform's parser does not always
 * report the place of an error, and quotes the text, which may contain secrets.
 */

const space = /[ \t\r\n]*/y
const scalar =
  /(?:"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy

/** Matches the beginning of a string up to its first invalid character, its closing quote, or the end of the text. */
const stringBeginning = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy

/**
 * Returns line and column of the first fault, counted from one. For an invalid escape, this is the backslash. For an
 * invalid word, it is the first letter. For a repeated name, it is the quotation mark before the name. Returns
 * `undefined` for valid JSON without repeated names.
 */
export function placeOfJsonFault(text: string): { readonly line: number; readonly column: number } | undefined {
  const fault = faultAt(text)
  if (fault === undefined) return undefined
  const before = text.slice(0, fault).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

function faultAt(text: string): number | undefined {
  const openBrackets: ('{' | '[')[] = []
  /** The names so far, for each open bracket. */
  const names: Set<unknown>[] = []
  let index = 0
  const advance = (pattern: RegExp): boolean => {
    pattern.lastIndex = index
    if (!pattern.test(text)) return false
    index = pattern.lastIndex
    return true
  }
  /** Skips white space. Returns the next character, or an empty text at the end. */
  const next = (): string => {
    advance(space)
    return text.charAt(index)
  }
  /** Reads a string, number or word. Returns false, with `index` at the fault, if it is not valid. */
  const readScalar = (): boolean => {
    if (advance(scalar)) return true
    advance(stringBeginning)
    return false
  }
  /** Reads a member's name and its colon. Returns false, with `index` at the fault, if they are not valid. */
  const readName = (): boolean => {
    if (next() !== '"') return false
    const start = index
    if (!readScalar()) return false
    const name = JSON.parse(text.slice(start, index))
    if (names.at(-1)?.has(name)) {
      index = start
      return false
    }
    names.at(-1)?.add(name)
    if (next() !== ':') return false
    index += 1
    return true
  }
  const close = (): void => {
    openBrackets.pop()
    names.pop()
    index += 1
  }
  for (;;) {
    const opening = next()
    if (opening === '{' || opening === '[') {
      openBrackets.push(opening)
      names.push(new Set())
      index += 1
      if (next() === closing[opening]) close()
      else if (opening === '{' && !readName()) return index
      else continue // The first element or value of a member.
    } else if (!readScalar()) return index
    let enclosing = openBrackets.at(-1)
    while (enclosing && next() === closing[enclosing]) {
      close()
      enclosing = openBrackets.at(-1)
    }
    if (enclosing === undefined) return next() === '' ? undefined : index
    if (next() !== ',') return index
    index += 1
    if (enclosing === '{' && !readName()) return index
  }
}

const closing = { '{': '}', '[': ']' } as const
