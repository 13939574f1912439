/** Marks names and values in JSON text, so that the style sheet can colour them. */
import { printableJson } from '../../base/index.ts'
import { type Html, html } from '../../http/index.ts'

/** Matches a string, a number, or a literal. A string with a colon after it is a name. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g

/** Returns the value as indented JSON. Escapes HTML and invisible characters. Returns empty HTML for `undefined`. */
export function renderJsonTokens(value: unknown): Html {
  const text = value === undefined ? '' : printableJson(value)
  const parts: (string | Html)[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const [whole, string, colon, number] = match
    if (match.index > end) parts.push(text.slice(end, match.index))
    end = match.index + whole.length
    if (string === undefined) parts.push(mark(number === undefined ? 'literal' : 'number', whole))
    else if (colon === undefined) parts.push(mark('string', string))
    else parts.push(mark('name', string), colon)
  }
  return html`${[...parts, text.slice(end)]}`
}

const mark = (kind: 'name' | 'string' | 'number' | 'literal', text: string): Html =>
  html`<span class="json-${kind}">${text}</span>`
