/**
 * Texts of the decoder in both languages: sections, checks, results, sources of keys, and reasons why a check was not
 * made. The names of all of these are part of the JSON output.
 */
import type { Texts } from '../screen.ts'

/** Returns a text that is the same in both languages, for example a term of a standard. */
export const same = (text: string): Texts => ({ it: text, en: text })

export const sectionTitles = {
  header: same('Header'),
  payload: same('Payload'),
  content: { it: 'Contenuto', en: 'Content' },
  disclosures: { it: 'Disclosure', en: 'Disclosures' },
  undisclosed: { it: 'Non rivelato', en: 'Not disclosed' },
  key_binding: { it: 'Key Binding', en: 'Key binding' },
  status: { it: 'Stato', en: 'Status' },
  statements: { it: 'Statement, dal soggetto verso l’alto', en: 'Statements, from the subject upwards' },
  resolved_metadata: { it: 'Metadata risolti', en: 'Resolved metadata' },
  certificates: { it: 'Certificati, dal primo', en: 'Certificates, leaf first' },
  elements: { it: 'Elementi', en: 'Elements' },
  mobile_security_object: same('Mobile Security Object'),
  issuer_auth: { it: 'Firma dell’emittente', en: 'Signature of the issuer' },
  device: { it: 'Dispositivo', en: 'Device' },
  request_line: { it: 'Richiesta', en: 'Request' },
  status_line: { it: 'Risposta', en: 'Response' },
  headers: { it: 'Header HTTP', en: 'HTTP headers' },
  body: same('Body'),
  parameters: { it: 'Parametri', en: 'Parameters' },
} as const satisfies Readonly<Record<string, Texts>>
export type SectionName = keyof typeof sectionTitles

export const checkNames = {
  form: { it: 'Forma', en: 'Form' },
  typ: same('typ'),
  signature: { it: 'Firma', en: 'Signature' },
  times: { it: 'Tempi', en: 'Times' },
  issuer: { it: 'Emittente', en: 'Issuer' },
  key: { it: 'Chiave', en: 'Key' },
  decryption: { it: 'Decifratura', en: 'Decryption' },
  disclosures: { it: 'Digest delle disclosure', en: 'Digests of the disclosures' },
  sd_hash: same('sd_hash'),
  key_binding: { it: 'Firma del titolare', en: 'Signature of the holder' },
  digests: { it: 'Digest degli elementi', en: 'Digests of the elements' },
  certificates: { it: 'Catena di certificati', en: 'Certificate chain' },
  device_signature: { it: 'Firma del dispositivo', en: 'Signature of the device' },
  link: { it: 'Anello', en: 'Link' },
  chain: same('Trust chain'),
  anchor: same('Trust Anchor'),
  htm: { it: 'Metodo (htm)', en: 'Method (htm)' },
  htu: same('URL (htu)'),
  ath: same('Access token (ath)'),
  hardware: { it: 'Prove del dispositivo', en: 'Device evidence' },
  nonce: same('Nonce'),
  single_use: { it: 'Uso unico (jti)', en: 'Single use (jti)' },
  status: { it: 'Stato all’indice', en: 'Status at the index' },
  size: { it: 'Lunghezza', en: 'Size' },
} as const satisfies Readonly<Record<string, Texts>>
export type CheckName = keyof typeof checkNames

export const resultWords = {
  verified: { it: 'verificato', en: 'verified' },
  not_valid: { it: 'non valido', en: 'not valid' },
  not_verifiable: { it: 'non verificabile qui', en: 'not verifiable here' },
} as const satisfies Readonly<Record<string, Texts>>

/** Sources of a verifying key, and what a signature with this key proves. */
export const keySources = {
  pasted: { it: 'con la chiave fornita', en: 'with the pasted key' },
  header_jwk: {
    it: 'con la chiave nel suo header (jwk): prova solo il possesso della chiave',
    en: 'with the key in its header (jwk): it proves possession of that key only',
  },
  kid_did: {
    it: 'con la chiave nel suo kid (DID): prova solo il possesso della chiave',
    en: 'with the key in its kid (a DID): it proves possession of that key only',
  },
  cnf: {
    it: 'con la chiave in cnf: prova solo il possesso della chiave',
    en: 'with the key in cnf: it proves possession of that key only',
  },
  own_jwks: {
    it: 'con le proprie chiavi (jwks): la fiducia richiede una trust chain',
    en: 'with its own keys (jwks): trust requires a trust chain',
  },
  x5c: {
    it: 'con il certificato nel suo header: la radice non è verificata qui',
    en: 'with the certificate in its header: its root is not checked here',
  },
  trust_chain: {
    it: 'con una chiave della sua trust chain: il Trust Anchor non è verificato qui',
    en: 'with a key of the trust chain in its header: the Trust Anchor is not checked here',
  },
  superior: {
    it: 'con la chiave che indica lo statement superiore',
    en: 'with the key in the statement of the superior',
  },
  attestation: { it: 'con la chiave attestata', en: 'with the attested key' },
  self_signed: {
    it: 'con la propria chiave (autofirmato)',
    en: 'with its own key (self-signed)',
  },
} as const satisfies Readonly<Record<string, Texts>>
export type KeySource = keyof typeof keySources

export const becauseWords = {
  key_absent: {
    it: 'perché il testo non contiene la chiave di chi ha firmato: aggiungila come chiave (JWK, JWKS, PEM, Entity Configuration)',
    en: 'because the text does not contain the key of the signer: paste it as the key (JWK, JWKS, PEM, Entity Configuration)',
  },
  key_other: {
    it: 'perché la chiave fornita ha un altro kid o un altro tipo',
    en: 'because the pasted key has another kid or another type',
  },
  key_unreadable: {
    it: 'perché la chiave fornita non è un JWK, un JWKS, un PEM o una Entity Configuration con una chiave supportata',
    en: 'because the pasted key is no JWK, JWKS, PEM or Entity Configuration with a supported key',
  },
  form_refused: {
    it: 'perché la forma è già stata rifiutata',
    en: 'because the form was already refused',
  },
  issuer_part_refused: {
    it: 'perché la parte firmata dall’emittente non è valida',
    en: 'because the part that the issuer signed is not valid',
  },
  no_times: { it: 'perché non contiene tempi', en: 'because it contains no times' },
  request_absent: {
    it: 'perché manca la richiesta: aggiungi metodo e URL',
    en: 'because the request is missing: add its method and URL',
  },
  access_token_absent: {
    it: 'perché manca l’access token: aggiungilo',
    en: 'because the access token is missing: add it',
  },
  store_only: {
    it: 'perché solo il server sa se è già stato usato',
    en: 'because only the server knows whether it was used before',
  },
  server_only: {
    it: 'perché solo il server che lo ha emesso può verificarlo',
    en: 'because only the server that issued it can verify it',
  },
  anchor_not_pinned: {
    it: 'perché nessun Trust Anchor è indicato qui: aggiungi le sue chiavi come chiave',
    en: 'because no Trust Anchor is pinned here: paste its keys as the key',
  },
  chain_absent: {
    it: 'perché solo la sua trust chain porta alle chiavi fornite: decodifica la catena',
    en: 'because only its trust chain leads to the pasted keys: decode the chain',
  },
  root_not_pinned: {
    it: 'perché nessuna autorità è indicata qui: aggiungi il suo certificato come chiave',
    en: 'because no authority is pinned here: paste its certificate as the key',
  },
  issuer_not_evaluated: {
    it: 'perché la fiducia nell’emittente si verifica solo nella federazione: usa fiducia trust explain',
    en: 'because only the federation shows whether the issuer is trusted: use fiducia trust explain',
  },
  decryption_key_absent: {
    it: 'perché serve la chiave privata del destinatario: aggiungila come chiave (JWK)',
    en: 'because the private key of the recipient is missing: paste it as the key (JWK)',
  },
  session_absent: {
    it: 'perché il testo non contiene la sessione (client_id, nonce, response_uri): incolla la Request Object come sessione',
    en: 'because the text does not contain the session (client_id, nonce, response_uri): paste the Request Object as the session',
  },
  session_incomplete: {
    it: 'perché la sessione incollata non ha questi membri',
    en: 'because the pasted session lacks these members',
  },
  index_absent: {
    it: 'perché manca l’indice: aggiungilo, oppure scrivi token#indice',
    en: 'because the index is missing: add it, or write token#index',
  },
  registration_absent: {
    it: 'perché la chiave hardware registrata è nota solo al Wallet Provider',
    en: 'because only the Wallet Provider knows the registered hardware key',
  },
  payload_detached: {
    it: 'perché il contenuto firmato non è nel testo (payload staccato)',
    en: 'because the signed content is not in the text (detached payload)',
  },
  limit_reached: {
    it: 'perché il testo contiene troppe status list: incolla questa da sola',
    en: 'because the text contains too many status lists: paste this one alone',
  },
  not_supported: {
    it: 'perché questo algoritmo o tipo di chiave non è supportato qui',
    en: 'because this algorithm or type of key is not supported here',
  },
} as const satisfies Readonly<Record<string, Texts>>
export type Because = keyof typeof becauseWords

/** Texts for an expiry, a beginning, or an event. `{time}` is replaced by the time relative to now. */
export const timeWords = {
  expired: { it: 'scaduto {time}', en: 'expired {time}' },
  expires: { it: 'scade {time}', en: 'expires {time}' },
  began: { it: 'iniziato {time}', en: 'began {time}' },
  begins: { it: 'inizia {time}', en: 'begins {time}' },
  past: same('{time}'),
  future: { it: 'nel futuro: {time}', en: 'in the future: {time}' },
} as const satisfies Readonly<Record<string, Texts>>
