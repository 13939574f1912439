/** A second type of credential, which consists of data alone. */
import type { CredentialType } from '../../src/credential/index.ts'
import { formatMdoc, formatSdJwt } from '../../src/oauth/index.ts'

export const healthCard: CredentialType = {
  formats: [formatSdJwt, formatMdoc],
  credentialType: 'it.example.health-card',
  doctype: 'example.health.card.1',
  claims: {
    holder_name: {
      attribute: 'family_name',
      form: 'text',
      display: { 'it-IT': 'Titolare', 'en-US': 'Holder', 'de-DE': 'Inhaber' },
    },
    date_of_birth: {
      attribute: 'birthdate',
      form: 'date',
      display: { 'it-IT': 'Nato il', 'en-US': 'Born on', 'de-DE': 'Geboren am' },
    },
    region: { attribute: 'region', isOptional: true, display: { 'it-IT': 'Regione', 'en-US': 'Region' } },
    unique_id: { attribute: 'unique_id', display: { 'it-IT': 'Numero', 'en-US': 'Number' } },
    tax_id_number: {
      attribute: 'fiscal_number',
      isPlain: true,
      display: { 'it-IT': 'Codice fiscale', 'en-US': 'Tax number' },
    },
  },
  mdoc: {
    main: {
      holder: { claim: 'holder_name', form: 'text' },
      born: { claim: 'date_of_birth', form: 'date' },
      region: { claim: 'region' },
      valid_until: { fact: 'expiresAt' },
    },
    domesticNamespace: 'example.health.card.it.1',
    domestic: {},
  },
  assurance: { trust_framework: 'example' },
  display: { name: 'Tessera sanitaria', locale: 'it-IT', background_color: '#ffffff', text_color: '#000000' },
}
