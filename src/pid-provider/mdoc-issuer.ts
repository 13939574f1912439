/**
 * Who signs the provider's mdocs: a key with a certificate of the provider's own authority (PP-108). Both certificates
 * stand in the metadata; the mdoc carries the first.
 */
import type { NumericDate } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import { formatMdoc } from '../oauth/index.ts'
import { type CertifiedJwk, createCertifiedJwk } from '../oid4vci/index.ts'
import type { PidProviderConfig } from './config.ts'

export interface MdocIssuer {
  readonly signer: Signer
  /** DER; names the provider's identifier as a URI of subjectAltName, by which others find its metadata. */
  readonly certificate: Uint8Array
  /** DER: the authority that signed it. */
  readonly authority: Uint8Array
  /** When the certificate ends. */
  readonly notAfter: NumericDate
}

export const documentKey = ({ signer, certificate, authority }: MdocIssuer): CertifiedJwk =>
  createCertifiedJwk(signer.publicJwk, [certificate, authority]) // PP-108

export interface MdocIssuerContext {
  readonly config: PidProviderConfig
  readonly mdocIssuer?: MdocIssuer | undefined
}

/** The issuer, when mdocs are issued. Throws a TypeError when they are and nobody can sign them: configuration. */
export function documentIssuer({ config, mdocIssuer }: MdocIssuerContext): MdocIssuer | undefined {
  if (!config.support.formats.includes(formatMdoc)) return undefined
  if (mdocIssuer === undefined) throw new TypeError('formats has mso_mdoc, but there is no mdocIssuer to sign it')
  return mdocIssuer
}
