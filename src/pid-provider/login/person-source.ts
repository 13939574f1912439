/**
 * Port to the source of the PID's attributes (D-111): the login itself, or an authentic source, which gets a request
 * about the person who logged in. The login always determines the person, by their tax number (PP-68).
 */
import { type Failure, joinRules, rows } from '../../base/index.ts'
import { PP } from '../answers.ts'
import type { AttributeValueCode } from './judge-attributes.ts'
import { type NationalAttributes, nationalAttributeNames, requireAllAttributes } from './national-attributes.ts'
import type { NationalLogin } from './national-identity-provider.ts'

/** Reasons why a source gives no attributes. Faults of the source and facts about the person have different codes. */
export type PersonSourceCode =
  /** The login is the source and lacks an attribute, or a mandatory claim of the credential type has no value. */
  | 'attribute_missing'
  /** The source has no person with this tax number. */
  | 'person_unknown'
  | 'person_source_unreachable'
  /** The source rejects this provider's requests: the deployment is misconfigured. */
  | 'person_source_refused'
  /** The answer is malformed, or lacks an attribute that a PID needs. */
  | 'person_malformed'
  /** The answer concerns another person. */
  | 'person_mismatch'

/** Source of the attributes after a verified login. */
export interface PersonSource {
  /**
   * Names of all attributes that the source can return. A provider does not start if a mandatory claim of its
   * credential type is made from an attribute that is not listed. Absent if the source can have any attribute.
   */
  readonly attributeNames?: readonly string[]
  /**
   * Returns the attributes of the person. Returns a failure for a fault of the source. The caller checks the
   * plausibility of the attributes (PP-150).
   */
  attributesOf(login: NationalLogin): Promise<NationalAttributes | Failure<PersonSourceCode>>
}

/** Takes all attributes from the login, and refuses a login that lacks one. */
export const loginAttributes: PersonSource = {
  attributeNames: nationalAttributeNames,
  attributesOf: async ({ attributes }) => requireAllAttributes(attributes),
} // PP-68

/** Rule table of a person source at the end of a login. */
export const PERSON_SOURCE_RULES = joinRules<PersonSourceCode | AttributeValueCode>()(
  rows(PP.personSourceBroken, { 'PP-58': ['person_source_refused'], 'PP-67': ['person_malformed', 'person_mismatch'] }),
  rows(PP.personSourceDown, { 'PP-58': ['person_source_unreachable'] }),
  rows(PP.attributesMissing, { 'PP-67': ['attribute_missing'] }),
  rows(PP.personUnknown, { 'PP-67': ['person_unknown'] }),
  rows(PP.attributesUnusable, { 'PP-150': ['birthdate_impossible', 'attribute_text_unusable'] }),
)
