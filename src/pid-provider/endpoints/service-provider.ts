/** `GET /saml/metadata`: how we present ourselves to SAML identity providers (SAML 2.0 metadata, PP-113). */
import { type Route, respondText } from '../../http/index.ts'
import { paths } from '../paths.ts'

export const serviceProviderEndpoint = (document: string): Route => ({
  method: 'GET',
  path: paths.serviceProvider,
  kind: 'document',
  handle: () => respondText(document, 'application/samlmetadata+xml', { 'cache-control': 'public, max-age=3600' }), // PP-113
})
