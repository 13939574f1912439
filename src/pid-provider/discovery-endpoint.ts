/**
 * `GET /.well-known/oauth-authorization-server` (RFC 8414 §3) and `GET /.well-known/openid-credential-issuer`
 * (OpenID4VCI D13 §11.2.2, 1.0 §12.2.2): the metadata for clients without federation support. Each document contains
 * the metadata of its entity type in the Entity Configuration, before any metadata policy. It also contains the
 * configurations or scopes of OpenID4VCI 1.0 (PP-121). The documents are unsigned, and no role here trusts them. They
 * may be cached as long as the Entity Configuration.
 */
import { type JsonObject, whenResolved } from '../base/index.ts'
import { type HttpResponse, type Route, respondText } from '../http/index.ts'
import { authorizationServerMetadataPath, issuerMetadataPath } from '../oid4vci/index.ts'
import type { PidProviderServices } from './context.ts'

type DiscoveryContext = Pick<PidProviderServices, 'clock' | 'crypto' | 'publisher' | 'metadata'>

/** Creates the routes of the well-known metadata. Empty if the profile publishes none (PP-116). */
export function discoveryEndpoints(ctx: DiscoveryContext): readonly Route[] {
  const { discovered } = ctx.metadata
  if (discovered === undefined) return []
  const { authorizationServer, issuer } = discovered
  return [
    {
      method: 'GET',
      path: authorizationServerMetadataPath,
      wellKnown: ['inserted'], // PP-116
      kind: 'document',
      handle: serveMetadata(ctx, authorizationServer),
    },
    {
      method: 'GET',
      path: issuerMetadataPath,
      wellKnown: ['inserted', 'appended'], // PP-116
      kind: 'document',
      handle: serveMetadata(ctx, issuer),
    },
  ]
}

/**
 * Returns a handler that serves metadata, which do not change while the process runs. The ETag is the digest of the
 * document (D-333).
 */
function serveMetadata({ clock, crypto, publisher }: DiscoveryContext, metadata: JsonObject): Route['handle'] {
  const text = JSON.stringify(metadata)
  const etag = `"${crypto.digestText('sha-256', text)}"`
  return () =>
    whenResolved(
      publisher.entityConfiguration(clock.now()),
      ({ maxAge }): HttpResponse =>
        respondText(text, 'application/json', { 'cache-control': `public, max-age=${maxAge}`, etag }), // PP-116
    )
}
