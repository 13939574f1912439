/**
 * An XML element of a SAML document as plain data. The adapter parses the XML and creates these elements for the
 * checks. A name has the prefix of its namespace in `samlPrefixes` (`saml:Assertion`), whatever prefix the document
 * has.
 */
import { z } from 'zod'
import type { NumericDate } from '../../../base/index.ts'

/** An element of a SAML document with its attributes, text and children. */
export interface SamlElement {
  /** `samlp:Response`, or `{namespace}name` for an unknown namespace. */
  readonly name: string
  /** Attributes without a namespace. */
  readonly attributes: ReadonlyMap<string, string>
  /** Text of the element without its children, not trimmed. */
  readonly text: string
  readonly children: readonly SamlElement[]
}

/** Prefixes of the namespaces in SAML documents. */
export const samlPrefixes: Readonly<Record<string, string>> = {
  'urn:oasis:names:tc:SAML:2.0:protocol': 'samlp',
  'urn:oasis:names:tc:SAML:2.0:assertion': 'saml',
  'urn:oasis:names:tc:SAML:2.0:metadata': 'md',
  'http://www.w3.org/2000/09/xmldsig#': 'ds',
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'ec',
}

/** Format of an Issuer that is an entity identifier (SAML 2.0 Core §8.3.6). */
export const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'
/** Format of a NameID that changes with each login (SAML 2.0 Core §8.3.8). */
export const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** Returns the children with this name in document order, none if there is no parent. */
export const childrenOf = (parent: SamlElement | undefined, name: string): readonly SamlElement[] =>
  parent?.children.filter((child) => child.name === name) ?? []

/**
 * Returns the first child with this name, or `undefined` if there is none. Does not check that it is the only child
 * with this name. `findRepeated` checks that for a whole answer.
 */
export const childOf = (parent: SamlElement | undefined, name: string): SamlElement | undefined =>
  parent?.children.find((child) => child.name === name)

/** Returns the text of an element without surrounding white space, empty if there is no element. */
export const textOf = (element: SamlElement | undefined): string => element?.text.trim() ?? ''

/** Returns the value of an attribute, empty if it is absent. */
export const attributeOf = (element: SamlElement | undefined, name: string): string =>
  element?.attributes.get(name) ?? ''

/** Yields the element and all its descendants in document order. */
export function* elementsIn(element: SamlElement): Generator<SamlElement> {
  yield element
  for (const child of element.children) yield* elementsIn(child)
}

/** SAML elements that may be repeated in one parent (SAML 2.0 core §2.7.3, §2.7.2.2). Others are refused. */
const repeatable = new Set(['saml:Attribute', 'saml:AttributeValue', 'saml:AuthenticatingAuthority'])

/**
 * Local names that a signature contains at most once (XML Signature §4, SAML 2.0 core §5.4.2). If one is repeated,
 * xml-crypto uses the first such element anywhere in the signature, in any namespace. Other software may use the
 * element in the regular place.
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

const firstRepeated = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) < index)

const repeatedIn = (element: SamlElement): string | undefined =>
  element.name === 'ds:Signature'
    ? firstRepeated([...elementsIn(element)].map(localNameOf).filter((name) => onceInSignature.has(name)))
    : firstRepeated(
        element.children.map(({ name }) => name).filter((name) => /^samlp?:/.test(name) && !repeatable.has(name)),
      )

/** Returns the name of the first SAML or signature element that is repeated although it must be single, if any. */
export function findRepeated(root: SamlElement): string | undefined {
  for (const element of elementsIn(root)) {
    const repeated = repeatedIn(element)
    if (repeated !== undefined) return repeated
  }
  return undefined
}

/** `xs:dateTime` in UTC with `Z`, with or without a fraction (SAML 2.0 core §1.3.3). */
const instant = z.iso.datetime()

/** Parses an instant into whole seconds, rounded down. Returns `undefined` for any other text. */
export const readInstant = (text: string): NumericDate | undefined =>
  instant.safeParse(text).success ? Math.floor(Date.parse(text) / 1000) : undefined

/** Parses an instant in an attribute. Returns `undefined` if it is absent, and `malformed` if it is not an instant. */
export const readOptionalInstant = (
  element: SamlElement | undefined,
  name: string,
): NumericDate | 'malformed' | undefined =>
  element?.attributes.has(name) ? (readInstant(attributeOf(element, name)) ?? 'malformed') : undefined
