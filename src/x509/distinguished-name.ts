/**
 * Writes the names of certificates from their text (RFC 4514), in the order of the text.
 */
import { encodeUtf8 } from '../base/index.ts'
import { derTags } from './der.ts'
import { writeDer, writeOid, writeSequence } from './der-write.ts'

const oids: Readonly<Record<string, string>> = {
  CN: '2.5.4.3',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  O: '2.5.4.10',
  OU: '2.5.4.11',
}

/** One attribute and what follows it; a character behind a backslash is meant as it stands. */
const attributePattern = /\s*(?<type>[A-Za-z]+|\d+(?:\.\d+)+)=(?<value>(?:\\.|[^\\,])*)(?:,|$)/gsuy

/** `CN=Droid CA2, O=Google LLC`, one attribute for each relative name. Throws for a text that is no such name. */
export function writeName(text: string): Uint8Array {
  const relatives: Uint8Array[] = []
  let end = 0
  for (const match of text.matchAll(attributePattern)) {
    const { type = '', value = '' } = match.groups ?? {}
    const oid = /^\d/.test(type) ? type : oids[type]
    if (oid === undefined) throw new TypeError(`a name has no ${type}`)
    relatives.push(writeDer(derTags.set, writeSequence(writeOid(oid), writeText(value.replace(/\\(.)/gsu, '$1')))))
    end = match.index + match[0].length
  }
  if (end < text.length) throw new TypeError(`no name of a certificate: ${text}`)
  return writeSequence(...relatives)
}

/** PrintableString where it can be one. */
function writeText(text: string): Uint8Array {
  const [utf8String, printableString] = [12, 19]
  const isPrintable = /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)
  return writeDer(isPrintable ? printableString : utf8String, encodeUtf8(text))
}
