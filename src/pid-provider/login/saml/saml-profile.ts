/**
 * The two national profiles of a login over SAML 2.0: SPID and CIE id. CIE id has the rules of SPID except for the
 * members of `SamlProfile`. The settings name the profile of each identity provider.
 *
 * SPID SAML rules of 2022-05; technical manual of CIE id for SAML (Ministry of the Interior, 2023-09).
 */
import type { SamlProfileName, UserFailureCode } from '../national-identity-provider.ts'

/** Rules that differ between the two profiles. */
export interface SamlProfile {
  /** Requires a Format of the Assertion's Issuer. CIE id sends none. */
  readonly issuerFormatRequired: boolean
  /** Attributes that a PID needs and that the service provider's metadata may request. */
  readonly requestedAttributes: readonly string[]
  /** Failure codes of the user by StatusMessage. Other messages are not failures of the user. */
  readonly userMessages: Readonly<Record<string, UserFailureCode>>
}

/** Minimum data set of eIDAS. CIE id sends these four and refuses metadata that request more. */
const minimumDataSet = ['name', 'familyName', 'dateOfBirth', 'fiscalNumber'] as const

/** StatusMessages with the same meaning in both profiles. */
const sharedMessages = {
  'ErrorCode nr21': 'user_timed_out',
  'ErrorCode nr22': 'user_consent_refused',
  'ErrorCode nr25': 'user_cancelled',
} as const satisfies Record<string, UserFailureCode>

/** The rules of each profile. */
export const samlProfiles: Readonly<Record<SamlProfileName, SamlProfile>> = {
  spid: {
    issuerFormatRequired: true,
    requestedAttributes: ['name', 'familyName', 'dateOfBirth', 'placeOfBirth', 'countyOfBirth', 'fiscalNumber'],
    userMessages: {
      ...sharedMessages,
      'ErrorCode nr19': 'user_credentials_failed',
      'ErrorCode nr20': 'user_level_unavailable',
      'ErrorCode nr23': 'user_blocked',
      'ErrorCode nr30': 'user_identity_unsuitable',
    },
  },
  cie: {
    issuerFormatRequired: false,
    requestedAttributes: minimumDataSet,
    userMessages: { ...sharedMessages, 'ErrorCode nr23': 'user_card_invalid' },
  },
}
