/** The credential types that an issuer of a later profile offers, by their names in `pidProviderWire`. */
import { type CredentialType, itWallet1Pid, itWalletId, itWalletPid } from '../credential/index.ts'
import { formatMdoc, formatNames, formatSdJwt } from '../oauth/index.ts'
import { type ProfileName, pidProviderWire } from '../profiles/index.ts'

/** A configuration in `pidProviderWire`. */
export type OfferedConfiguration = NonNullable<(typeof pidProviderWire)[ProfileName]['configurations']>[number]

/**
 * Returns the types by their names in `pidProviderWire`. The `vct` of some is a URL below the Trust Anchor's
 * identifier.
 */
export const profileTypes = (trustAnchor: string): Readonly<Record<OfferedConfiguration['type'], CredentialType>> => ({
  'it-wallet-1.0 PID': itWallet1Pid(trustAnchor),
  PID: itWalletPidWithMdoc(trustAnchor),
  'IT-Wallet ID': itWalletId(trustAnchor),
})

/** Returns the `vct` of an SD-JWT configuration, or the doctype of an mdoc configuration. */
export const typeNameOf = ({ type, format }: OfferedConfiguration, trustAnchor: string): string =>
  formatNames[format === formatMdoc ? formatMdoc : formatSdJwt].typeOf(profileTypes(trustAnchor)[type])

/** Returns each `vct` and doctype that an issuer of the profile offers. The issuer's superior must allow them. */
export const offeredTypeNames = (profile: ProfileName, trustAnchor: string): readonly string[] => [
  ...new Set((pidProviderWire[profile].configurations ?? []).map((offered) => typeNameOf(offered, trustAnchor))),
]

/** Returns the PID of IT-Wallet 1.3.3, also as an mdoc (credential-data-model-pid). */
const itWalletPidWithMdoc = (trustAnchor: string): CredentialType => ({
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
