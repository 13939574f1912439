/**
 * Where the attributes of a PID come from (D-111): the login itself, or an authentic source that is asked about the person
 * who logged in. Who the person is, their tax number, is always the login's to say (PP-68).
 */
import { type Failure, joinRules, rows } from '../../base/index.ts'
import { PP } from '../answers.ts'
import type { AttributeValueCode } from './judge-attributes.ts'
import { completeAttributes, type NationalAttributes } from './national-attributes.ts'
import type { NationalLogin } from './national-identity-provider.ts'

/** Why no attributes came of a login. What the source does wrong is told apart from who the person is. */
export type PersonSourceCode =
  /** The login is the source, and does not say all. */
  | 'attribute_missing'
  /** The source answers, and knows nobody of this tax number. */
  | 'person_unknown'
  | 'person_source_unreachable'
  /** It does not let us ask: a fault of the deployment. */
  | 'person_source_refused'
  /** What it says is not what a PID needs, or is about somebody else. */
  | 'person_malformed'
  | 'person_mismatch'

/** Where attributes come from, once a login is verified. */
export interface PersonSource {
  /** Never throws for what the source does. What it says is judged again, as that of any source (PP-150). */
  attributesOf(login: NationalLogin): Promise<NationalAttributes | Failure<PersonSourceCode>>
}

/** What the national identity provider said, which must then be everything. */
export const loginAttributes: PersonSource = { attributesOf: async ({ attributes }) => completeAttributes(attributes) } // PP-68

/** What each code of a source of persons means at the end of a login. */
export const PERSON_SOURCE_RULES = joinRules<PersonSourceCode | AttributeValueCode>()(
  rows(PP.personSourceBroken, { 'PP-58': ['person_source_refused'], 'PP-67': ['person_malformed', 'person_mismatch'] }),
  rows(PP.personSourceDown, { 'PP-58': ['person_source_unreachable'] }),
  rows(PP.attributesMissing, { 'PP-67': ['attribute_missing'] }),
  rows(PP.personUnknown, { 'PP-67': ['person_unknown'] }),
  rows(PP.attributesUnusable, { 'PP-150': ['birthdate_impossible', 'attribute_text_unusable'] }),
)
