/** Default texts of an organisation's pages, used where the operator provides none. */
import type { PageLanguage } from '../http/index.ts'
import type { ServedRole } from './role-names.ts'

type Text = readonly [title: string, text: string]

/** Role whose home page is a default. A Relying Party has a home page of its own. */
export type HomeRole = Exclude<ServedRole, 'relying-party'>

interface PageTexts {
  readonly home: Readonly<Record<HomeRole, Text>>
  /** Labels of the links on a home page. */
  readonly links: Readonly<Record<'configuration' | 'members', string>>
  readonly privacy: Text
  readonly terms: Text
}

export const defaultPageTexts: Readonly<Record<PageLanguage, PageTexts>> = {
  it: {
    home: {
      'trust-anchor': [
        'Federazione IT-Wallet',
        'Questo servizio attesta quali enti fanno parte della federazione IT-Wallet e con quali chiavi. Non riguarda i cittadini: è per chi gestisce o sviluppa i servizi della federazione.',
      ],
      'wallet-provider': [
        'Fornitore del portafoglio digitale',
        'Questo servizio attesta che un portafoglio digitale è autentico. Lo usa l’app del portafoglio digitale: qui non c’è nulla da compilare. I dati pubblicati qui sono per chi gestisce o sviluppa i servizi della federazione.',
      ],
      'pid-provider': [
        'Servizio IT-Wallet',
        'Questo servizio fa parte del sistema IT-Wallet. Si usa dal portafoglio digitale: qui non c’è nulla da compilare.',
      ],
    },
    links: { configuration: 'Entity Configuration di questo servizio', members: 'Elenco dei membri della federazione' },
    privacy: [
      'Informativa sulla privacy',
      'L’ente non ha ancora pubblicato qui la sua informativa. Rivolgiti all’ente per sapere come tratta i tuoi dati.',
    ],
    terms: ['Condizioni di servizio', 'L’ente non ha ancora pubblicato qui le condizioni del servizio.'],
  },
  en: {
    home: {
      'trust-anchor': [
        'IT-Wallet federation',
        'This service attests which organisations belong to the IT-Wallet federation, and with which keys. It is not for citizens: it is for people who run or develop the services of the federation.',
      ],
      'wallet-provider': [
        'Wallet Provider',
        'This service attests that a wallet is genuine. The wallet app uses it: there is nothing to fill in here. The data published here are for people who run or develop the services of the federation.',
      ],
      'pid-provider': [
        'IT-Wallet service',
        'This service is part of the IT-Wallet system. You use it from your wallet: there is nothing to fill in here.',
      ],
    },
    links: { configuration: 'Entity Configuration of this service', members: 'List of the members of the federation' },
    privacy: [
      'Privacy policy',
      'The organisation has not published its policy here yet. Ask the organisation how it processes your data.',
    ],
    terms: ['Terms of service', 'The organisation has not published its terms of service here yet.'],
  },
  de: {
    home: {
      'trust-anchor': [
        'Föderation IT-Wallet',
        'Dieser Dienst bestätigt, welche Organisationen mit welchen Schlüsseln zur Föderation IT-Wallet gehören. Er richtet sich nicht an Bürgerinnen und Bürger, sondern an alle, die Dienste der Föderation betreiben oder entwickeln.',
      ],
      'wallet-provider': [
        'Wallet-Anbieter',
        'Dieser Dienst bestätigt, dass eine Wallet echt ist. Die Wallet-App verwendet ihn: Hier ist nichts auszufüllen. Die Daten auf dieser Seite sind für alle, die Dienste der Föderation betreiben oder entwickeln.',
      ],
      'pid-provider': [
        'IT-Wallet-Dienst',
        'Dieser Dienst gehört zum System IT-Wallet. Sie verwenden ihn mit Ihrer Wallet: Hier ist nichts auszufüllen.',
      ],
    },
    links: { configuration: 'Entity Configuration dieses Dienstes', members: 'Liste der Mitglieder der Föderation' },
    privacy: [
      'Datenschutzerklärung',
      'Die Organisation hat ihre Erklärung hier noch nicht veröffentlicht. Fragen Sie dort, wie sie Ihre Daten verarbeitet.',
    ],
    terms: ['Nutzungsbedingungen', 'Die Organisation hat ihre Nutzungsbedingungen hier noch nicht veröffentlicht.'],
  },
  fr: {
    home: {
      'trust-anchor': [
        'Fédération IT-Wallet',
        'Ce service atteste quels organismes font partie de la fédération IT-Wallet, et avec quelles clés. Il ne s’adresse pas aux citoyens, mais à ceux qui gèrent ou développent les services de la fédération.',
      ],
      'wallet-provider': [
        'Fournisseur du portefeuille numérique',
        'Ce service atteste qu’un portefeuille numérique est authentique. L’application du portefeuille l’utilise : il n’y a rien à remplir ici. Les données publiées ici sont destinées à ceux qui gèrent ou développent les services de la fédération.',
      ],
      'pid-provider': [
        'Service IT-Wallet',
        'Ce service fait partie du système IT-Wallet. On l’utilise depuis le portefeuille numérique : il n’y a rien à remplir ici.',
      ],
    },
    links: { configuration: 'Entity Configuration de ce service', members: 'Liste des membres de la fédération' },
    privacy: [
      'Politique de confidentialité',
      'L’organisme n’a pas encore publié sa politique ici. Demandez-lui comment il traite vos données.',
    ],
    terms: ['Conditions d’utilisation', 'L’organisme n’a pas encore publié ses conditions d’utilisation ici.'],
  },
  sl: {
    home: {
      'trust-anchor': [
        'Federacija IT-Wallet',
        'Ta storitev potrjuje, katere organizacije so članice federacije IT-Wallet in s katerimi ključi. Ni namenjena državljanom, temveč tistim, ki upravljajo ali razvijajo storitve federacije.',
      ],
      'wallet-provider': [
        'Ponudnik digitalne denarnice',
        'Ta storitev potrjuje, da je digitalna denarnica pristna. Uporablja jo aplikacija denarnice: tukaj ni treba ničesar izpolniti. Tukaj objavljeni podatki so za tiste, ki upravljajo ali razvijajo storitve federacije.',
      ],
      'pid-provider': [
        'Storitev IT-Wallet',
        'Ta storitev je del sistema IT-Wallet. Uporabljate jo iz digitalne denarnice: tukaj ni treba ničesar izpolniti.',
      ],
    },
    links: { configuration: 'Entity Configuration te storitve', members: 'Seznam članov federacije' },
    privacy: [
      'Izjava o zasebnosti',
      'Organizacija svoje izjave tukaj še ni objavila. Vprašajte jo, kako obdeluje vaše podatke.',
    ],
    terms: ['Pogoji uporabe', 'Organizacija svojih pogojev uporabe tukaj še ni objavila.'],
  },
}

/** Texts of the page for an unknown path, and of other refusals, at a role without pages of its own. */
export const refusalTexts: Readonly<
  Record<
    PageLanguage,
    Readonly<Record<'missing' | 'refused', Text>> & Readonly<Record<'home' | 'reference' | 'details', string>>
  >
> = {
  it: {
    missing: ['Pagina non trovata', 'Questo indirizzo non esiste.'],
    refused: ['Richiesta non accettata', 'La richiesta non può essere accolta. Riprova più tardi.'],
    home: 'Vai alla pagina iniziale',
    reference: 'Codice per l’assistenza:',
    details: 'Dettagli tecnici',
  },
  en: {
    missing: ['Page not found', 'This address does not exist.'],
    refused: ['Request refused', 'This request cannot be accepted. Try again later.'],
    home: 'Go to the home page',
    reference: 'Reference for support:',
    details: 'Technical details',
  },
  de: {
    missing: ['Seite nicht gefunden', 'Diese Adresse gibt es nicht.'],
    refused: ['Anfrage abgelehnt', 'Diese Anfrage kann nicht angenommen werden. Versuchen Sie es später noch einmal.'],
    home: 'Zur Startseite',
    reference: 'Kennung für den Support:',
    details: 'Technische Angaben',
  },
  fr: {
    missing: ['Page introuvable', 'Cette adresse n’existe pas.'],
    refused: ['Demande refusée', 'Cette demande ne peut pas être acceptée. Réessayez plus tard.'],
    home: 'Aller à la page d’accueil',
    reference: 'Référence pour l’assistance :',
    details: 'Détails techniques',
  },
  sl: {
    missing: ['Strani ni mogoče najti', 'Ta naslov ne obstaja.'],
    refused: ['Zahteva je zavrnjena', 'Te zahteve ni mogoče sprejeti. Poskusite pozneje.'],
    home: 'Na začetno stran',
    reference: 'Oznaka za podporo:',
    details: 'Tehnične podrobnosti',
  },
}
