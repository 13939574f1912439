/** Kinds of artefacts that the decoder recognises, with their titles. */
import type { Texts } from '../screen.ts'
import { same } from './words.ts'

/** Title of each kind. Terms of the standards are English in both languages. */
export const kindTitles = {
  empty: { it: 'Niente da decodificare', en: 'Nothing to decode' },
  too_large: { it: 'Testo troppo lungo', en: 'The text is too large' },
  unknown: { it: 'Formato non riconosciuto', en: 'Not recognised' },
  jwt: same('JWT'),
  jws: { it: 'JWS (contenuto non JSON)', en: 'JWS (its content is not JSON)' },
  jwe: { it: 'JWE (cifrato)', en: 'JWE (encrypted)' },
  sd_jwt: same('SD-JWT'),
  sd_jwt_kb: { it: 'SD-JWT con Key Binding', en: 'SD-JWT with key binding' },
  key_binding_jwt: same('Key Binding JWT'),
  disclosure: { it: 'Disclosure di un SD-JWT', en: 'Disclosure of an SD-JWT' },
  mdoc: same('mdoc (IssuerSigned)'),
  device_response: same('mdoc (DeviceResponse)'),
  cbor: same('CBOR'),
  cose_sign1: same('COSE_Sign1'),
  cose_key: same('COSE_Key'),
  jwk: { it: 'Chiave (JWK)', en: 'Key (JWK)' },
  jwks: { it: 'Insieme di chiavi (JWKS)', en: 'Key set (JWKS)' },
  private_key: { it: 'Chiave privata', en: 'Private key' },
  certificate: { it: 'Certificato X.509', en: 'X.509 certificate' },
  certificate_chain: { it: 'Catena di certificati X.509', en: 'X.509 certificate chain' },
  entity_configuration: same('Entity Configuration'),
  subordinate_statement: same('Subordinate Statement'),
  trust_chain: same('Trust chain'),
  trust_mark: same('Trust mark'),
  trust_mark_delegation: { it: 'Delega per un trust mark', en: 'Trust mark delegation' },
  resolve_response: same('Resolve response'),
  historical_keys: { it: 'Chiavi storiche della federazione', en: 'Historical federation keys' },
  status_list_token: same('Status List Token'),
  wallet_attestation: same('Wallet Attestation'),
  wallet_attestation_request: same('Wallet Attestation Request'),
  attestation_pop: {
    it: 'Prova di possesso della chiave attestata',
    en: 'Proof of possession of the attested key',
  },
  attestation_assertion: { it: 'Wallet Attestation con prova', en: 'Wallet Attestation with its proof' },
  dpop_proof: { it: 'Prova DPoP', en: 'DPoP proof' },
  access_token: same('Access token'),
  presentation_request_object: {
    it: 'Request Object di una presentazione',
    en: 'Request Object of a presentation',
  },
  pushed_request_object: { it: 'Request Object per il PAR', en: 'Request Object of a pushed request' },
  client_assertion: same('Client assertion'),
  key_proof: same('Key proof (OpenID4VCI)'),
  id_token: same('ID Token'),
  dcql_query: { it: 'Richiesta DCQL', en: 'DCQL query' },
  presentation_definition: same('Presentation Definition'),
  presentation_submission: same('Presentation Submission'),
  authorization_details: same('Authorization details'),
  engagement_link: { it: 'Link di ingaggio per il wallet', en: 'Engagement link for a wallet' },
  url: same('URL'),
  form: { it: 'Parametri di un form', en: 'Form parameters' },
  http_request: { it: 'Richiesta HTTP', en: 'HTTP request' },
  http_response: { it: 'Risposta HTTP', en: 'HTTP response' },
  http_exchange: { it: 'Scambio HTTP', en: 'HTTP exchange' },
  trace: { it: 'Fiducia-Trace: riferimento a una decisione', en: 'Fiducia-Trace: reference to a decision' },
  json: same('JSON'),
} as const satisfies Readonly<Record<string, Texts>>

/** Name of a kind. It is part of the JSON output. */
export type DecodedKind = keyof typeof kindTitles

/** Returns false for the kinds of a text that was not decoded. */
export const isRecognised = (kind: DecodedKind): boolean => !['empty', 'too_large', 'unknown'].includes(kind)
