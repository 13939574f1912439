/**
 * `GET /saml/metadata` and `GET /saml/metadata/cie`: the service provider metadata for the SAML identity providers of
 * SPID and of CIE id (SAML 2.0 metadata, PP-113, D-500).
 */
import { type Route, respondText } from '../../http/index.ts'
import type { ServiceProviderDocument } from '../context.ts'
import { paths } from '../paths.ts'

const pathOf = { spid: paths.serviceProvider, cie: paths.cieServiceProvider } as const

/** Creates the route of the metadata of a SAML service provider. */
export const serviceProviderEndpoint = ({ profile, document }: ServiceProviderDocument): Route => ({
  method: 'GET',
  path: pathOf[profile],
  kind: 'document',
  handle: () => respondText(document, 'application/samlmetadata+xml', { 'cache-control': 'public, max-age=3600' }), // PP-113
})
