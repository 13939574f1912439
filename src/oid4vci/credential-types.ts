/**
 * The PID as a type of credential: its names on the wire and its six claims (it-wallet §Entity configuration of a PID
 * Provider). The constants hold for the whole profile and can be configured (PP-40).
 */
import { type CredentialSupport, formatMdoc, formatSdJwt } from '../oauth/index.ts'

/** A name for people, in one language (BCP 47). */
export interface Display {
  readonly name: string
  readonly locale: string
}

/** What metadata say of one claim. */
export interface ClaimDescription {
  readonly mandatory: boolean
  readonly display: readonly Display[]
}

/** The claims of a PID, in the order of the specification. */
export const pidClaimNames = [
  'given_name',
  'family_name',
  'birthdate',
  'place_of_birth',
  'unique_id',
  'tax_id_number',
] as const

/** The name of a claim of a PID. */
export type PidClaimName = (typeof pidClaimNames)[number]

/** What the PID is called where it is asked for and issued, and which formats an issuer offers. */
export const pidSupport: CredentialSupport = {
  formats: [formatSdJwt, formatMdoc],
  credentialType: 'eu.eudiw.pid.it', // PP-40
  doctype: 'eu.europa.ec.eudiw.pid.1', // PP-40
}

const displayNames: Readonly<Record<PidClaimName, readonly [it: string, en: string]>> = {
  given_name: ['Nome', 'Given name'],
  family_name: ['Cognome', 'Family name'],
  birthdate: ['Data di nascita', 'Date of birth'],
  place_of_birth: ['Luogo di nascita', 'Place of birth'],
  unique_id: ['Identificativo univoco', 'Unique identifier'],
  tax_id_number: ['Codice fiscale', 'Tax identification number'],
}

/** The six claims as issuer metadata announces them. */
export const pidCredentialSubject: Readonly<Record<string, ClaimDescription>> = Object.fromEntries(
  pidClaimNames.map((name) => {
    const [italian, english] = displayNames[name]
    const display = [
      { name: italian, locale: 'it-IT' },
      { name: english, locale: 'en-US' },
    ]
    return [name, { mandatory: true, display }] // PP-37
  }),
)
