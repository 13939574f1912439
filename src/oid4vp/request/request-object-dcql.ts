/**
 * The Request Object of variant 2: it contains the query (it-wallet §Presentation Request Object, variant 2; OpenID4VP
 * D22). Sent from Relying Party to wallet as `application/oauth-authz-req+jwt`.
 */
import { type Failure, fail, type JsonObject, type NumericDate } from '../../base/index.ts'
import { type Signer, signJwt } from '../../jose/index.ts'
import { typRequestObject } from '../../oauth/index.ts'
import { type DcqlCode, type DcqlQuery, parseDcqlQuery } from '../dcql/schema.ts'
import type { RequestResponseKeys } from './client-metadata.ts'
import type { RequestUriMethod } from './engagement-url.ts'
import type { RequestObjectClaims, RequestObjectSettings } from './request-object-claims.ts'
import { checkDefinitionReference, createClaims, type DefinitionReferenceCode } from './shared-members.ts'

/** A parsed Request Object of variant 2. */
export interface DcqlRequestObject extends RequestObjectClaims {
  readonly kind: 'dcql'
  readonly query: DcqlQuery
  /**
   * Keys and content encryptions for the response to this request. Absent without keys in `client_metadata`, or if the
   * profile ignores that member.
   */
  readonly responseKeys?: RequestResponseKeys
}

/** Reasons to refuse the members of variant 2. */
export type DcqlRequestCode = DcqlCode | 'query_ambiguous' | DefinitionReferenceCode | 'request_uri_method_invalid'

/**
 * Parses the query of variant 2. Refuses a query of variant 1 beside it, `presentation_definition_uri`, and an unknown
 * `request_uri_method`. Does not read `client_metadata` (WI-13).
 */
export function parseDcqlQueryOf(payload: JsonObject): DcqlQuery | Failure<DcqlRequestCode> {
  const fault = checkDefinitionReference(payload)
  if (fault !== undefined) return fault
  const { scope, presentation_definition: definition } = payload
  if (definition !== undefined || scope !== undefined) return fail('query_ambiguous', 'payload.dcql_query')
  const { request_uri_method: method } = payload
  if (method !== undefined && !(typeof method === 'string' && /^(?:get|post)$/i.test(method)))
    return fail('request_uri_method_invalid', 'payload.request_uri_method')
  return parseDcqlQuery(payload.dcql_query, { strict: false }, 'payload.dcql_query')
}

/**
 * Creates the Request Object of variant 2. It contains `wallet_nonce` only if the wallet sent one (RP-40), and no
 * parameter of variant 1 (RP-38).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 * import { createDcqlRequestObject, parseDcqlQuery } from 'fiducia/oid4vp'
 *
 * const type = { format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
 * const dcqlQuery = parseDcqlQuery({ credentials: [{ id: 'pid', ...type }] }, { strict: true }, 'dcql_query')
 * assert.ok(!failed(dcqlQuery))
 * const once = { presentationNonce: '0'.repeat(32), lifetimeSeconds: 300 }
 * const parties = { clientId: 'https://rp.example', responseUri: 'https://rp.example/response' }
 * const settings = {
 *   ...{ ...parties, state: 'state', trustChain: ['statement'] },
 *   ...{ ...once, dcqlQuery, requestUriMethod: undefined },
 * }
 * const signer = await generateSigner({ crypto: createNodeCrypto() })
 * const requestObject = await createDcqlRequestObject(signer, settings, createSystemClock().now())
 * assert.equal(requestObject.split('.').length, 3)
 * ```
 */
export function createDcqlRequestObject(
  signer: Signer,
  settings: RequestObjectSettings & {
    readonly dcqlQuery: DcqlQuery
    /** `undefined` omits the claim, for wallets that accept it only next to `request_uri` in the engagement URL. */
    readonly requestUriMethod: RequestUriMethod | undefined
    /** `client_metadata` with a key for this request only. Defaults to none. */
    readonly clientMetadata?: JsonObject | undefined
  },
  now: NumericDate,
): Promise<string> {
  return signJwt(
    signer,
    {
      typ: typRequestObject, // RP-08
      kid: signer.kid, // RP-08
      trust_chain: settings.trustChain, // RP-08
      ...(settings.certificates && { x5c: settings.certificates }), // RP-132
    },
    {
      ...createClaims(settings, { dcql_query: settings.dcqlQuery as unknown as JsonObject }, now), // RP-37
      ...(settings.requestUriMethod === undefined ? {} : { request_uri_method: settings.requestUriMethod }), // RP-08
      ...(settings.walletNonce === undefined ? {} : { wallet_nonce: settings.walletNonce }), // RP-40
      ...(settings.clientMetadata && { client_metadata: settings.clientMetadata }), // RP-133
    },
  )
}
