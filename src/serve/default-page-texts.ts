/** Default texts of an organisation's pages, used where the operator provides none. */
import type { PageLanguage } from '../http/index.ts'

type Text = readonly [title: string, text: string]

export const defaultPageTexts: Readonly<Record<PageLanguage, Readonly<Record<'home' | 'privacy' | 'terms', Text>>>> = {
  it: {
    home: [
      'Servizio IT-Wallet',
      'Questo servizio fa parte del sistema IT-Wallet. Si usa dal portafoglio digitale: qui non c’è nulla da compilare.',
    ],
    privacy: [
      'Informativa sulla privacy',
      'L’ente non ha ancora pubblicato qui la sua informativa. Rivolgiti all’ente per sapere come tratta i tuoi dati.',
    ],
    terms: ['Condizioni di servizio', 'L’ente non ha ancora pubblicato qui le condizioni del servizio.'],
  },
  en: {
    home: [
      'IT-Wallet service',
      'This service is part of the IT-Wallet system. You use it from your wallet: there is nothing to fill in here.',
    ],
    privacy: [
      'Privacy policy',
      'The organisation has not published its policy here yet. Ask the organisation how it processes your data.',
    ],
    terms: ['Terms of service', 'The organisation has not published its terms of service here yet.'],
  },
  de: {
    home: [
      'IT-Wallet-Dienst',
      'Dieser Dienst gehört zum System IT-Wallet. Sie verwenden ihn mit Ihrer Wallet: Hier ist nichts auszufüllen.',
    ],
    privacy: [
      'Datenschutzerklärung',
      'Die Organisation hat ihre Erklärung hier noch nicht veröffentlicht. Fragen Sie dort, wie sie Ihre Daten verarbeitet.',
    ],
    terms: ['Nutzungsbedingungen', 'Die Organisation hat ihre Nutzungsbedingungen hier noch nicht veröffentlicht.'],
  },
  fr: {
    home: [
      'Service IT-Wallet',
      'Ce service fait partie du système IT-Wallet. On l’utilise depuis le portefeuille numérique : il n’y a rien à remplir ici.',
    ],
    privacy: [
      'Politique de confidentialité',
      'L’organisme n’a pas encore publié sa politique ici. Demandez-lui comment il traite vos données.',
    ],
    terms: ['Conditions d’utilisation', 'L’organisme n’a pas encore publié ses conditions d’utilisation ici.'],
  },
  sl: {
    home: [
      'Storitev IT-Wallet',
      'Ta storitev je del sistema IT-Wallet. Uporabljate jo iz digitalne denarnice: tukaj ni treba ničesar izpolniti.',
    ],
    privacy: [
      'Izjava o zasebnosti',
      'Organizacija svoje izjave tukaj še ni objavila. Vprašajte jo, kako obdeluje vaše podatke.',
    ],
    terms: ['Pogoji uporabe', 'Organizacija svojih pogojev uporabe tukaj še ni objavila.'],
  },
}
