/**
 * What the operator's tools send: the bodies of the administration, members in snake_case. Judged by shape only.
 */
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
  /** The keys that the entity handed in; those of its configuration when not said. */
  jwks: jwks.optional(),
  /** The types of its metadata when not said. */
  entity_types: names.optional(),
  intermediate: z.boolean().default(false),
  metadata: z.custom<Metadata>(isJsonObject).optional(),
  metadata_policy: json.optional(),
  /** An intermediate states the hosts and the types that may stand below it. */
  constraints: json.optional(),
  /** The types of credential that it, or an issuer below it, may issue. */
  credential_types: names.optional(),
  /** Judge and show, take nothing in. */
  dry_run: z.boolean().default(false),
  reason,
})

/** `null` takes a member away. */
export const changeRequest = z.strictObject({
  entity_id: z.string(),
  status: z.enum(['active', 'suspended']).optional(),
  entity_types: names.optional(),
  metadata: z.custom<Metadata>(isJsonObject).nullable().optional(),
  metadata_policy: json.nullable().optional(),
  constraints: json.nullable().optional(),
  credential_types: names.nullable().optional(),
  /** Take over the keys that the entity now publishes, under a signature of one that stands here. */
  refresh_keys: z.boolean().default(false),
  /** The revision that the change was made from. */
  revision: z.int().optional(),
  reason,
})

export const removalRequest = z.strictObject({ entity_id: z.string(), reason })

/** A mark that is granted, or taken back. */
export const grantRequest = z.strictObject({ trust_mark_type: z.string(), sub: z.string(), reason })

export type ChangeRequest = z.output<typeof changeRequest>

/** Returns the body in the form of the schema. */
export const readAdminRequest = <T extends object>(
  decision: Decision<AnswerWithHeaders>,
  schema: z.ZodType<T>,
  body: JsonObject,
): T => decision.checkNow<T, 'request_malformed'>(ADMIN_RULES, () => parseRequest(schema, 'request_malformed', body)) // GEN-23
