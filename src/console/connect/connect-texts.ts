/** Texts of the screen "Connect yours". */
import type { Language } from '../../http/index.ts'
import type { PartyFormCode, PartyKind } from './party-form.ts'

interface Texts {
  readonly title: string
  readonly lead: string
  readonly reachable: (host: string) => string
  readonly loopback: string
  readonly formTitle: string
  readonly kind: string
  readonly kinds: Readonly<Record<PartyKind, string>>
  readonly entityId: string
  readonly entityIdHint: string
  readonly pasted: string
  readonly pastedHint: string
  readonly credentialTypes: string
  readonly credentialTypesHint: string
  readonly dryRun: string
  readonly register: string
  readonly cannot: Readonly<Record<PartyFormCode, string>>
  readonly previewTitle: string
  readonly preview: string
  readonly emptied: string
  readonly otherKind: (kind: string) => string
  readonly registered: string
  readonly removed: string
  readonly metadata: string
  readonly entityTypes: string
  readonly keys: string
  readonly partiesTitle: string
  readonly none: string
  readonly noneHint: string
  readonly silent: string
  readonly most: (count: number) => string
  readonly trusted: string
  readonly untrusted: string
  readonly suspended: string
  readonly expires: string
  readonly change: string
  readonly remove: string
  readonly check: string
  readonly needsTitle: string
  readonly anchor: string
  readonly anchorKeys: string
  readonly types: string
  readonly redirects: string
  readonly redirectWords: string
  readonly authority: string
  readonly authorityLink: string
  readonly document: string
  readonly qr: string
  readonly qrAuthority: string
  readonly recipesTitle: string
}

export const texts: Readonly<Record<Language, Texts>> = {
  it: {
    title: 'Collega il tuo',
    lead: 'Un Fornitore di wallet, un emittente o una Relying Party di altri entra nella federazione di questa sandbox: con un modulo, o con una chiamata.',
    reachable: (host) =>
      `Altri raggiungono questa sandbox come ${host}: chiunque sia in questa rete può usarne i ruoli e gli utenti di prova. Non usare dati veri.`,
    loopback:
      'Questa sandbox risponde solo su questa macchina. Per un telefono, avviala con --host e il nome o l’indirizzo della macchina.',
    formTitle: 'Collega',
    kind: 'Che cosa colleghi',
    kinds: { 'wallet-provider': 'Fornitore di wallet', issuer: 'Emittente', 'relying-party': 'Relying Party' },
    entityId: 'Identificativo dell’entità',
    entityIdHint: 'Esattamente come nel suo sub: schema, porta e percorso. Con http solo su questa macchina.',
    pasted: 'Entity Configuration o JWKS (facoltativo)',
    pastedHint: 'Le chiavi che hai ricevuto per altra via. Senza, valgono quelle che l’entità pubblica.',
    credentialTypes: 'Tipi di credenziale (solo emittenti)',
    credentialTypesHint: 'Separati da spazi. Senza, l’emittente non può emettere nulla.',
    dryRun: 'Anteprima',
    register: 'Registra',
    cannot: {
      pasted_unreadable: 'Il testo incollato non è una Entity Configuration né un JWKS.',
      pasted_private: 'Il testo incollato contiene una chiave privata: incolla soltanto chiavi pubbliche.',
      entity_id_missing: 'Manca l’identificativo dell’entità.',
      entity_id_differs: 'L’identificativo non è il sub della Entity Configuration incollata.',
    },
    previewTitle: 'Anteprima: nulla è cambiato',
    preview: 'Il Trust Anchor la accetterebbe. Questi metadati vedrebbero gli altri:',
    emptied: 'La politica svuota questi elenchi:',
    otherKind: (kind) => `I suoi metadati non sono di: ${kind}.`,
    registered: 'L’entità è registrata.',
    removed: 'L’entità è stata tolta.',
    metadata: 'Metadati risultanti',
    entityTypes: 'Tipi di entità',
    keys: 'Chiavi (kid)',
    partiesTitle: 'Parti collegate',
    none: 'Nessuna parte collegata',
    noneHint: 'Qui appaiono le parti che registri, e perché la sandbox si fida o no.',
    silent: 'Il Trust Anchor non dà l’elenco delle parti.',
    most: (count) => `Sono mostrate al massimo ${count} parti.`,
    trusted: 'fidata',
    untrusted: 'non ancora fidata',
    suspended: 'sospesa',
    expires: 'La catena scade',
    change: 'Che cosa cambiare',
    remove: 'Togli',
    check: 'Controlla di nuovo',
    needsTitle: 'Che cosa serve alla tua parte',
    anchor: 'Trust Anchor',
    anchorKeys: 'Chiavi del Trust Anchor da fissare (JWKS)',
    types: 'Tipi di credenziale',
    redirects: 'Redirect',
    redirectWords:
      'Un wallet può tornare a https, a uno schema proprio (RFC 8252 §7.1) o a http su questa macchina (§7.3). Un link sullo stesso dispositivo apre:',
    authority: 'Autorità di certificazione (PEM)',
    authorityLink: 'Scarica authority.crt',
    document: 'Tutto in un documento',
    qr: 'Codice QR: il documento della sandbox per il telefono',
    qrAuthority: 'Codice QR: il certificato dell’autorità per il telefono',
    recipesTitle: 'Passo per passo',
  },
  en: {
    title: 'Connect yours',
    lead: 'Add a Wallet Provider, an issuer or a Relying Party of your own to the federation of this sandbox, with this form or with one API call.',
    reachable: (host) =>
      `Others reach this sandbox as ${host}: anybody in this network can use its roles and its test users. Do not use real data.`,
    loopback:
      'This sandbox answers on this machine only. For a phone, start it with --host and the name or address of the machine.',
    formTitle: 'Connect',
    kind: 'What you connect',
    kinds: { 'wallet-provider': 'Wallet Provider', issuer: 'Issuer', 'relying-party': 'Relying Party' },
    entityId: 'Entity identifier',
    entityIdHint: 'Exactly as in its sub: scheme, port and path. Plain http works on this machine only.',
    pasted: 'Entity Configuration or JWKS (optional)',
    pastedHint: 'Keys that you received through another channel. Defaults to the keys that the entity publishes.',
    credentialTypes: 'Credential types (issuers only)',
    credentialTypesHint: 'Separated by spaces. If there are none, the issuer may issue nothing.',
    dryRun: 'Dry run',
    register: 'Register',
    cannot: {
      pasted_unreadable: 'The pasted text is neither an Entity Configuration nor a JWKS.',
      pasted_private: 'The pasted text contains a private key: paste public keys only.',
      entity_id_missing: 'The entity identifier is missing.',
      entity_id_differs: 'The identifier is not the sub of the pasted Entity Configuration.',
    },
    previewTitle: 'Dry run: nothing has changed',
    preview: 'The Trust Anchor would accept it. Others would see these metadata:',
    emptied: 'The policy empties these lists:',
    otherKind: (kind) => `Its metadata are not those of: ${kind}.`,
    registered: 'The entity is registered.',
    removed: 'The entity was removed.',
    metadata: 'Resulting metadata',
    entityTypes: 'Entity types',
    keys: 'Keys (kid)',
    partiesTitle: 'Connected parties',
    none: 'No party is connected',
    noneHint: 'The parties that you register appear here, with the reason why the sandbox trusts them or not.',
    silent: 'The Trust Anchor does not return the list of parties.',
    most: (count) => `At most ${count} parties are shown.`,
    trusted: 'trusted',
    untrusted: 'not trusted yet',
    suspended: 'suspended',
    expires: 'The chain expires',
    change: 'What to change',
    remove: 'Remove',
    check: 'Check again',
    needsTitle: 'What your party needs',
    anchor: 'Trust Anchor',
    anchorKeys: 'Keys of the Trust Anchor to pin (JWKS)',
    types: 'Credential types',
    redirects: 'Redirects',
    redirectWords:
      'A wallet may return to https, to a scheme of its own (RFC 8252 §7.1) or to http on this machine (§7.3). A same-device link opens:',
    authority: 'Certificate authority (PEM)',
    authorityLink: 'Download authority.crt',
    document: 'All in one document',
    qr: 'QR code: the document of the sandbox for the phone',
    qrAuthority: 'QR code: the certificate of the authority for the phone',
    recipesTitle: 'Step by step',
  },
}
