/**
 * An XML element of a SAML document as plain data: what the adapter, which owns the XML library, hands to the rules.
 * Names carry the usual prefix of their namespace (`saml:Assertion`), whatever prefix the document used.
 */
import { z } from 'zod'
import type { NumericDate } from '../../../base/index.ts'

/** An element of a SAML document with its attributes, text and children. */
export interface SamlElement {
  /** `samlp:Response`; `{namespace}name` where the namespace is none of ours. */
  readonly name: string
  /** Those without a namespace. */
  readonly attributes: ReadonlyMap<string, string>
  /** Its own text, not that of its children, with nothing trimmed. */
  readonly text: string
  readonly children: readonly SamlElement[]
}

/** The namespaces that SAML documents use, and how names in them begin here. */
export const samlNamespaces: Readonly<Record<string, string>> = {
  'urn:oasis:names:tc:SAML:2.0:protocol': 'samlp',
  'urn:oasis:names:tc:SAML:2.0:assertion': 'saml',
  'urn:oasis:names:tc:SAML:2.0:metadata': 'md',
  'http://www.w3.org/2000/09/xmldsig#': 'ds',
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'ec',
}

/** Format of an Issuer that is an entity identifier (SAML 2.0 Core §8.3.6). */
export const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'
/** Format of a NameID that is new with each login (SAML 2.0 Core §8.3.8). */
export const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** The children of that name, in their order; none of an element that is not there. */
export const childrenOf = (parent: SamlElement | undefined, name: string): readonly SamlElement[] =>
  parent?.children.filter((child) => child.name === name) ?? []

/** The first child of that name. That there is no second one is `findRepeated`'s to say. */
export const childOf = (parent: SamlElement | undefined, name: string): SamlElement | undefined =>
  parent?.children.find((child) => child.name === name)

/** The text of a child, trimmed as its types ask (`xs:anyURI`); empty when there is no such child. */
export const textOf = (element: SamlElement | undefined): string => element?.text.trim() ?? ''

/** An attribute's value; empty when it is absent. */
export const attributeOf = (element: SamlElement | undefined, name: string): string =>
  element?.attributes.get(name) ?? ''

/** The element and everything in it, in the order of the document. */
export function* elementsIn(element: SamlElement): Generator<SamlElement> {
  yield element
  for (const child of element.children) yield* elementsIn(child)
}

/** These may stand beside others of their name (SAML 2.0 core §2.7.3, §2.7.2.2). */
const listed = new Set(['saml:Attribute', 'saml:AttributeValue', 'saml:AuthenticatingAuthority'])

/**
 * What a signature has once (XML Signature §4), by local name: the library takes the first that it finds anywhere below
 * it, in whatever namespace, and another reader the one in its place.
 */
const onceInSignature = new Set([
  'SignedInfo',
  'CanonicalizationMethod',
  'SignatureMethod',
  'Reference',
  'Transforms',
  'DigestMethod',
  'DigestValue',
  'SignatureValue',
  'KeyInfo',
])

const localNameOf = ({ name }: SamlElement): string =>
  name.slice(name.lastIndexOf(name.startsWith('{') ? '}' : ':') + 1)

const twiceIn = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) < index)

const repeatedIn = (element: SamlElement): string | undefined =>
  element.name === 'ds:Signature'
    ? twiceIn([...elementsIn(element)].map(localNameOf).filter((name) => onceInSignature.has(name)))
    : twiceIn(element.children.map(({ name }) => name).filter((name) => /^samlp?:/.test(name) && !listed.has(name)))

/** The name of an element of SAML, or of a signature, that stands twice although it belongs there once. */
export function findRepeated(root: SamlElement): string | undefined {
  for (const element of elementsIn(root)) {
    const repeated = repeatedIn(element)
    if (repeated !== undefined) return repeated
  }
  return undefined
}

/** `xs:dateTime` in UTC, with `Z`, with or without a fraction (SAML 2.0 core §1.3.3). */
const instant = z.iso.datetime()

/** An instant in seconds, a fraction cut off; `undefined` for anything else, the empty text among it. */
export const readInstant = (text: string): NumericDate | undefined =>
  instant.safeParse(text).success ? Math.floor(Date.parse(text) / 1000) : undefined

/** An attribute that may be left out, and holds an instant where it is there. */
export const readOptionalInstant = (
  element: SamlElement | undefined,
  name: string,
): NumericDate | 'malformed' | undefined =>
  element?.attributes.has(name) ? (readInstant(attributeOf(element, name)) ?? 'malformed') : undefined
