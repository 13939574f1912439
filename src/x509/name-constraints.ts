/**
 * Checks the names of a certificate against the constraints of the authorities above it (RFC 5280 §4.2.1.10). Does not
 * use `node:`, because `mdoc` imports it on phones and in browsers.
 */
import { type Failure, fail, failed, parseUrl, sameBytes } from '../base/index.ts'
import { derMembers, derOid, derTags, isUniversal, readDer } from './der.ts'
import { type GeneralName, isHostName, type NameConstraints } from './general-names.ts'

/** Reasons why a name is not acceptable below an authority. */
export type NameConstraintCode = 'x509_name_excluded' | 'x509_name_not_permitted' | 'x509_constraint_unsupported'

/** Names of a certificate. */
interface CertifiedNames {
  /** DER Name. */
  readonly subject: Uint8Array
  /** Names in subjectAltName. */
  readonly names: readonly GeneralName[]
}

/**
 * Checks the subject and the alternative names of a certificate. Refuses a malformed constraint. Refuses a constraint
 * of an unsupported kind, such as email, if the certificate has a name of that kind. Refuses a name that cannot be
 * compared with a constraint of its kind. Reads the forms of IT-Wallet that RFC 5280 does not have (D-1054).
 */
export function checkNameConstraints(
  { subject, names }: CertifiedNames,
  constraints: NameConstraints,
  at: string,
): undefined | Failure<NameConstraintCode> {
  const permitted = constraints.permitted.map(withoutScheme)
  const excluded = constraints.excluded.map(withoutScheme).map(withoutWildcard)
  const all: readonly GeneralName[] = isEmptyName(subject) ? names : [...names, { kind: 'directory', name: subject }]
  const unsupported = [...permitted, ...excluded].find((subtree) => !isSupported(subtree, all, subject))
  if (unsupported)
    return fail('x509_constraint_unsupported', at, { found: shownName(unsupported), isShownAnywhere: true })
  for (const name of all) {
    const ofKind = (subtrees: readonly GeneralName[]) => subtrees.filter(({ kind }) => kind === name.kind)
    const [excludedSubtrees, permittedSubtrees] = [ofKind(excluded), ofKind(permitted)]
    if (excludedSubtrees.some((subtree) => overlaps(name, subtree) ?? true))
      return fail('x509_name_excluded', at, { found: shownName(name), isShownAnywhere: true })
    if (permittedSubtrees.length > 0 && !permittedSubtrees.some((subtree) => isWithin(name, subtree) ?? false))
      return fail('x509_name_not_permitted', at, {
        expected: permittedSubtrees.map(shownName),
        found: shownName(name),
        isShownAnywhere: true,
      })
  }
  return undefined
}

/** Reads a URI subtree `https://HOST` as `HOST`. Leaves any other subtree as it is. */
function withoutScheme(subtree: GeneralName): GeneralName {
  const host = subtree.kind === 'uri' ? subtree.text.replace(/^https:\/\//i, '') : ''
  return isHostName(host) ? { kind: 'uri', text: host } : subtree
}

/** Reads an excluded DNS subtree `*.DOMAIN` as `DOMAIN`, which excludes more. Leaves any other subtree as it is. */
function withoutWildcard(subtree: GeneralName): GeneralName {
  const domain = subtree.kind === 'dns' ? subtree.text.replace(/^\*\./, '') : ''
  return isHostName(domain) ? { kind: 'dns', text: domain } : subtree
}

/** Returns a name for a refusal: the text of a host or URI, otherwise the kind, because other names may be personal. */
const shownName = (name: GeneralName): string =>
  name.kind === 'dns' || name.kind === 'uri' ? name.text : `a name of the kind ${name.kind}`

/**
 * Returns true for a well-formed subtree of a supported kind. Also returns true for another kind if the certificate has
 * no name of that kind (RFC 5280 §4.2.1.10). A DNS subtree may be the text of an IP address, which contains no host
 * name.
 */
function isSupported(subtree: GeneralName, names: readonly GeneralName[], subject: Uint8Array): boolean {
  if (subtree.kind === 'address') return isNetwork(subtree.octets)
  if (subtree.kind === 'dns') return isHostName(subtree.text) || isAddress(subtree.text)
  if (subtree.kind === 'uri') return isHostName(subtree.text.replace(/^\./, ''))
  if (subtree.kind === 'directory') return comparableName(subtree.name) !== undefined
  return !names.some(({ kind }) => kind === subtree.kind) && !(subtree.kind === 'email' && hasEmail(subject))
}

/** Returns true for the text of an IPv4 or IPv6 address without a zone. */
const isAddress = (text: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) || (/^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`))

/** Attribute of a name (RFC 5280 §4.1.2.6). */
const emailOid = '1.2.840.113549.1.9.1'

/**
 * Returns true if the subject has an email address, to which email constraints apply. Also returns true for an
 * unreadable subject.
 */
const hasEmail = (subject: Uint8Array): boolean =>
  comparableName(subject)?.some((level) => level.includes(`${emailOid}=`)) ?? true

/**
 * Returns true if the name is within the subtree, or is a wildcard of a domain that contains the subtree. If the two
 * cannot be compared, returns true for a wildcard and `undefined` for any other name.
 */
function overlaps(name: GeneralName, subtree: GeneralName): boolean | undefined {
  if (name.kind === 'dns' && subtree.kind === 'dns' && name.text.startsWith('*.'))
    return isWithin(name, subtree) !== false || isHostWithin(subtree.text, name.text.slice(2)) === true
  return isWithin(name, subtree)
}

/** Returns true if the name is within the subtree. Returns `undefined` if the two cannot be compared. */
function isWithin(name: GeneralName, subtree: GeneralName): boolean | undefined {
  if (name.kind === 'dns' && subtree.kind === 'dns') return isHostWithin(name.text, subtree.text)
  if (name.kind === 'uri' && subtree.kind === 'uri') return isUriWithin(name.text, subtree.text)
  if (name.kind === 'address' && subtree.kind === 'address') return isAddressWithin(name.octets, subtree.octets)
  if (name.kind === 'directory' && subtree.kind === 'directory') return isNameWithin(name.name, subtree.name)
  return undefined
}

/**
 * Returns true if a host name is the subtree or below it. Ignores a leading `*.` of the name. Returns `undefined` for a
 * text that is not a host name.
 */
function isHostWithin(text: string, subtree: string): boolean | undefined {
  const host = text.toLowerCase().replace(/^\*\./, '')
  if (!isHostName(host)) return undefined
  return host === subtree.toLowerCase() || host.endsWith(`.${subtree.toLowerCase()}`)
}

/**
 * Compares the host of an https URL, or of an http URL of a loopback host. A subtree with a leading dot contains only
 * the hosts below it. A subtree without the dot contains only this host. Returns `undefined` for any other URI, and for
 * a URL with an IP address.
 */
function isUriWithin(text: string, subtree: string): boolean | undefined {
  const url = parseUrl(text, { loopbackHttp: true })
  if (failed(url) || !isHostName(url.hostname)) return undefined
  const domain = subtree.toLowerCase()
  return domain.startsWith('.') ? url.hostname.endsWith(domain) : url.hostname === domain
}

/**
 * Returns true for an address of 4 or 16 octets with a mask of the same length. In the mask, all one bits precede all
 * zero bits.
 */
function isNetwork(octets: Uint8Array): boolean {
  const half = octets.length / 2
  if (half !== 4 && half !== 16) return false
  const mask = [...octets.subarray(half)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return /^1*0*$/.test(mask)
}

function isAddressWithin(address: Uint8Array, network: Uint8Array): boolean | undefined {
  if (address.length !== 4 && address.length !== 16) return undefined
  const size = network.length / 2
  if (address.length !== size) return false
  return address.every((byte, index) => {
    const mask = network[size + index] ?? 0
    return (byte & mask) === ((network[index] ?? 0) & mask)
  })
}

/**
 * Returns true if the relative names of the subtree are the first ones of the name. Returns `undefined` for a malformed
 * name.
 */
function isNameWithin(name: Uint8Array, subtree: Uint8Array): boolean | undefined {
  const [levels, prefix] = [comparableName(name), comparableName(subtree)]
  if (levels === undefined || prefix === undefined) return undefined
  return prefix.length <= levels.length && prefix.every((level, index) => level === levels[index])
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** String types whose text is compared: UTF8String, PrintableString, IA5String. */
const comparedStrings: readonly number[] = [derTags.utf8String, derTags.printableString, derTags.ia5String]

/**
 * Returns each relative name as text, normalised for comparison without regard to case, repeated spaces and string type
 * (RFC 5280 §7.1). Returns `undefined` if the name is malformed or has a value of a type that is not compared.
 */
function comparableName(name: Uint8Array): readonly string[] | undefined {
  const levels = derMembers(readDer(name))?.map((level) => {
    const attributes = derMembers(level, derTags.set)?.map((attribute) => {
      const [type, value] = derMembers(attribute) ?? []
      const oid = derOid(type)
      if (oid === undefined || value === undefined || !comparedStrings.some((tag) => isUniversal(value, tag)))
        return undefined
      const text = decoder.decode(value.contents).normalize('NFKC').toLowerCase()
      return `${oid}=${text.trim().replace(/\s+/g, ' ')}`
    })
    return attributes?.every((attribute) => attribute !== undefined) ? attributes.sort().join('\u0000') : undefined
  })
  return levels?.every((level) => level !== undefined) ? levels : undefined
}

/** Returns true for a Name without attributes: an empty SEQUENCE. */
export const isEmptyName = (name: Uint8Array): boolean => sameBytes(name, Uint8Array.of(0x30, 0))
