/** The PID of IT-Wallet 1.3.3 as an mdoc (credential-data-model-pid, PID Data Model in mdoc-CBOR Format). */
import { type CredentialType, itWalletPid } from '../../credential/index.ts'

/** Returns the PID with the names and elements of its mdoc. */
export const itWalletPidMdoc = (trustAnchor: string): CredentialType => ({
  ...itWalletPid(trustAnchor),
  doctype: 'eu.europa.ec.eudi.pid.1',
  mdoc: {
    main: {
      given_name: { claim: 'given_name', form: 'text' },
      family_name: { claim: 'family_name', form: 'text' },
      birth_date: { claim: 'birthdate', form: 'date' },
      place_of_birth: { claim: 'place_of_birth' },
      nationality: { claim: 'nationalities' },
      personal_administrative_number: { claim: 'personal_administrative_number' },
      expiry_date: { fact: 'expiresAt' },
      issuing_authority: { fact: 'issuingAuthority' },
      issuing_country: { fact: 'issuingCountry' },
    },
    domesticNamespace: 'eu.europa.ec.eudi.pid.it.1',
    domestic: { tax_id_code: { claim: 'tax_id_code' } },
  },
})
