/**
 * Reads names of entities in certificates, and the subtrees of name constraints (RFC 5280 §4.2.1.6, §4.2.1.10). Does
 * not use `node:`, because `mdoc` imports it on phones and in browsers.
 */
import { sameBytes } from '../base/index.ts'
import { generalNameTags } from './certificate-extensions.ts'
import { DerValue, derMembers, derTags, isConstructedContextSpecific, readDer, readDerInside } from './der.ts'

/** A name of an entity, or the name in a subtree. `other` is every kind whose contents are not read. */
export type GeneralName =
  | { readonly kind: 'dns' | 'uri' | 'email'; readonly text: string }
  /** An address of 4 or 16 octets. In a subtree, a mask of the same length follows it. The length is not checked. */
  | { readonly kind: 'address'; readonly octets: Uint8Array }
  | { readonly kind: 'directory'; readonly name: Uint8Array }
  | { readonly kind: 'other' }

/** Maximum number of names in one extension. Limits the comparisons with subtrees. */
const maximumNames = 128
/** Maximum number of permitted subtrees, and of excluded subtrees. */
const maximumSubtrees = 256

const textKinds = new Map<number, 'dns' | 'uri' | 'email'>([
  [generalNameTags.dns, 'dns'],
  [generalNameTags.uri, 'uri'],
  [generalNameTags.email, 'email'],
])

/**
 * Parses GeneralNames of 1 to 128 names. A host name may begin with a wildcard. Returns `undefined` for anything else.
 */
export const readGeneralNames = (names: DerValue | undefined): readonly GeneralName[] | undefined =>
  readEach(derMembers(names), maximumNames, (value) => {
    const name = readGeneralName(value)
    return name?.kind === 'dns' && !isHostName(name.text.replace(/^\*\./, '')) ? undefined : name
  })

/**
 * Returns true for a host name of letters, digits, hyphens and dots (RFC 5280 §4.2.1.6, RFC 1123 §2.1). The last label
 * must have a letter, so an IP address is not a host name. Refuses a dot at the end. Does not check the length.
 */
export const isHostName = (text: string): boolean =>
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*(?=[a-z\d-]*[a-z])[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(text)

function readGeneralName(value: DerValue): GeneralName | undefined {
  const { tag, tagClass, constructed, contents } = value
  if (tagClass !== 2 || tag > 8) return undefined
  const kind = textKinds.get(tag)
  if (kind !== undefined) return constructed ? undefined : readText(kind, contents)
  if (tag === generalNameTags.address) return constructed ? undefined : { kind: 'address', octets: contents }
  if (tag !== generalNameTags.directory) return { kind: 'other' }
  const name = readDerInside(value)
  return constructed && derMembers(name) ? { kind: 'directory', name: name?.encoded ?? contents } : undefined
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Reads an IA5String. Refuses spaces and unprintable characters, because another parser might read another name. */
function readText(kind: 'dns' | 'uri' | 'email', contents: Uint8Array): GeneralName | undefined {
  const text = decoder.decode(contents)
  return /^[!-~]+$/.test(text) ? { kind, text } : undefined
}

/** Subtrees of names that an authority permits or excludes (RFC 5280 §4.2.1.10). */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[]
  readonly excluded: readonly GeneralName[]
}

/**
 * Parses NameConstraints. Returns `undefined` if the extension is malformed or empty, has more than 256 permitted or
 * excluded subtrees, or has a subtree with `maximum` or with another `minimum` than 0.
 */
export function readNameConstraints(extension: Uint8Array): NameConstraints | undefined {
  const members = derMembers(readDer(extension))
  if (members === undefined || members.length === 0 || members.length > 2) return undefined
  const [permittedPart, excludedPart] = [0, 1].map((tag) =>
    members.find((member) => isConstructedContextSpecific(member, tag)),
  )
  if ([permittedPart, excludedPart].filter((part) => part !== undefined).length !== members.length) return undefined
  const permitted = permittedPart && readSubtrees(permittedPart)
  const excluded = excludedPart && readSubtrees(excludedPart)
  if ((permittedPart && !permitted) || (excludedPart && !excluded)) return undefined
  return { permitted: permitted ?? [], excluded: excluded ?? [] }
}

const readSubtrees = (part: DerValue): readonly GeneralName[] | undefined =>
  readEach(derMembers(asSequence(part)), maximumSubtrees, (subtree) => {
    const [base, ...further] = derMembers(subtree) ?? []
    return base && further.length <= 1 && further.every(isDefaultMinimum) ? readGeneralName(base) : undefined
  })

/** Encoding of `minimum` with its default, 0. DER omits it, but some authorities write it. */
const defaultMinimum = Uint8Array.of(0x80, 1, 0)

const isDefaultMinimum = ({ encoded }: DerValue): boolean => sameBytes(encoded, defaultMinimum)

/** Reads an implicitly tagged SEQUENCE as a SEQUENCE. */
export const asSequence = ({ within, start, contentsStart, end }: DerValue): DerValue =>
  new DerValue(0x30, derTags.sequence, within, start, contentsStart, end)

function readEach<T>(
  values: readonly DerValue[] | undefined,
  maximum: number,
  read: (value: DerValue) => T | undefined,
): readonly T[] | undefined {
  if (values === undefined || values.length === 0 || values.length > maximum) return undefined
  const results = values.map(read)
  return results.every((result) => result !== undefined) ? results : undefined
}
