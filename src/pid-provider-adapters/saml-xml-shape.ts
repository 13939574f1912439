/**
 * Checks the tags of a SAML document before the parsers run. The parsers do not stop at a fault. They search the rest
 * of the text again for each name, prefix and stray character. A text of a few kilobytes could occupy them for minutes.
 * This check reads the text once and stops at the first fault. It bounds the depth and the numbers of pieces, names and
 * namespaces, because the cost of their processing grows faster than linearly (D-204).
 */

/** Bounds. Each is several times the number in the largest answer or metadata of an identity provider. */
const limits = { depth: 32, names: 256, namespaces: 512, outsideRoot: 64, pieces: 2000, annotatedPieces: 4000 }

const space = String.raw`[ \t\n]`
const name = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`
const reference = '&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});'
/** Returns a pattern for text without these unescaped characters. It matches each text in one way only. */
const textWithout = (letters: string): string => `[^${letters}&]*(?:${reference}[^${letters}&]*)*`
const attribute = `${space}+${name}${space}*=${space}*(?:"${textWithout('"<')}"|'${textWithout("'<")}')`

const startTag = `<(${name})((?:${attribute}){0,64})${space}*(/?)>`
const endTag = `</(${name})${space}*>`
const section = String.raw`<!\[CDATA\[[^]*?\]\]>`
const comment = '<!--(?:-?[^-])*-->'
const instruction = String.raw`<\?[^]{1,1024}?\?>`

/** Matches one piece. A document must consist of such pieces and of text. */
const piece = new RegExp(`${startTag}|${endTag}|${section}|${comment}|${instruction}|${reference}`, 'y')
const text = /[^<&]+/y
const declaredNamespace = /[ \t\n]xmlns(?::[\w.-]+)?[ \t\n]*=/g
/** Characters that only one of the parsers treats as a line end. */
const otherLineEnds = /[\r\u2028\u2029]/

/**
 * Returns true if the tags are closed in order and their depth, names and attributes are within the bounds. The number
 * of pieces (tags, texts and everything else) is bounded too, because verifying a signature counts all preceding nodes
 * for each node. `annotated` doubles that bound, for metadata.
 */
export function isPlainXml(xml: string, { annotated = false } = {}): boolean {
  if (otherLineEnds.test(xml)) return false
  let piecesLeft = annotated ? limits.annotatedPieces : limits.pieces
  const open: string[] = []
  const names = new Set<string>()
  let namespaces = 0
  let outsideRoot = 0
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
    const match = piece.exec(xml)
    if (match === null) return false
    at = piece.lastIndex
    const [, startName, attributes = '', selfClosing, endName] = match
    if (endName !== undefined && open.pop() !== endName) return false
    if (open.length === 0 && endName === undefined) {
      if (!mayBeOutside(match, names.size === 0)) return false
      if (startName === undefined) outsideRoot += 1
      if (outsideRoot > limits.outsideRoot) return false
    }
    if (startName === undefined) continue
    names.add(startName)
    namespaces += attributes.match(declaredNamespace)?.length ?? 0
    if (selfClosing === '') open.push(startName)
    if (open.length > limits.depth || names.size > limits.names || namespaces > limits.namespaces) return false
  }
  return open.length === 0
}

/** Returns true for a piece that is permitted outside the root: a comment, an instruction, or the root itself. */
const mayBeOutside = ([piece, startName]: RegExpExecArray, rootIsToCome: boolean): boolean =>
  startName === undefined ? /^<(?:\?|!-)/.test(piece) : rootIsToCome
