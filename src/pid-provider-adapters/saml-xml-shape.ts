/**
 * Looks at a SAML document's tags before the parsers do. They go on after a fault and search the rest of the text for
 * each name, prefix and stray letter anew, so that a text of a few kilobytes could keep them busy for minutes. This goes
 * over it once, stops at the first fault, and bounds what costs them more than its length (D-204).
 */

/** Each is several times what an identity provider's largest answer or metadata has. */
const limits = { depth: 32, names: 256, namespaces: 512, besideRoot: 64, pieces: 2000, annotatedPieces: 4000 }

const space = String.raw`[ \t\n]`
const name = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`
const reference = '&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});'
/** Text that has none of these letters as such; written so that it can be read in one way only. */
const without = (letters: string): string => `[^${letters}&]*(?:${reference}[^${letters}&]*)*`
const attribute = `${space}+${name}${space}*=${space}*(?:"${without('"<')}"|'${without("'<")}')`

const startTag = `<(${name})((?:${attribute}){0,64})${space}*(/?)>`
const endTag = `</(${name})${space}*>`
const section = String.raw`<!\[CDATA\[[^]*?\]\]>`
const comment = '<!--(?:-?[^-])*-->'
const instruction = String.raw`<\?[^]{1,1024}?\?>`

/** One piece of the document after the other; nothing else may stand in it. */
const piece = new RegExp(`${startTag}|${endTag}|${section}|${comment}|${instruction}|${reference}`, 'y')
const text = /[^<&]+/y
const declaredNamespace = /[ \t\n]xmlns(?::[\w.-]+)?[ \t\n]*=/g
/** Letters that end a line for one parser and for the other do not. */
const otherLineEnds = /[\r\u2028\u2029]/

/**
 * Whether its tags are closed in order, and their depth, names and attributes within the bounds; so are its pieces, which are
 * tags, texts and all else: whoever checks a signature counts for each node those that stand before it.
 */
export function isPlainXml(xml: string, { annotated = false } = {}): boolean {
  if (otherLineEnds.test(xml)) return false
  let piecesLeft = annotated ? limits.annotatedPieces : limits.pieces
  const open: string[] = []
  const names = new Set<string>()
  let namespaces = 0
  let besideRoot = 0
  for (let at = 0; at < xml.length; ) {
    piecesLeft -= 1
    if (piecesLeft < 0) return false
    text.lastIndex = at
    if (text.test(xml)) {
      if (open.length === 0 && /[^ \t\n]/.test(xml.slice(at, text.lastIndex))) return false
      at = text.lastIndex
      continue
    }
    piece.lastIndex = at
    const found = piece.exec(xml)
    if (found === null) return false
    at = piece.lastIndex
    const [, started, attributes = '', closed, ended] = found
    if (ended !== undefined && open.pop() !== ended) return false
    if (open.length === 0 && ended === undefined) {
      if (!mayBeOutside(found, names.size === 0)) return false
      if (started === undefined) besideRoot += 1
      if (besideRoot > limits.besideRoot) return false
    }
    if (started === undefined) continue
    names.add(started)
    namespaces += attributes.match(declaredNamespace)?.length ?? 0
    if (closed === '') open.push(started)
    if (open.length > limits.depth || names.size > limits.names || namespaces > limits.namespaces) return false
  }
  return open.length === 0
}

/** Beside the root element stand comments and instructions only. */
const mayBeOutside = ([piece, started]: RegExpExecArray, rootIsToCome: boolean): boolean =>
  started === undefined ? /^<(?:\?|!-)/.test(piece) : rootIsToCome
