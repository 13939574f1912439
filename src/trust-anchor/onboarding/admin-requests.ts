/** Schemas of the administration's request bodies, with members in snake_case. They check only the shape. */
import { z } from 'zod'
import { type Decision, isJsonObject, type JsonObject } from '../../base/index.ts'
import { federationKey, type Metadata } from '../../federation/index.ts'
import type { AnswerWithHeaders } from '../../http/index.ts'
import { type Administered, parseRequest } from '../../member/index.ts'
import { certifiedOrganization } from '../certificates/certificate-settings.ts'
import { certificateRevocationReasons, certificateStates } from '../certificates/issued-certificates.ts'
import { ADMINISTRATION_RULES } from './administrator-rules.ts'

/** A verified administrator, with the decision about the request. */
export type Operator = Administered<AnswerWithHeaders>

const json = z.custom<JsonObject>(isJsonObject)
const reason = z.string().max(500).optional()
const jwks = z.strictObject({ keys: z.array(federationKey).min(1) })
const names = z.array(z.string().min(1)).min(1)
const { shape: organization } = certifiedOrganization
const certificateSubject = z
  .strictObject({
    organization_name: organization.organizationName,
    country: organization.country,
    state_or_province: organization.stateOrProvince,
    locality: organization.locality,
    email_address: organization.emailAddress,
    organization_identifier: organization.organizationIdentifier,
  })
  .transform((subject) =>
    certifiedOrganization.parse({
      organizationName: subject.organization_name,
      country: subject.country,
      ...(subject.state_or_province && { stateOrProvince: subject.state_or_province }),
      ...(subject.locality && { locality: subject.locality }),
      ...(subject.email_address && { emailAddress: subject.email_address }),
      ...(subject.organization_identifier && { organizationIdentifier: subject.organization_identifier }),
    }),
  )

export const onboardRequest = z.strictObject({
  entity_id: z.string(),
  /** Federation keys of the entity. Defaults to those in its Entity Configuration. */
  jwks: jwks.optional(),
  /** Defaults to the types in its metadata, except `federation_entity` if there is another type. */
  entity_types: names.optional(),
  intermediate: z.boolean().default(false),
  metadata: z.custom<Metadata>(isJsonObject).optional(),
  metadata_policy: json.optional(),
  /** Constraints of the statement. An intermediate needs permitted names and entity types. */
  constraints: json.optional(),
  /** Credential types that the entity, or an issuer below it, may issue. */
  credential_types: names.optional(),
  /** Organization in the entity's certificates. Defaults to the organization in its metadata. */
  certificate_subject: certificateSubject.optional(),
  /** True to put announced keys of the entity into its statement without the operator's approval. */
  accepts_announced_keys: z.boolean().optional(),
  /** True to evaluate and show the entity without adding it. */
  dry_run: z.boolean().default(false),
  reason,
})

/** Request that changes a subordinate. `null` removes a member. */
export const changeRequest = z.strictObject({
  entity_id: z.string(),
  status: z.enum(['active', 'suspended']).optional(),
  entity_types: names.optional(),
  metadata: z.custom<Metadata>(isJsonObject).nullable().optional(),
  metadata_policy: json.nullable().optional(),
  constraints: json.nullable().optional(),
  credential_types: names.nullable().optional(),
  certificate_subject: certificateSubject.nullable().optional(),
  accepts_announced_keys: z.boolean().optional(),
  /** True to replace the recorded keys with those in the Entity Configuration. A recorded key must have signed it. */
  refresh_keys: z.boolean().default(false),
  /** Revision on which the change is based. The change is refused if it is not the current revision. */
  revision: z.int().optional(),
  reason,
})

export const removalRequest = z.strictObject({ entity_id: z.string(), reason })

/** Request that grants or revokes a trust mark. */
export const grantRequest = z.strictObject({ trust_mark_type: z.string(), sub: z.string(), reason })

/** Request that withdraws a key of a member immediately. */
export const withdrawalRequest = z.strictObject({ entity_id: z.string(), kid: z.string(), reason })

/** Request that decides about announced keys. `issued_at` identifies the announcement that the operator has seen. */
export const announcementRequest = z.strictObject({
  entity_id: z.string(),
  issued_at: z.number(),
  decision: z.enum(['approve', 'refuse']),
  reason,
})

/** Query of the list of certificates. Ignores other parameters. */
export const certificateQuery = z.object({
  entity_id: z.string().optional(),
  serial: z.string().toLowerCase().optional(),
  state: z.enum(certificateStates).optional(),
})

/** Maximum and default of `limit`. */
const maximumPage = 1000

const limit = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(maximumPage))
  .default(maximumPage)

/** Query for one subordinate, or for a page of all. */
export const subordinateQuery = z.object({
  entity_id: z.string().optional(),
  /** Identifier of the last subordinate of the previous page. */
  after: z.string().optional(),
  limit,
})

/** Query for a page of the grants of trust marks. */
export const grantQuery = z.object({
  trust_mark_type: z.string().optional(),
  /** Holder of the last grant of the previous page. */
  after: z.string().optional(),
  /** Type of the last grant of the previous page. */
  after_type: z.string().default(''),
  limit,
})

/**
 * Request that revokes the certificate with a serial number, or all certificates of an entity. Needs exactly one of
 * `serial` and `entity_id`.
 */
export const certificateRevocationRequest = z
  .strictObject({
    serial: z.string().toLowerCase().optional(),
    entity_id: z.string().optional(),
    code: z.enum(certificateRevocationReasons).default('unspecified'),
    reason,
  })
  .refine(({ serial, entity_id }) => (serial === undefined) !== (entity_id === undefined))

/** Request that renews the certificates of all federation keys of a member, or of one key. */
export const certificateRenewalRequest = z.strictObject({
  entity_id: z.string(),
  kid: z.string().optional(),
  reason,
})

export type ChangeRequest = z.output<typeof changeRequest>

/** Parses the body, or the query, with the schema. Throws a `Refusal` for a malformed one. */
export const readAdminRequest = <T extends object>(
  decision: Decision<AnswerWithHeaders>,
  schema: z.ZodType<T>,
  body: JsonObject,
  at?: 'query',
): T =>
  decision.checkNow<T, 'request_malformed'>(ADMINISTRATION_RULES, () =>
    parseRequest(schema, 'request_malformed', body, at),
  ) // GEN-23
