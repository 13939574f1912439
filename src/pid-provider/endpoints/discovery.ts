/**
 * `GET /.well-known/oauth-authorization-server` (RFC 8414 §3) and `GET /.well-known/openid-credential-issuer` (OpenID4VCI
 * D13 §11.2.2, 1.0 §12.2.2): what the entity configuration says, and the final text's configurations, for clients that know
 * no federation. Unsigned, so that nothing of ours trusts it; kept as long as the configuration that says the same.
 */
import { type JsonObject, whenKnown } from '../../base/index.ts'
import { type HttpResponse, type Route, respondJson } from '../../http/index.ts'
import { authorizationServerMetadataPath, issuerMetadataPath } from '../../oid4vci/index.ts'
import type { PidProviderServices } from '../context.ts'

type DiscoveryContext = Pick<PidProviderServices, 'clock' | 'publisher' | 'metadata'>

export const discoveryEndpoints = (ctx: DiscoveryContext): readonly Route[] => [
  {
    method: 'GET',
    path: authorizationServerMetadataPath,
    wellKnown: ['inserted'], // PP-116
    kind: 'document',
    handle: () => publish(ctx, ctx.metadata.discovered.authorizationServer),
  },
  {
    method: 'GET',
    path: issuerMetadataPath,
    wellKnown: ['inserted', 'appended'], // PP-116
    kind: 'document',
    handle: () => publish(ctx, ctx.metadata.discovered.issuer),
  },
]

const publish = ({ clock, publisher }: DiscoveryContext, metadata: JsonObject) =>
  whenKnown(
    publisher.entityConfiguration(clock.now()),
    ({ maxAge }): HttpResponse => respondJson(metadata, 200, { 'cache-control': `public, max-age=${maxAge}` }), // PP-116
  )
