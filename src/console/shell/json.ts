/** JSON text with its names and values marked, so that the style sheet can colour them. */
import { type Html, html } from '../../http/index.ts'

/** A string with the colon that makes it a name, a number, or a literal. The rest is punctuation and space. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g

/** Returns the value as indented JSON. All its text is escaped. */
export function markJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? ''
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
