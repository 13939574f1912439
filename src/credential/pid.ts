/**
 * The PID: its names, its six claims (it-wallet §Entity configuration of a PID Provider) and the elements of its mdoc
 * (D-37). An issuer's settings may replace the names of the type (PP-40).
 */
import type { CredentialType } from './credential-type.ts'
import { formatMdoc, formatSdJwt } from './formats.ts'

/** The PID as a type of credential. */
export const pid = {
  formats: [formatSdJwt, formatMdoc],
  credentialType: 'eu.eudiw.pid.it', // PP-40
  doctype: 'eu.europa.ec.eudiw.pid.1', // PP-40
  claims: {
    given_name: { form: 'text', display: { 'it-IT': 'Nome', 'en-US': 'Given name' } },
    family_name: { form: 'text', display: { 'it-IT': 'Cognome', 'en-US': 'Family name' } },
    birthdate: { form: 'date', display: { 'it-IT': 'Data di nascita', 'en-US': 'Date of birth' } },
    place_of_birth: { display: { 'it-IT': 'Luogo di nascita', 'en-US': 'Place of birth' } },
    unique_id: { display: { 'it-IT': 'Identificativo univoco', 'en-US': 'Unique identifier' } },
    tax_id_number: {
      attribute: 'fiscal_number',
      display: { 'it-IT': 'Codice fiscale', 'en-US': 'Italian tax code' },
    },
  },
  mdoc: {
    main: {
      family_name: { claim: 'family_name', form: 'text' },
      given_name: { claim: 'given_name', form: 'text' },
      birth_date: { claim: 'birthdate', form: 'date' }, // PP-108
      birth_place: { claim: 'place_of_birth' },
      issue_date: { fact: 'issuedAt' }, // PP-108
      expiry_date: { fact: 'expiresAt' }, // PP-108
      issuing_authority: { fact: 'issuingAuthority' },
      issuing_country: { fact: 'issuingCountry' },
    },
    domesticNamespace: 'eu.europa.ec.eudiw.pid.it.1', // PP-108
    domestic: {
      personal_administrative_number: { claim: 'unique_id' }, // PP-108
      tax_id_code: { claim: 'tax_id_number' },
    },
  },
  assurance: { trust_framework: 'eidas', assurance_level: 'high' },
  display: { name: 'PID', locale: 'it-IT', background_color: '#0b3d91', text_color: '#ffffff' }, // PP-36
} as const satisfies CredentialType

/** The name of a claim of a PID. */
export type PidClaimName = keyof typeof pid.claims

/** Default credential types of a role. The code that creates the role can pass others. */
export const credentialTypes: readonly [CredentialType, ...CredentialType[]] = [pid]
