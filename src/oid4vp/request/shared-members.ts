/** Members that the Request Objects of both variants (`scope` and `dcql_query`) have in common. */
import { type Failure, fail, type JsonObject, type NumericDate } from '../../base/index.ts'
import { anyWallet, type RequestObjectSettings } from './request-object-claims.ts'

/** Returns the claims that a new Request Object always has, and those of its query. */
export const createClaims = (settings: RequestObjectSettings, query: JsonObject, now: NumericDate): JsonObject => ({
  client_id: settings.clientId, // RP-06, RP-08
  response_mode: settings.responseMode ?? 'direct_post.jwt', // RP-06, RP-08
  response_type: 'vp_token', // RP-06, RP-08
  ...query,
  response_uri: settings.responseUri, // RP-06, RP-08
  nonce: settings.presentationNonce, // RP-36
  state: settings.state, // RP-06, RP-08
  iss: settings.entityId ?? settings.clientId, // RP-06, RP-08
  aud: anyWallet,
  iat: now, // RP-06, RP-08
  exp: now + settings.lifetimeSeconds, // RP-32
})

/** Reasons to refuse the reference to a presentation definition, in either variant. */
export type DefinitionReferenceCode = 'presentation_definition_conflict' | 'presentation_definition_uri_unsupported'

/** Refuses a `presentation_definition` beside a `scope`, and every `presentation_definition_uri`. */
export function checkDefinitionReference({
  scope,
  presentation_definition: definition,
  presentation_definition_uri: uri,
}: JsonObject): Failure<DefinitionReferenceCode> | undefined {
  if (definition !== undefined && (scope !== undefined || uri !== undefined))
    return fail('presentation_definition_conflict', 'payload.presentation_definition') // WI-78
  if (uri !== undefined) return fail('presentation_definition_uri_unsupported', 'payload.presentation_definition_uri') // WI-79
  return undefined
}
