/**
 * Maximum depth of JSON that the console parses. Deeper JSON is refused, because recursive functions read the parsed
 * value.
 */
const maximumDepth = 200

/** Parses JSON of a message. Throws a SyntaxError for malformed JSON, and for more than 200 levels. */
export function parseBoundedJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (depthOf(text) > maximumDepth) throw new SyntaxError(`more than ${maximumDepth} levels`)
  return value
}

/** Returns the depth of a well-formed JSON text. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (isInString && character === '\\') index += 1
    else if (character === '"') isInString = !isInString
    else if (isInString) continue
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > deepest) deepest = depth
  }
  return deepest
}
