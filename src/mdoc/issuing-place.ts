/**
 * Compares the country and the jurisdiction in a mobile driving licence with the certificates of its issuer (ISO
 * 18013-5).
 */
import { type Failure, fail } from '../base/index.ts'
import { derMembers, derOid, derTags, readDer } from '../x509/der.ts'
import type { ParsedMdoc } from './issuer-signed.ts'

/** Reasons to refuse the place of issuance in an mdoc. */
export type IssuingPlaceCode = 'issuing_country_mismatch' | 'issuing_jurisdiction_mismatch'

/** The elements, each with the attribute of each subject that it must equal: countryName, stateOrProvinceName. */
const places = [
  { element: 'issuing_country', attribute: '2.5.4.6', code: 'issuing_country_mismatch' },
  { element: 'issuing_jurisdiction', attribute: '2.5.4.8', code: 'issuing_jurisdiction_mismatch' },
] as const

const licenceNamespace = 'org.iso.18013.5.1'

/**
 * Checks that `issuing_country` and `issuing_jurisdiction` of the namespace `org.iso.18013.5.1` equal the country and
 * the state in the subject of every certificate, without regard to case. Skips an element that is absent or not
 * understood, and an attribute that a subject lacks. `subjects` are DER Names.
 */
export function checkIssuingPlace(
  { items }: Pick<ParsedMdoc, 'items'>,
  subjects: readonly Uint8Array[],
  at: string,
): undefined | Failure<IssuingPlaceCode> {
  for (const { element, attribute, code } of places) {
    const item = items.find(({ namespace, name }) => namespace === licenceNamespace && name === element)
    if (item?.value === undefined) continue
    const { value } = item
    const stated = subjects.map((subject) => attributesOf(subject, attribute)).filter(({ length }) => length > 0)
    const isEqual = stated.every((values) => typeof value === 'string' && values.includes(value.toLowerCase()))
    if (!isEqual) return fail(code, `${at}.nameSpaces.${licenceNamespace}.${element}`)
  }
  return undefined
}

const decoder = new TextDecoder()

/** Returns the values of an attribute of a name in lower case. Reads each string type as UTF-8. */
const attributesOf = (name: Uint8Array, oid: string): readonly string[] =>
  (derMembers(readDer(name)) ?? [])
    .flatMap((level) => derMembers(level, derTags.set) ?? [])
    .flatMap((attribute) => {
      const [type, value] = derMembers(attribute) ?? []
      return derOid(type) === oid && value !== undefined ? [decoder.decode(value.contents).toLowerCase()] : []
    })
