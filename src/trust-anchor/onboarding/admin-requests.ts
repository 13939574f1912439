/** Request bodies of the administration, with members in snake_case. Checks their shape only. */
import { z } from 'zod'
import { type Decision, isJsonObject, type JsonObject } from '../../base/index.ts'
import { federationKey, type Metadata } from '../../federation/index.ts'
import type { AnswerWithHeaders } from '../../http/index.ts'
import { type Administered, parseRequest } from '../../member/index.ts'
import { ADMIN_RULES } from './operator-rules.ts'

/** A decision about a request of the operator. */
export type Operator = Administered<AnswerWithHeaders>

const json = z.custom<JsonObject>(isJsonObject)
const reason = z.string().max(500).optional()
const jwks = z.strictObject({ keys: z.array(federationKey).min(1) })
const names = z.array(z.string().min(1)).min(1)

export const onboardRequest = z.strictObject({
  entity_id: z.string(),
  /** Keys that the entity handed in. Defaults to those of its configuration. */
  jwks: jwks.optional(),
  /** Defaults to the types of its metadata. */
  entity_types: names.optional(),
  intermediate: z.boolean().default(false),
  metadata: z.custom<Metadata>(isJsonObject).optional(),
  metadata_policy: json.optional(),
  /** Hosts and entity types that an intermediate may have below it. */
  constraints: json.optional(),
  /** Types of credential that it, or an issuer below it, may issue. */
  credential_types: names.optional(),
  /** Evaluates and shows the entity without adding it. */
  dry_run: z.boolean().default(false),
  reason,
})

/** Request that changes an entity. `null` removes a member. */
export const changeRequest = z.strictObject({
  entity_id: z.string(),
  status: z.enum(['active', 'suspended']).optional(),
  entity_types: names.optional(),
  metadata: z.custom<Metadata>(isJsonObject).nullable().optional(),
  metadata_policy: json.nullable().optional(),
  constraints: json.nullable().optional(),
  credential_types: names.nullable().optional(),
  /** Replaces the recorded keys with those of the entity's configuration, which a recorded key must have signed. */
  refresh_keys: z.boolean().default(false),
  /** Revision that the change is based on. */
  revision: z.int().optional(),
  reason,
})

export const removalRequest = z.strictObject({ entity_id: z.string(), reason })

/** Request that grants a trust mark or withdraws it. */
export const grantRequest = z.strictObject({ trust_mark_type: z.string(), sub: z.string(), reason })

export type ChangeRequest = z.output<typeof changeRequest>

/** Returns the body in the form of the schema. */
export const readAdminRequest = <T extends object>(
  decision: Decision<AnswerWithHeaders>,
  schema: z.ZodType<T>,
  body: JsonObject,
): T => decision.checkNow<T, 'request_malformed'>(ADMIN_RULES, () => parseRequest(schema, 'request_malformed', body)) // GEN-23
