/**
 * Certificate subjects of the entities of a federation (IT-Wallet 1.3.3, trust-infrastructure, X.509 Certificates
 * Issuance).
 */
import { nameOids } from './certificate.ts'
import { nameText } from './name-write.ts'

/** Registered data of an organisation for the subject of its certificates. */
export interface CertifiedOrganization {
  /** Country code of two letters. */
  readonly country: string
  readonly stateOrProvince?: string
  readonly locality?: string
  readonly organizationName: string
  /** Must be ASCII. */
  readonly emailAddress?: string
  /** Registration number, for example `VATIT-12345678901` (X.520). */
  readonly organizationIdentifier?: string
}

/** Organizational unit in subjects of test certificates. It shows that no state issued these certificates. */
const testUnit = 'TEST, not national'

/** Maximum length of an organization's name in characters (RFC 5280 Appendix A.1, ub-organization-name). */
const longestName = 64

/**
 * Returns the subject of an entity as text for `signCertificate`. The common name is the host of the entity identifier.
 * `test` adds the organizational unit of test certificates. Cuts the organization's name after 64 characters. Leaves out
 * attributes that are absent or empty. Throws a TypeError if `entityId` is not a URL.
 */
export function organizationSubject(
  organization: CertifiedOrganization,
  { entityId, test }: { readonly entityId: string; readonly test: boolean },
): string {
  const attributes: readonly (readonly [type: string, value: string | undefined])[] = [
    ['C', organization.country],
    ['ST', organization.stateOrProvince],
    ['L', organization.locality],
    ['O', [...organization.organizationName].slice(0, longestName).join('')],
    ['OU', test ? testUnit : undefined],
    [nameOids.organizationIdentifier, organization.organizationIdentifier],
    [nameOids.email, organization.emailAddress],
    ['CN', new URL(entityId).hostname],
  ]
  return nameText(attributes.flatMap(([type, value]) => (value ? [[type, value] as const] : [])))
}
