/**
 * XML of the SAML channel: strict parsing, and escaping of written text. Uses the parser of the signature library, so
 * that this code reads the same document as the library verifies. Refuses XML features that SAML does not need.
 */
import { getVerifiedXml, parseDomFromString, parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js'
import { decodeLenientBase64, type Failure, fail, failed } from '../base/index.ts'
import { type RelayStateCode, type SamlElement, type SamlFormCode, samlPrefixes } from '../pid-provider/index.ts'
import { isPlainXml } from './saml-xml-shape.ts'

type SamlXmlCode = Exclude<SamlFormCode, RelayStateCode | 'saml_response_missing'>

export interface SamlDocument {
  /** The parsed text, without a byte order mark. */
  readonly xml: string
  /** Only for the signature library. */
  readonly node: Element
  readonly root: SamlElement
}

/** Maximum length of a document in characters. */
const maximumLength = 262_144

/** Decodes a message of the HTTP POST binding: base64 of UTF-8. */
export function decodeSamlMessage(message: string): string | Failure<SamlXmlCode> {
  const bytes = message.length > maximumLength * 2 ? undefined : decodeLenientBase64(message)
  if (bytes === undefined) return fail('saml_response_malformed', 'SAMLResponse')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return fail('saml_response_malformed', 'SAMLResponse')
  }
}

/**
 * Parses a document into plain elements. Refuses a DTD (entities, external files), comments (they split texts), and
 * processing instructions except the XML declaration. Refuses a text that one of the library's two parsers refuses.
 * Refuses excessive size or depth. With `annotated`, accepts comments anywhere and instructions outside the root
 * element. `annotated` is for metadata from a trusted source, and must not be set for an answer.
 */
export async function parseSamlXml(
  text: string,
  { annotated = false } = {},
): Promise<SamlDocument | Failure<SamlXmlCode>> {
  const xml = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  if (xml.length > maximumLength) return fail('saml_response_malformed', 'xml')
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return fail('xml_dtd_forbidden', 'xml')
  if (!annotated && xml.includes('<!--')) return fail('xml_comment_forbidden', 'xml')
  if (!annotated && xml.replace(/^<\?xml\s[^?]*\?>/, '').includes('<?')) return fail('xml_instruction_forbidden', 'xml')
  if (!isPlainXml(xml, { annotated })) return fail('saml_response_malformed', 'xml')
  try {
    await parseXml2JsFromString(xml) // refuses faults that the other parser repairs
    const { documentElement: node } = await parseDomFromString(xml)
    return { xml, node, root: toElement(node) }
  } catch {
    return fail('saml_response_malformed', 'xml')
  }
}

const textNodes = new Set([3, 4])
const instruction = 7

function toElement(node: Element): SamlElement {
  const nodes = Array.from(node.childNodes)
  if (nodes.some(({ nodeType }) => nodeType === instruction)) throw new RangeError('an instruction in an element')
  const attributes = Array.from(node.attributes).filter(({ namespaceURI }) => !namespaceURI)
  return {
    name: nameOf(node),
    attributes: new Map(attributes.map(({ name, value }) => [name, value])),
    text: nodes
      .filter(({ nodeType }) => textNodes.has(nodeType))
      .map(({ nodeValue }) => nodeValue ?? '')
      .join(''),
    children: nodes.filter(isElement).map((child) => toElement(child)),
  }
}

const isElement = (node: Node): node is Element => node.nodeType === 1

function nameOf({ namespaceURI, localName }: Element): string {
  const namespace = namespaceURI ?? ''
  const prefix = Object.hasOwn(samlPrefixes, namespace) ? samlPrefixes[namespace] : undefined
  return prefix === undefined ? `{${namespace}}${localName}` : `${prefix}:${localName}`
}

/**
 * Verifies the signature that is a child of `node` and refers to `node`, with the keys of these certificates. Returns
 * the element parsed again from the signed bytes. Returns `undefined` if the signature is invalid, or if `parseSamlXml`
 * refuses the signed bytes.
 */
export async function readSignedElement(
  { xml }: SamlDocument,
  node: Element,
  certificates: readonly string[],
): Promise<SamlElement | undefined> {
  try {
    const signed = getVerifiedXml(xml, node, [...certificates])
    const document = signed === null ? undefined : await parseSamlXml(signed)
    return document === undefined || failed(document) ? undefined : document.root
  } catch {
    return undefined
  }
}

/** Returns the node of the first child element with this prefixed name (`samlPrefixes`), for `readSignedElement`. */
export const childNode = (parent: Element, name: string): Element | undefined =>
  Array.from(parent.childNodes)
    .filter(isElement)
    .find((node) => nameOf(node) === name)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text and attribute values, for both kinds of quotes. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '')
