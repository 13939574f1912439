/**
 * Who signs the provider's mdocs: a key with a certificate of the provider's own authority (PP-108). Both certificates
 * stand in the metadata; the mdoc carries the first.
 */
import type { NumericDate } from '../../base/index.ts'
import { issuerFacets, type MdocIssuer } from '../../credential/issuer.ts'
import { formatMdoc } from '../../oauth/index.ts'
import { type CertifiedJwk, createCertifiedJwk } from '../../oid4vci/index.ts'
import type { PidProviderConfig } from '../config.ts'

export const documentKey = ({ signer, certificate, authority }: MdocIssuer): CertifiedJwk =>
  createCertifiedJwk(signer.publicJwk, [certificate, authority]) // PP-108

interface MdocIssuerContext {
  readonly config: PidProviderConfig
  readonly mdocIssuer?: MdocIssuer | undefined
}

const day = 86_400

const { lifetime, latestEnd } = issuerFacets[formatMdoc]

/** Returns the seconds for which an mdoc is issued. */
export const mdocLifetime = ({
  credentialLifetimeSeconds,
}: Pick<PidProviderConfig, 'credentialLifetimeSeconds'>): number => lifetime(credentialLifetimeSeconds)

/** Returns the last time at which an mdoc can be issued that its signer's certificate outlives (PP-108). */
export const issuesMdocsUntil = ({ config, mdocIssuer }: MdocIssuerContext): NumericDate =>
  (latestEnd({ mdocIssuer }) ?? 0) - mdocLifetime(config)

/** So long before it must be renewed the operator is told. */
const noticeSeconds = 30 * day

/** What an operator must know of the signer's certificate; none when no mdocs are issued, or it has time. */
export function mdocSignerNotes(ctx: MdocIssuerContext, now: NumericDate): readonly string[] {
  const until = issuesMdocsUntil(ctx)
  if (!ctx.config.support.formats.includes(formatMdoc) || now + noticeSeconds <= until) return []
  const what = now > until ? 'no mdocs are issued any more' : `mdocs are issued until ${isoDay(until)} only`
  return [`${what}: their signer needs another certificate, which fiducia init makes; then start the service anew`]
}

const isoDay = (time: NumericDate): string => new Date(time * 1000).toISOString().slice(0, 10)

/** The issuer, when mdocs are issued. Throws a TypeError when they are and nobody can sign them: configuration. */
export function documentIssuer({ config, mdocIssuer }: MdocIssuerContext): MdocIssuer | undefined {
  if (!config.support.formats.includes(formatMdoc)) return undefined
  if (mdocIssuer === undefined) throw new TypeError('formats has mso_mdoc, but there is no mdocIssuer to sign it')
  return mdocIssuer
}
