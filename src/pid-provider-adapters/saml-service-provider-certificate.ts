/**
 * The certificate contents for the public body behind a SAML service provider, as AgID's Avviso 29 v3 requires. AgID's
 * registry of SPID refuses metadata with other certificates.
 */
import { encodeUtf8 } from '../base/index.ts'
import { type CertificateTemplate, derTags, nameText, writeDer, writeOid, writeSequence } from '../x509/index.ts'

/** The public body behind a SAML service provider. */
export interface PublicBody {
  /** Name of at most 64 characters (RFC 5280 Appendix A.1). The length is not checked. */
  readonly organizationName: string
  readonly entityId: string
  /** Code in the index of public administrations (IPA). */
  readonly ipaCode: string
  /** Municipality of the body, at most 128 characters (RFC 5280 Appendix A.1). The length is not checked. */
  readonly locality: string
}

/** Returns subject and extensions for the self-signed certificate of a public body. */
export const publicBodyCertificateParts = (
  body: PublicBody,
): Pick<CertificateTemplate, 'subject' | 'usage' | 'extensions'> => ({
  subject: nameText([
    ['O', body.organizationName],
    ['CN', body.organizationName],
    ['2.5.4.83', body.entityId], // uri
    ['2.5.4.97', `PA:IT-${body.ipaCode}`], // organizationIdentifier
    ['C', 'IT'],
    ['L', body.locality],
  ]),
  usage: ['digitalSignature', 'nonRepudiation'],
  extensions: [
    { oid: '2.5.29.19', value: writeSequence() }, // basicConstraints: no authority
    { oid: '2.5.29.32', value: policies },
  ],
})

/** Identifier of the user notice qualifier (RFC 5280 §4.2.1.4). */
const userNotice = writeOid('1.3.6.1.5.5.7.2.2')

/** Returns a PolicyInformation with one user notice. */
const policy = (identifier: Uint8Array, text: string): Uint8Array =>
  writeSequence(
    identifier,
    writeSequence(writeSequence(userNotice, writeSequence(writeDer(derTags.utf8String, encodeUtf8(text))))),
  )

const policies = writeSequence(
  policy(writeOid('1.3.76.16'), 'AgIDroot'),
  policy(writeOid('1.3.76.16.6'), 'agIDcert'),
  policy(writeOid('1.3.76.16.4.2.1'), 'cert_SP_Pub'), // a public service provider
)
