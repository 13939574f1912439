/**
 * Verifies a Request Object in the wallet: the trust in the Relying Party, the signature, and the response endpoint
 * (it-wallet §Presentation Request Object). Runs before the wallet shows the request to the user.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import type { TrustCode, TrustEvaluator, TrustedEntity } from '../../federation/trust-evaluator.ts'
import { findVerificationKey, type JwsVerifyCode, keyFits, type ParsedJws, verifyJws } from '../../jose/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import { relyingPartyTypes } from '../metadata/relying-party-metadata.ts'
import {
  type RelyingPartyMetadata,
  type RelyingPartyMetadataCode,
  readRelyingPartyMetadata,
} from '../metadata/resolved-relying-party.ts'
import {
  type RequestedDefinition,
  requestedDefinition,
  resolveScope,
  type ScopeCode,
} from '../presentation-definition/schema.ts'
import { parseClientIdentifier } from './client-identifier.ts'
import { parseRequestObject, type RequestExpectation, type RequestObjectParseCode } from './request-object.ts'
import type { DcqlRequestObject } from './request-object-dcql.ts'
import type { ScopeRequestObject } from './request-object-scope.ts'

/** Reasons for a wallet to refuse a Request Object. */
export type RequestObjectCode =
  | RequestObjectParseCode
  | TrustCode
  | RelyingPartyMetadataCode
  | JwsVerifyCode
  | ScopeCode
  | 'entity_mismatch'
  | 'response_uri_not_attested'
  | 'kid_missing'
  | 'key_unknown'

interface Requester {
  readonly relyingParty: TrustedEntity
  readonly relyingPartyMetadata: RelyingPartyMetadata
  /** Metadata key that signed the Request Object. */
  readonly requestKey: PublicJwk
  /** Certificates of that key, leaf first, base64 DER, in a profile that has them. Not verified here. */
  readonly certificates?: readonly string[]
  /**
   * True if the request has `transaction_data`, which the caller must refuse. False without `ignoresTransactionData`.
   */
  readonly hasTransactionData: boolean
}

/** A verified Request Object with its Relying Party. In variant 1 (`scope`), also with the requested definition. */
export type TrustedRequestObject =
  | (DcqlRequestObject & Requester)
  | (ScopeRequestObject & Requester & { readonly definition: RequestedDefinition })

/**
 * Verifies a Request Object. Checks, in this order:
 *
 * - everything that `parseRequestObject` checks
 * - the trust in the Relying Party, with the trust chain of the header as a hint, and the Relying Party's identifier
 * - that `response_uri` is exactly one of the URIs in the resolved metadata
 * - the signature, with the metadata key that `kid` names, or without `kid` the only metadata key that fits `alg`
 * - that a `scope` names definitions of the metadata or their input descriptors
 *
 * Refuses `transaction_data`, unless `ignoresTransactionData` is true. The caller then answers with the error
 * `invalid_transaction_data`, and refuses the request (OpenID4VP 1.0 §8.5).
 *
 * Does not check the limits of the Relying Party (`checkRelyingPartyPolicy`), the request URI (`checkRequestUri`) or
 * the certificates (`checkCertifiedEndpoints` and a certificate evaluator).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createFederationTrustEvaluator } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 * import { createScopeRequestObject, verifyRequestObject } from 'fiducia/oid4vp'
 *
 * const ctx = { crypto: createNodeCrypto(), clock: createSystemClock(), fetch: async () => Response.error() }
 * const policy = { anchors: new Map(), urls: { loopbackHttp: false }, skewSeconds: 30 }
 * const trust = createFederationTrustEvaluator(ctx, policy)
 * const [clientId, now] = ['https://unknown.example', ctx.clock.now()] as const
 * const settings = { clientId, responseUri: `${clientId}/response`, trustChain: ['statement'], scope: 'pid' }
 * const once = { state: 'state', presentationNonce: '0'.repeat(32), lifetimeSeconds: 300 }
 * const compact = await createScopeRequestObject(await generateSigner(ctx), { ...settings, ...once }, now)
 * const request = await verifyRequestObject({ ...ctx, trust }, compact, { clientId, now, skew: 30 })
 * assert.equal(failed(request) && request.code, 'no_trust_chain')
 * ```
 */
export async function verifyRequestObject(
  ctx: CryptoContext & { readonly trust: TrustEvaluator },
  compact: string,
  expected: RequestExpectation,
): Promise<Verified<TrustedRequestObject> | Failure<RequestObjectCode>> {
  const parsed = parseRequestObject(compact, expected)
  if (failed(parsed)) return parsed
  const { request, jws, trustChain, certificates } = parsed
  const { kid } = jws.header
  const hint = trustChain ? { trustChain, kid } : { kid }
  const client = parseClientIdentifier(request.client_id, expected.urls ?? { loopbackHttp: false })
  if (failed(client)) return client
  const { profile = 'seed' } = expected
  const relyingParty = await ctx.trust.evaluate(client.entityId, relyingPartyWire[profile].entityTypes, hint)
  if (failed(relyingParty)) return relyingParty // WI-72
  if (relyingParty.entityId !== client.entityId) return fail('entity_mismatch', 'payload.client_id') // WI-73
  const metadata = readRelyingPartyMetadata(relyingParty, relyingPartyTypes[request.kind === 'scope' ? 0 : 1], profile)
  if (failed(metadata)) return metadata
  if (!metadata.responseUris.includes(request.response_uri))
    return fail('response_uri_not_attested', 'payload.response_uri') // WI-76
  const key = signingKey(jws, metadata.keys)
  if (failed(key)) return key
  const signed = await verifyJws(ctx, jws, key, 'request_object')
  if (failed(signed)) return signed // WI-12
  const requester = {
    ...{ relyingParty, relyingPartyMetadata: metadata, requestKey: key },
    ...(certificates && { certificates }),
    hasTransactionData: jws.payload.transaction_data !== undefined,
  }
  return withDefinition(request, requester)
}

/** Adds the requester to a request. In variant 1, also adds the requested definition. */
function withDefinition(
  request: DcqlRequestObject | ScopeRequestObject,
  requester: Requester,
): Verified<TrustedRequestObject> | Failure<ScopeCode> {
  if (request.kind === 'dcql') return verified({ ...request, ...requester })
  const definition = definitionOf(request, requester.relyingPartyMetadata)
  return failed(definition) ? definition : verified({ ...request, ...requester, definition })
}

/** Returns the key that `kid` names. Without `kid`, returns the only key that fits the algorithm (WI-12). */
function signingKey(
  { header }: ParsedJws,
  keys: readonly PublicJwk[],
): PublicJwk | Failure<'kid_missing' | 'key_unknown'> {
  const { kid } = header
  const fitting = keys.filter((key) => keyFits(key, header.alg))
  const key = kid === undefined ? fitting[0] : findVerificationKey(keys, header)
  if (kid === undefined && fitting.length > 1) return fail('kid_missing', 'header.kid') // WI-12
  if (key === undefined) return fail('key_unknown', 'header.kid') // WI-12
  return key
}

function definitionOf(
  { query }: ScopeRequestObject,
  { presentationDefinitions }: RelyingPartyMetadata,
): RequestedDefinition | Failure<ScopeCode> {
  if ('scope' in query) return resolveScope(query.scope, presentationDefinitions)
  return requestedDefinition(query.presentationDefinition)
}
