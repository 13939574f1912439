/**
 * Writes a distinguished name (RFC 5280 §4.1.2.4) from its text (RFC 4514), with one attribute in each relative name.
 */
import { encodeUtf8 } from '../base/index.ts'
import { nameOids } from './certificate.ts'
import { derMembers, derTags, readDer } from './der.ts'
import { writeDer, writeOid, writeSequence } from './der-write.ts'

const attributeTypes: ReadonlyMap<string, string> = new Map([
  ['CN', '2.5.4.3'],
  ['C', '2.5.4.6'],
  ['L', '2.5.4.7'],
  ['ST', '2.5.4.8'],
  ['O', '2.5.4.10'],
  ['OU', '2.5.4.11'],
])

/** Matches a type and a value. A backslash escapes special characters of the value (RFC 4514 §2.4). */
const attribute = /\s*([A-Za-z]+|\d+(?:\.\d+)+)=((?:[^\\,+]|\\.)*)(?:,|$)/sy

/**
 * Writes the relative names in the order of the text, not in the reverse order of RFC 4514. Returns a DER Name
 * unchanged. Does not decode hexadecimal escapes such as `\2C`. Throws a TypeError for a malformed text, an unknown
 * type, or several attributes in one relative name.
 */
export function writeName(text: string | Uint8Array): Uint8Array {
  if (typeof text !== 'string') return text
  const levels: Uint8Array[] = []
  for (attribute.lastIndex = 0; attribute.lastIndex < text.length; ) {
    const [, type = '', value = ''] = attribute.exec(text) ?? []
    const oid = type.includes('.') ? type : attributeTypes.get(type)
    if (oid === undefined) throw new TypeError('the distinguished name cannot be read')
    levels.push(writeDer(derTags.set, writeSequence(writeOid(oid), writeText(oid, value.replace(/\\(.)/gs, '$1')))))
  }
  return writeSequence(...levels)
}

/** Returns the text of a name, for `writeName`. Escapes special characters (RFC 4514 §2.4). */
export const nameText = (attributes: readonly (readonly [type: string, value: string])[]): string =>
  attributes.map(([type, value]) => `${type}=${value.replace(/[\\,+"<>;=#]/g, '\\$&')}`).join(', ')

/** Attributes whose syntax has one string type (RFC 5280 Appendix A.1; `URI` of X.520). */
const stringTypes: ReadonlyMap<string, number> = new Map([
  [nameOids.email, derTags.ia5String],
  ['2.5.4.83', derTags.utf8String], // uri
])

/**
 * Writes the string type in `stringTypes`. For any other attribute, writes a PrintableString if the text allows it,
 * because some attributes require this type, and a UTF8String for any other text. Another choice would make new names
 * differ from the same names in existing certificates.
 */
function writeText(oid: string, text: string): Uint8Array {
  const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text) ? derTags.printableString : derTags.utf8String
  return writeDer(stringTypes.get(oid) ?? printable, encodeUtf8(text))
}

/** Appends an organizational unit to a DER Name. Throws a TypeError if `name` is not a DER SEQUENCE. */
export function withUnit(name: Uint8Array, unit: string): Uint8Array {
  const levels = derMembers(readDer(name))
  if (levels === undefined) throw new TypeError('the distinguished name cannot be read')
  const unitLevels = derMembers(readDer(writeName(nameText([['OU', unit]])))) ?? []
  return writeSequence(...[...levels, ...unitLevels].map(({ encoded }) => encoded))
}
