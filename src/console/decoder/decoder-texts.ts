/** Texts of the decoder screen. */

export const texts = {
  it: {
    title: 'Decoder',
    intro:
      'Incolla un token, un certificato, una richiesta o un link: la console lo riconosce, lo decodifica, ne spiega ogni membro e verifica ciò che il testo permette di verificare.',
    privacy: 'Nulla di ciò che si incolla viene conservato o registrato.',
    text: 'Testo da decodificare',
    textHint:
      'JWT, SD-JWT, mdoc, CBOR, JWK, certificati, Entity Statement, trust chain, token di stato, DCQL, link di ingaggio, una richiesta HTTP… Al massimo 256 kB.',
    further: 'Altri campi: chiave, indice, richiesta della prova DPoP',
    key: 'Chiave',
    keyHint: 'JWK, JWKS, PEM o Entity Configuration: per verificare; una chiave privata (JWK) per decifrare.',
    index: 'Indice in una status list',
    method: 'Metodo della richiesta',
    url: 'URL della richiesta',
    accessToken: 'Access token',
    session: 'Sessione di un mdoc',
    sessionHint:
      'La Request Object, o un oggetto JSON con client_id, nonce e response_uri: serve alla firma del dispositivo.',
    decode: 'Decodifica',
    clear: 'Svuota',
    examples: 'Esempi da provare',
    exampleMissing: 'Questo esempio non è disponibile ora: il ruolo che lo pubblica non risponde.',
    command: 'Lo stesso dalla riga di comando',
    api: 'Chiamata API',
    trace: 'Cerca la decisione',
    flow: 'Mostra il flusso di questa decisione',
    hint: 'Incolla il testo intero, senza virgolette e senza intestazioni.',
  },
  en: {
    title: 'Decoder',
    intro:
      'Paste any artefact. The decoder recognises it, decodes it, explains each member, and verifies as much as the text allows.',
    privacy: 'Nothing pasted is kept or logged.',
    text: 'Text to decode',
    textHint:
      'JWT, SD-JWT, mdoc, CBOR, JWK, certificates, Entity Statement, trust chain, status list token, DCQL, engagement link, an HTTP request… At most 256 kB.',
    further: 'Further fields: key, index, request of a DPoP proof',
    key: 'Key',
    keyHint: 'JWK, JWKS, PEM or Entity Configuration, to verify; a private key (JWK), to decrypt.',
    index: 'Index in a status list',
    method: 'Method of the request',
    url: 'URL of the request',
    accessToken: 'Access token',
    session: 'Session of an mdoc',
    sessionHint:
      'The Request Object, or a JSON object with client_id, nonce and response_uri. It is needed to verify the device signature.',
    decode: 'Decode',
    clear: 'Clear',
    examples: 'Examples to try',
    exampleMissing: 'This example is not available now: the role that publishes it does not answer.',
    command: 'The same at the command line',
    api: 'API call',
    trace: 'Look up the decision',
    flow: 'Show the flow of this decision',
    hint: 'Paste the whole text, without quotation marks or headings around it.',
  },
} as const
