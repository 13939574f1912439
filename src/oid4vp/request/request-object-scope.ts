/**
 * The Request Object of variant 1: `scope` refers to definitions in the Relying Party's metadata (it-wallet
 * §Presentation Request Object, variant 1; OpenID4VP D20 §5). Sent from Relying Party to wallet.
 */
import { type Failure, fail, failed, type JsonObject, type NumericDate } from '../../base/index.ts'
import { type Signer, signJwt } from '../../jose/index.ts'
import { typJwt } from '../../oauth/index.ts'
import {
  type DefinitionCode,
  type PresentationDefinition,
  parsePresentationDefinition,
} from '../presentation-definition/schema.ts'
import type { RequestObjectClaims, RequestObjectSettings } from './request-object-claims.ts'
import { checkDefinitionReference, createClaims, type DefinitionReferenceCode } from './shared-members.ts'

/** A parsed Request Object of variant 1. */
export interface ScopeRequestObject extends RequestObjectClaims {
  readonly kind: 'scope'
  /** Reference to the Relying Party's metadata, or a definition by value. */
  readonly query: { readonly scope: string } | { readonly presentationDefinition: PresentationDefinition }
}

/** Reasons to refuse the members of variant 1. */
export type ScopeRequestCode =
  | DefinitionCode
  | DefinitionReferenceCode
  | 'query_missing'
  | 'scope_malformed'
  | 'client_id_scheme_unsupported'
  | 'client_metadata_forbidden'
  | 'client_metadata_uri_forbidden'

/**
 * Values of `client_id_scheme` that mean an entity identifier: for the specification, for later drafts, and for
 * deployed Relying Parties (D-430).
 */
const federationSchemes: ReadonlySet<unknown> = new Set(['entity_id', 'https', 'http'])

/**
 * Parses the query of variant 1. Refuses contradictory queries, `presentation_definition_uri`, a `client_id_scheme`
 * that is not for entity identifiers, and client metadata. Does not look up the scope.
 */
export function parseScopeQuery(payload: JsonObject): ScopeRequestObject['query'] | Failure<ScopeRequestCode> {
  const fault = checkDefinitionReference(payload)
  if (fault !== undefined) return fault
  const { scope, presentation_definition: definition } = payload
  if (definition === undefined && scope === undefined) return fail('query_missing', 'payload.scope') // WI-78
  const { client_id_scheme: scheme } = payload
  if (scheme !== undefined && !federationSchemes.has(scheme))
    return fail('client_id_scheme_unsupported', 'payload.client_id_scheme') // WI-81
  if (payload.client_metadata !== undefined) return fail('client_metadata_forbidden', 'payload.client_metadata') // WI-13
  if (payload.client_metadata_uri !== undefined)
    return fail('client_metadata_uri_forbidden', 'payload.client_metadata_uri') // WI-13
  if (definition !== undefined) {
    const presentationDefinition = parsePresentationDefinition(definition, 'payload.presentation_definition')
    return failed(presentationDefinition) ? presentationDefinition : { presentationDefinition }
  }
  if (typeof scope !== 'string' || scope.trim() === '') return fail('scope_malformed', 'payload.scope')
  return { scope }
}

/**
 * Creates the Request Object of variant 1. It contains no definition and no client metadata, which must not accompany
 * `scope` and `entity_id` (RP-07). Ignores `entityId` and `certificates`.
 */
export function createScopeRequestObject(
  signer: Signer,
  settings: RequestObjectSettings & { readonly scope: string },
  now: NumericDate,
): Promise<string> {
  return signJwt(
    signer,
    {
      typ: typJwt, // RP-34
      kid: signer.kid, // RP-06
      trust_chain: settings.trustChain, // RP-06
    },
    {
      scope: settings.scope, // RP-06
      client_id_scheme: 'entity_id', // RP-06
      ...createClaims({ ...settings, entityId: settings.clientId }, {}, now),
      ...(settings.walletNonce === undefined ? {} : { wallet_nonce: settings.walletNonce }), // RP-40
    },
  )
}
