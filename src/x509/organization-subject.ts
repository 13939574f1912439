/**
 * Certificate subjects of the entities of a federation (IT-Wallet 1.3.3, trust-infrastructure, X.509 Certificates
 * Issuance).
 */
import { shownText } from '../base/index.ts'
import { nameOids } from './certificate.ts'
import { nameText } from './name-write.ts'

/** Registered data of an organization for the subject of its certificates. */
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

/**
 * Maximum length of an organization's name and of a common name in characters (RFC 5280 Appendix A.1,
 * ub-organization-name, ub-common-name).
 */
const longestName = 64

/** Returns the visible characters of a text in one line. Cuts the line after `longest` characters. */
const visible = (text = '', longest?: number): string =>
  [...shownText(text, Number.POSITIVE_INFINITY)].slice(0, longest).join('')

/**
 * Returns the subject of an entity as text for `signCertificate`. The common name is the host of the entity identifier,
 * if the host has at most 64 characters. `test` adds the organizational unit of test certificates. Contains only
 * visible characters. Cuts the organization's name after 64 of them (D-990). Leaves out attributes that are absent or
 * empty. Throws a TypeError if `entityId` is not a URL.
 */
export function organizationSubject(
  organization: CertifiedOrganization,
  { entityId, test }: { readonly entityId: string; readonly test: boolean },
): string {
  const host = new URL(entityId).hostname
  const attributes: readonly (readonly [type: string, value: string])[] = [
    ['C', visible(organization.country)],
    ['ST', visible(organization.stateOrProvince)],
    ['L', visible(organization.locality)],
    ['O', visible(organization.organizationName, longestName)],
    ['OU', test ? testUnit : ''],
    [nameOids.organizationIdentifier, visible(organization.organizationIdentifier)],
    [nameOids.email, visible(organization.emailAddress)],
    ['CN', host.length > longestName ? '' : host],
  ]
  return nameText(attributes.filter(([, value]) => value !== ''))
}
