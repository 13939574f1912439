/**
 * The attributes of the national SAML profile, renamed to the claims of the OpenID Connect profile, so that both
 * channels have the same result.
 */
import { type Failure, fail, type JsonObject } from '../../../base/index.ts'
import { fiscalNumberClaim } from '../national-attributes.ts'
import type { SamlAttributeCode } from './saml-codes.ts'
import { attributeOf, childOf, childrenOf, type SamlElement, textOf } from './saml-element.ts'

/**
 * Reads the AttributeStatement into claims. Returns no claims for an Assertion without an AttributeStatement. Does not
 * check the shapes of the claims: `parseLoginAttributes` does, for both channels. Does not check that they suffice for
 * a PID: the person source does.
 */
export function readSamlAttributes(assertion: SamlElement): JsonObject | Failure<SamlAttributeCode> {
  const statement = childOf(assertion, 'saml:AttributeStatement')
  const attributes = childrenOf(statement, 'saml:Attribute')
  const names = attributes.map((attribute) => attributeOf(attribute, 'Name'))
  const valuesOf = (attribute: SamlElement) => childrenOf(attribute, 'saml:AttributeValue')
  if (statement && attributes.length === 0) return fail('attribute_statement_empty', 'AttributeStatement') // PP-64
  if (attributes.some((attribute) => valuesOf(attribute).length === 0 || valuesOf(attribute).some(isBlank)))
    return fail('attribute_empty', 'AttributeStatement.Attribute') // PP-64
  if (names.some((name) => name.trim() === '')) return fail('attribute_empty', 'AttributeStatement.Attribute.Name') // PP-64
  if (new Set(names).size < names.length) return fail('attribute_repeated', 'AttributeStatement.Attribute.Name')
  if (attributes.some((attribute) => valuesOf(attribute).length > 1))
    return fail('attribute_repeated', 'AttributeStatement.Attribute.AttributeValue')
  return claimsOf(new Map(attributes.map((attribute, index) => [names[index] ?? '', textOf(valuesOf(attribute)[0])])))
}

const isBlank = (value: SamlElement): boolean => textOf(value) === ''

/** Returns the day of an `xs:date` without its time zone (XML Schema part 2 §3.2.9). */
const dayOf = (date: string | undefined): string | undefined => date?.replace(/(?:Z|[+-]\d\d:\d\d)$/, '')

function claimsOf(values: ReadonlyMap<string, string>): JsonObject {
  const [locality, region] = [values.get('placeOfBirth'), values.get('countyOfBirth')]
  const claims = {
    given_name: values.get('name'),
    family_name: values.get('familyName'),
    birthdate: dayOf(values.get('dateOfBirth')),
    place_of_birth: locality && { locality, ...(region === undefined ? {} : { region }) },
    [fiscalNumberClaim]: values.get('fiscalNumber'), // PP-68
  }
  return Object.fromEntries(
    Object.entries(claims).filter(
      (entry): entry is [string, Exclude<(typeof entry)[1], undefined>] => entry[1] !== undefined,
    ),
  )
}
