/**
 * Entity Configuration of the sandbox's OpenID Provider. Its `openid_provider` metadata are the library's discovery
 * document (OpenID Connect Discovery 1.0 §3) with `jwks` instead of `jwks_uri`. They also state the types of client
 * registration and the methods of request authentication (OpenID Federation 1.0 D36 §5.1.3; D-351).
 */
import type { HttpContext } from 'oidc-provider'
import type { JsonObject } from '../../base/index.ts'
import {
  createEntityConfigurationPublisher,
  type EntityConfigurationPublisher,
  entityConfigurationPath,
  entityStatementMediaType,
} from '../../federation/index.ts'
import { organizationOf, skewSeconds } from '../organizations.ts'
import { type JoinedFederation, urlsOf } from './federation-membership.ts'
import type { ProviderKeys } from './provider-keys.ts'

const discoveryPath = '/.well-known/openid-configuration'

/** Short, so that changes are soon visible. */
const lifetimeSeconds = 3600

/** Creates a middleware that serves the Entity Configuration of the OpenID Provider. */
export function publishEntityConfiguration(issuer: string, joined: JoinedFederation, { publicKeys }: ProviderKeys) {
  let publisher: EntityConfigurationPublisher | undefined
  return async (ctx: HttpContext, next: () => Promise<void>): Promise<void> => {
    if (ctx.path !== entityConfigurationPath) return next()
    ctx.path = discoveryPath
    await next()
    if (ctx.status !== 200) return
    publisher ??= createPublisher(issuer, joined, { ...(ctx.body as JsonObject), jwks: { keys: publicKeys } as never })
    const { jwt, maxAge } = await publisher.entityConfiguration(joined.clock.now())
    ctx.type = entityStatementMediaType
    ctx.set({ 'cache-control': `public, max-age=${maxAge}` })
    ctx.body = jwt
  }
}

function createPublisher(
  issuer: string,
  joined: JoinedFederation,
  { jwks_uri, ...discovered }: JsonObject,
): EntityConfigurationPublisher {
  const { membership } = joined
  return createEntityConfigurationPublisher(joined, {
    entityId: issuer,
    metadata: {
      federation_entity: organizationOf('national-idp', issuer),
      openid_provider: {
        ...discovered,
        organization_name: organizationOf('national-idp', issuer).organization_name,
        client_registration_types_supported: ['automatic'],
        request_authentication_methods_supported: { authorization_endpoint: ['request_object'] },
        request_authentication_signing_alg_values_supported:
          discovered.request_object_signing_alg_values_supported ?? [],
      },
    },
    authorityHints: [membership.trustAnchor],
    lifetimeSeconds,
    anchors: membership.anchors,
    urls: urlsOf(membership),
    skewSeconds,
  })
}
