/** Expected results that many rows share: codes for a forged JWT, and reasons why some faults have no effect. */

const optional = {
  it: 'Il membro è facoltativo.',
  en: 'The member is optional.',
} as const

/** Codes for a JWT without a valid signature of its signer. */
export const forgedJwt = {
  wrong_key: 'signature_invalid',
  broken_signature: 'signature_invalid',
  unsigned: 'alg_none',
  malformed: 'jws_malformed',
} as const

/** Reasons why a fault is tolerated. Each is a choice of the standard or of the receiver. */
export const tolerances = {
  optional,
  repeatable: {
    it: 'Si può ripetere: la seconda risposta vale quanto la prima.',
    en: 'The request can be repeated: the second response is as valid as the first.',
  },
  ownChallenge: {
    it: 'Chi ha emesso la challenge ne controlla solo l’età massima.',
    en: 'The issuer of the challenge checks only its maximum age.',
  },
  keyOfAttestation: {
    it: 'La chiave è quella in cnf; kid è solo un’indicazione.',
    en: 'The verification key is the one in cnf: kid is only a hint.',
  },
  unread: {
    it: 'Il destinatario non legge questo membro.',
    en: 'The receiver does not read this member.',
  },
  leftToWallet: {
    it: 'Il wallet firma il proprio redirect_uri: la risposta va là dove lo ha scritto.',
    en: 'The wallet signs its own redirect_uri: the response goes to that URI.',
  },
  statusUnknown: {
    it: 'Il wallet prosegue senza stato: lo verifica la Relying Party.',
    en: 'The wallet continues without the status: the Relying Party checks the status.',
  },
  hintOnly: {
    it: 'L’elenco è solo un’indicazione: il wallet mostra meno emittenti.',
    en: 'The list is only a hint: the wallet shows fewer issuers.',
  },
  unproven: {
    it: 'Senza prova la richiesta è anonima: la Request Object viene data lo stesso (RP-04).',
    en: 'Without a proof the request is anonymous: the Request Object is sent anyway (RP-04).',
  },
  fetchedAgain: {
    it: 'Viene richiesto di nuovo.',
    en: 'The receiver fetches it again.',
  },
  defaults: {
    it: 'Il parametro ha un valore predefinito.',
    en: 'The parameter has a default.',
  },
  unrestricted: {
    it: 'Senza politica non ci sono limiti ai metadati.',
    en: 'Without a policy, the metadata is not restricted.',
  },
} as const
