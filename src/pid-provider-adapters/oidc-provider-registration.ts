/**
 * Sources of a national identity provider's metadata and keys: its trust chain or, for a sandbox without a chain, its
 * discovery document (OpenID Connect Discovery 1.0 §4). Keys in an answer are never used.
 */

import type { ServerMetadata } from 'openid-client'
import { z } from 'zod'
import {
  type Failure,
  type Fetch,
  fail,
  failed,
  fetchText,
  isFresh,
  isJsonObject,
  type Json,
  type JsonObject,
  joinUrl,
  type NumericDate,
  type PublicJwk,
  parseJsonObject,
  parseUrl,
  placeOf,
  type UrlPolicy,
  withoutNulls,
} from '../base/index.ts'
import { createVerdictCache, refusalSeconds } from '../federation/index.ts'
import { protocolKeys, type TrustEvaluator } from '../federation/trust-evaluator.ts'
import { parsePublicJwk } from '../jose/index.ts'
import type { ProviderCode } from '../pid-provider/index.ts'
import { providerFailureOf } from './provider-reach.ts'

const providerMetadata = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  scopes_supported: z.array(z.string()).optional(),
})

type RequiredEndpoint = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint'

/** A national identity provider's metadata, with all endpoints that a login needs, and its keys of any use. */
export interface RegisteredProvider {
  readonly metadata: ServerMetadata & Required<Pick<ServerMetadata, RequiredEndpoint>>
  readonly keys: readonly PublicJwk[]
}

/**
 * Returns the provider as registered at this time. Reads the registration again if it lacks the key `kid`. If that does
 * not find the key, does not read the registration again for a missing key for a while (D-236).
 */
export type ProviderRegistration = (now: NumericDate, kid?: Json) => Promise<RegisteredProvider | Failure<ProviderCode>>

/**
 * Parses provider metadata. Ignores members that are null. The issuer must be the expected one. The endpoints must use
 * https, or http on loopback if the policy permits it.
 */
export function parseProviderMetadata(
  value: JsonObject,
  keys: readonly PublicJwk[],
  issuer: string,
  policy: UrlPolicy,
): RegisteredProvider | Failure<ProviderCode> {
  const parsed = providerMetadata.safeParse(withoutNulls(value)) // D-502
  if (!parsed.success) return fail('provider_malformed', placeOf('openid_provider', parsed.error))
  const metadata = parsed.data as RegisteredProvider['metadata']
  if (metadata.issuer !== issuer) return fail('provider_untrusted', 'openid_provider.issuer')
  for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint'] as const)
    if (failed(parseUrl(metadata[name], policy, name))) return fail('provider_malformed', `openid_provider.${name}`)
  return { metadata, keys }
}

/** Creates a registration that takes metadata and keys from the trust chain of an `openid_provider`. */
export function federationRegistration(
  ctx: { readonly trust: TrustEvaluator },
  entityId: string,
  policy: UrlPolicy,
): ProviderRegistration {
  return async (_now, kid) => {
    const entity = await ctx.trust.evaluate(entityId, ['openid_provider'], { kid })
    if (failed(entity))
      return fail(entity.code === 'trust_unavailable' ? 'provider_unreachable' : 'provider_untrusted', entity.at)
    const metadata = entity.metadata.openid_provider
    if (metadata === undefined) return fail('provider_untrusted', 'openid_provider')
    return parseProviderMetadata(metadata, protocolKeys(entity, 'openid_provider'), entityId, policy)
  }
}

/** Seconds for which a fetched registration is used again. */
export const registrationSeconds = 300

/**
 * Creates a registration that fetches the discovery document and its `jwks_uri`, and caches them for 300 seconds. Not
 * for production: only TLS authenticates them.
 */
export function discoveryRegistration(
  ctx: { readonly fetch: Fetch },
  issuer: string,
  policy: UrlPolicy,
): ProviderRegistration {
  let cached: { readonly provider: RegisteredProvider; readonly cachedAt: NumericDate } | undefined
  const keySearches = createVerdictCache<boolean | Failure<ProviderCode>>(1, (hasKey) => hasKey !== true)
  const fetchProvider = async (now: NumericDate): Promise<RegisteredProvider | Failure<ProviderCode>> => {
    const document = await getJson(ctx.fetch, joinUrl(issuer, '/.well-known/openid-configuration'))
    if (failed(document)) return document
    const provider = parseProviderMetadata(document, [], issuer, policy)
    if (failed(provider)) return provider
    const jwksUri = parseUrl(String(document.jwks_uri), policy)
    if (failed(jwksUri)) return fail('provider_malformed', 'openid_provider.jwks_uri')
    const jwks = await getJson(ctx.fetch, jwksUri.href)
    if (failed(jwks)) return jwks
    cached = { provider: { ...provider, keys: readKeys(jwks) }, cachedAt: now }
    return cached.provider
  }
  return async (now, kid) => {
    if (cached === undefined || !isFresh(cached.cachedAt, registrationSeconds, now)) return fetchProvider(now)
    if (kid === undefined || hasKid(cached.provider.keys, kid)) return cached.provider
    const hasKey = await keySearches.get(issuer, now, async (refusals) => {
      const provider = await fetchProvider(now) // OpenID Connect Core 1.0 §10.1.1
      const verdict = failed(provider) ? provider : hasKid(provider.keys, kid)
      return { verdict, expiresAt: now + refusalSeconds(refusals) } // D-236
    })
    return failed(hasKey) ? hasKey : cached.provider
  }
}

const hasKid = (keys: readonly PublicJwk[], kid: Json): boolean => keys.some((key) => key.kid === kid)

/** Returns the supported keys of a set. Others are ignored (RFC 7517 §5). */
function readKeys(jwks: JsonObject): readonly PublicJwk[] {
  const { keys } = jwks
  return (Array.isArray(keys) ? keys : [])
    .filter(isJsonObject)
    .map((key) => parsePublicJwk(key, 'jwks'))
    .filter((key): key is PublicJwk => !failed(key))
}

async function getJson(fetch: Fetch, url: string): Promise<JsonObject | Failure<ProviderCode>> {
  const request = new Request(url, { headers: { accept: 'application/json' }, redirect: 'manual' })
  let text = await fetchText(fetch, request, 'application/json', 'openid_provider')
  if (failed(text) && text.code === 'media_type_unexpected')
    text = await fetchText(
      fetch,
      new Request(url, { redirect: 'manual' }),
      'application/jwk-set+json',
      'openid_provider',
    )
  if (failed(text)) return providerFailureOf(text)
  const json = parseJsonObject(text, 'openid_provider')
  return failed(json) ? fail('provider_malformed', 'openid_provider') : json
}
