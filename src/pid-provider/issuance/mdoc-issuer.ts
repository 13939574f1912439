/**
 * The signer of the provider's mdocs: a key with a certificate from the provider's own certificate authority (PP-108).
 * The metadata contain both certificates. An mdoc contains only the certificate of the signer.
 */
import { daySeconds, type NumericDate } from '../../base/index.ts'
import type { CredentialType } from '../../credential/index.ts'
import { type CredentialContent, issuerFacets, type MdocIssuer } from '../../credential/issuer.ts'
import { formatMdoc } from '../../oauth/index.ts'
import { type CertifiedJwk, createCertifiedJwk } from '../../oid4vci/index.ts'
import type { PidProviderConfig } from '../config.ts'

/** Returns the public key of the mdoc signer, and its certificate chain (PP-108). */
export const documentKey = ({ signer, certificate, authority }: MdocIssuer): CertifiedJwk =>
  createCertifiedJwk(signer.publicJwk, [certificate, authority]) // PP-108

interface MdocIssuerContext {
  readonly config: PidProviderConfig
  readonly mdocIssuer?: MdocIssuer | undefined
}

const { lifetime, latestEnd } = issuerFacets[formatMdoc]

/** Returns the lifetime of an mdoc in seconds. */
export const mdocLifetime = ({
  credentialLifetimeSeconds,
}: Pick<PidProviderConfig, 'credentialLifetimeSeconds'>): number => lifetime(credentialLifetimeSeconds)

/** Returns the last time at which an mdoc can be issued that does not outlive its signer's certificate (PP-108). */
export const issuesMdocsUntil = ({ config, mdocIssuer }: MdocIssuerContext): NumericDate =>
  (latestEnd({ mdocIssuer }) ?? 0) - mdocLifetime(config)

/** Seconds before the last possible issuance. The operator is warned from then on. */
const noticeSeconds = 30 * daySeconds

/** Returns warnings about the signer's certificate. None if it suffices for 30 days, or if no mdocs are issued. */
export function mdocSignerNotes(ctx: MdocIssuerContext, now: NumericDate): readonly string[] {
  const until = issuesMdocsUntil(ctx)
  if (!ctx.config.support.formats.includes(formatMdoc) || now + noticeSeconds <= until) return []
  const consequence = now > until ? 'no mdocs are issued any more' : `mdocs are issued until ${isoDay(until)} only`
  return [`${consequence}: create another certificate for their signer with fiducia init, then restart the service`]
}

const isoDay = (time: NumericDate): string => new Date(time * 1000).toISOString().slice(0, 10)

/**
 * Returns the issuer of mdocs, or `undefined` if the provider issues none. Throws a TypeError for a configuration that
 * has mdocs and no signer.
 */
export function documentIssuer({ config, mdocIssuer }: MdocIssuerContext): MdocIssuer | undefined {
  if (!config.support.formats.includes(formatMdoc)) return undefined
  if (mdocIssuer === undefined) throw new TypeError('formats has mso_mdoc, but there is no mdocIssuer to sign it')
  return mdocIssuer
}

/** Returns the namespaces and the issuer of mdocs. */
export function mdocContentOf({ mdoc }: PidProviderConfig, type: CredentialType): CredentialContent['mdoc'] {
  const { domesticNamespace = type.mdoc.domesticNamespace } = mdoc // PP-108
  return { ...mdoc, domesticNamespace }
}
