/**
 * Reads fields of an unverified certificate (RFC 5280 §4.1). Accepts all string types and algorithms.
 * `parseCertificate` calls this parser for certificates that `usual-certificate.ts` does not read.
 */
import { type DerValue, derMembers, derOctets, derOid, derTags, isUniversal, readDer } from './der.ts'

/** One attribute of a distinguished name (RFC 5280 §4.1.2.4). Does not contain the string type. */
export interface NameAttribute {
  readonly oid: string
  /** The contents, read as UTF-8 whatever the string type. The text of a BMPString contains NULs. */
  readonly text: string
}

/** One extension (RFC 5280 §4.2). Does not contain the `critical` flag. */
export interface CertificateExtension {
  readonly oid: string
  /** The contents of extnValue. */
  readonly value: Uint8Array
}

/** Fields of an unverified certificate. */
export interface CertificateFields {
  /**
   * Lower-case hexadecimal without leading zeros. A negative number begins with a minus sign (D-394). Stores and
   * revocation lists compare this text.
   */
  readonly serial: string
  readonly subject: readonly NameAttribute[]
  readonly issuer: readonly NameAttribute[]
  readonly extensions: readonly CertificateExtension[]
  /** DER SubjectPublicKeyInfo. */
  readonly spki: Uint8Array
}

/**
 * Reads the fields of `CertificateFields`. Returns `undefined` if one is malformed. Skips all other fields. Does not
 * check the public key, except that it is a SEQUENCE. Keeps repeated extensions.
 */
export function readCertificateFields(der: Uint8Array): CertificateFields | undefined {
  const [body] = derMembers(readDer(der)) ?? []
  const members = derMembers(body)
  if (members === undefined) return undefined
  const [serial, , issuerName, , subjectName, spki] = members.filter(({ tagClass }) => tagClass === 0)
  const issuer = readName(issuerName)
  const subject = readName(subjectName)
  const extensions = readExtensions(members.find(({ tagClass, tag }) => tagClass === 2 && tag === 3))
  if (!issuer || !subject || !extensions || spki?.tag !== derTags.sequence) return undefined
  if (!isUniversal(serial, derTags.integer)) return undefined
  return { serial: readSerial(serial), issuer, subject, extensions, spki: spki.encoded }
}

/**
 * Returns the serial number in the form of `CertificateFields.serial`. Authorities must not assign negative numbers
 * (RFC 5280 §4.1.2.2). The minus sign keeps a negative number different from a positive one.
 */
export function readSerial({ contents }: DerValue): string {
  const text = Buffer.from(contents).toString('hex')
  if ((contents[0] ?? 0) < 0x80) return text.replace(/^0+(?=.)/, '')
  return `-${((1n << BigInt(8 * contents.length)) - BigInt(`0x${text}`)).toString(16)}`
}

function readName(name: DerValue | undefined): readonly NameAttribute[] | undefined {
  const attributes: NameAttribute[] = []
  // A malformed list becomes one `undefined` member, for which this function returns `undefined`.
  for (const relativeName of derMembers(name) ?? [undefined]) {
    for (const attribute of derMembers(relativeName, derTags.set) ?? [undefined]) {
      const [type, text] = derMembers(attribute) ?? []
      const oid = derOid(type)
      if (oid === undefined || text === undefined) return undefined
      attributes.push({ oid, text: Buffer.from(text.contents).toString('utf8') })
    }
  }
  return attributes
}

function readExtensions(field: DerValue | undefined): readonly CertificateExtension[] | undefined {
  if (field === undefined) return []
  const list = derMembers(readDer(field.contents))
  const extensions = list?.map((extension): CertificateExtension | undefined => {
    const members = derMembers(extension) ?? []
    const oid = derOid(members[0])
    const value = derOctets(members.at(-1))
    return oid !== undefined && value !== undefined ? { oid, value } : undefined
  })
  return extensions?.every((extension) => extension !== undefined) ? extensions : undefined
}
