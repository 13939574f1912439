/**
 * The two national profiles of a login over SAML 2.0: SPID and CIE id. CIE id has the rules of SPID but for the members
 * here. Which one an identity provider follows is part of its registration.
 *
 * SPID SAML rules of 2022-05; technical manual of CIE id for SAML (Ministry of the Interior, 2023-09).
 */
import type { SamlProfileName, UserLoginCode } from '../national-identity-provider.ts'

/** What only one of the two profiles says. */
export interface SamlProfile {
  /** Whether the Issuer of an Assertion names its Format. CIE id sends none. */
  readonly issuerFormatRequired: boolean
  /** The attributes that the service provider's metadata may ask for, as far as a PID needs them. */
  readonly requestedAttributes: readonly string[]
  /** What each StatusMessage says of the person. A message that is missing here says nothing. */
  readonly userMessages: Readonly<Record<string, UserLoginCode>>
}

/** The minimum data set of eIDAS. CIE id gives these four, and refuses metadata that ask for more. */
const minimumDataSet = ['name', 'familyName', 'dateOfBirth', 'fiscalNumber'] as const

/** The messages that both profiles have. */
const sharedMessages = {
  'ErrorCode nr21': 'user_timed_out',
  'ErrorCode nr22': 'user_consent_refused',
  'ErrorCode nr25': 'user_cancelled',
} as const satisfies Record<string, UserLoginCode>

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
