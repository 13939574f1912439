/**
 * Credential types about a person in three versions of IT-Wallet: the PID of 1.0.2, the PID of 1.3.3 and the IT-Wallet
 * ID of 1.4.6. The `vct` of the PID of 1.0.2 is a URL that begins with the identifier of the Trust Anchor. These types
 * have an SD-JWT only.
 */
import type { CredentialType } from './credential-type.ts'
import { formatSdJwt } from './formats.ts'

/** `vct` of the PID of IT-Wallet 1.3.3 and later. */
const itWalletPidType = 'urn:eudi:pid:it:1'
/** `vct` of the IT-Wallet ID, the national credential of IT-Wallet 1.4.6. */
const itWalletIdType = 'urn:it-wallet:eid:1'
/** Returns the `vct` of the PID of IT-Wallet 1.0.2, a URL that begins with the identifier of the Trust Anchor. */
export const itWallet1PidType = (trustAnchor: string): string => `${trustAnchor}/vct/v1.0.0/personidentificationdata`

const nameClaims = {
  given_name: { form: 'text', display: { 'it-IT': 'Nome', 'en-US': 'Given name' } },
  family_name: { form: 'text', display: { 'it-IT': 'Cognome', 'en-US': 'Family name' } },
} as const
const dateOfBirthLabels = { 'it-IT': 'Data di nascita', 'en-US': 'Date of birth' }
const placeOfBirthLabels = { 'it-IT': 'Luogo di nascita', 'en-US': 'Place of birth' }
const identifierClaims = {
  nationalities: { form: 'texts', display: { 'it-IT': 'Cittadinanza', 'en-US': 'Nationality' } },
  personal_administrative_number: {
    attribute: 'unique_id',
    form: 'text',
    unless: 'tax_id_code',
    display: { 'it-IT': 'Identificativo ANPR', 'en-US': 'Personal administrative number' },
  },
  tax_id_code: {
    attribute: 'fiscal_number',
    form: 'text',
    unless: 'personal_administrative_number',
    display: { 'it-IT': 'Codice fiscale', 'en-US': 'Italian tax code' },
  },
} as const
const authorityFacts = { issuing_authority: 'issuingAuthority', issuing_country: 'issuingCountry' } as const
const sdJwtOnly = { formats: [formatSdJwt], mdoc: { main: {}, domesticNamespace: '', domestic: {} } } as const
const displayDefaults = { locale: 'it-IT', background_color: '#0b3d91', text_color: '#ffffff' }

/** Returns the PID of IT-Wallet 1.0.2 (§PID Claims). The holder can withhold `verification` too. */
export const itWallet1Pid = (trustAnchor: string): CredentialType => ({
  ...sdJwtOnly,
  credentialType: itWallet1PidType(trustAnchor),
  doctype: itWallet1PidType(trustAnchor),
  claims: {
    ...nameClaims,
    birth_date: { attribute: 'birthdate', form: 'date', display: dateOfBirthLabels },
    birth_place: { form: 'text', display: placeOfBirthLabels },
    ...identifierClaims,
    verification: { form: 'object', display: { 'it-IT': 'Verifica', 'en-US': 'Verification' } },
  },
  sdJwt: {
    profile: 'it-wallet-1.0',
    facts: { ...authorityFacts, expiry_date: 'expiresAt', 'vct#integrity': 'typeIntegrity' },
    requiresX5c: false,
  },
  assurance: { trust_framework: 'it_cie', assurance_level: 'high' },
  display: { ...displayDefaults, name: 'PID (IT-Wallet 1.0)' },
})

const laterPid = (trustAnchor: string, credentialType: string, name: string): CredentialType => ({
  ...sdJwtOnly,
  credentialType,
  doctype: credentialType,
  claims: {
    ...nameClaims,
    birthdate: { form: 'date', display: dateOfBirthLabels },
    place_of_birth: { form: 'object', display: placeOfBirthLabels },
    ...identifierClaims,
  },
  sdJwt: {
    profile: 'it-wallet-1.4',
    facts: {
      ...authorityFacts,
      date_of_expiry: 'expiresAt',
      verification: 'assurance',
      'vct#integrity': 'typeIntegrity',
    },
    requiresX5c: true,
  },
  assurance: { trust_framework: 'it_cie', assurance_level: `${trustAnchor}/loa/high` },
  display: { ...displayDefaults, name },
})

/** Returns the PID of IT-Wallet 1.3.3 and later (§PID). */
export const itWalletPid = (trustAnchor: string): CredentialType =>
  laterPid(trustAnchor, itWalletPidType, 'PID (IT-Wallet 1.4)')

/** Returns the IT-Wallet ID of 1.4.6 (§IT-Wallet ID Data Model), for national use only. */
export const itWalletId = (trustAnchor: string): CredentialType => laterPid(trustAnchor, itWalletIdType, 'IT-Wallet ID')

/** Returns all types of this file. */
export const itWalletTypes = (trustAnchor: string): readonly [CredentialType, CredentialType, CredentialType] => [
  itWallet1Pid(trustAnchor),
  itWalletPid(trustAnchor),
  itWalletId(trustAnchor),
]
