/** Pages of the middleware: what happened and how to continue. */
import { type Html, html, type PageLanguage, respondPage, toWebResponse } from '../http/index.ts'
import type { AskedToBegin } from './options.ts'

const texts = {
  it: {
    refused: ['Dati non presentati', 'Nel wallet la richiesta è stata rifiutata. Nessun dato è stato ricevuto.'],
    cancelled: ['Richiesta annullata', 'Hai annullato la richiesta. Nessun dato è stato ricevuto.'],
    expired: ['Richiesta scaduta', 'Il tempo per presentare i dati è finito. Nessun dato è stato ricevuto.'],
    foreign: ['Ricomincia', 'Questo collegamento è già stato usato, è scaduto o appartiene a un altro browser.'],
    over: ['Ricomincia', 'Questo collegamento è scaduto.'],
    unsent: [
      'Invio non eseguito',
      'Ora sei riconosciuto, ma ciò che avevi inviato prima non è stato elaborato: invialo di nuovo.',
    ],
    tooMany: ['Troppe richieste', 'Da questo indirizzo sono arrivate troppe richieste. Riprova tra un minuto.'],
    begin: 'Accedi con IT-Wallet',
    beginLead: 'Per vedere questa pagina devi presentare alcuni dati dal tuo wallet.',
    'same-device': 'Apri IT-Wallet su questo dispositivo',
    'cross-device': 'Usa il telefono (codice QR)',
    warning:
      'Inquadra soltanto il codice che hai aperto tu e che vedi su questo schermo. Chi ti invia un codice o un collegamento vuole entrare al tuo posto.',
    again: 'Riprova',
    back: 'Torna al modulo',
    home: 'Vai alla pagina iniziale',
  },
  en: {
    refused: ['No data presented', 'The request was refused in the wallet. No data was received.'],
    cancelled: ['Request cancelled', 'You cancelled the request. No data was received.'],
    expired: ['Request expired', 'The time for presenting data is over. No data was received.'],
    foreign: ['Start again', 'This link was already used, has expired or belongs to another browser.'],
    over: ['Start again', 'This link has expired.'],
    unsent: ['Not sent', 'You are known now, but what you had sent before was not processed: please send it again.'],
    tooMany: ['Too many requests', 'Too many requests came from this address. Try again in a minute.'],
    begin: 'Sign in with IT-Wallet',
    beginLead: 'To see this page you have to present some data from your wallet.',
    'same-device': 'Open IT-Wallet on this device',
    'cross-device': 'Use your phone (QR code)',
    warning:
      'Scan only the code that you opened yourself and that you see on this screen. Somebody who sends you a code or a link wants to sign in as you.',
    again: 'Try again',
    back: 'Back to the form',
    home: 'Go to the first page',
  },
  de: {
    refused: ['Keine Daten vorgelegt', 'Die Anfrage wurde in der Wallet abgelehnt. Es wurden keine Daten empfangen.'],
    cancelled: ['Anfrage abgebrochen', 'Sie haben die Anfrage abgebrochen. Es wurden keine Daten empfangen.'],
    expired: ['Anfrage abgelaufen', 'Die Zeit zum Vorlegen der Daten ist vorbei. Es wurden keine Daten empfangen.'],
    foreign: [
      'Von vorn beginnen',
      'Dieser Link wurde schon verwendet, ist abgelaufen oder gehört zu einem anderen Browser.',
    ],
    over: ['Von vorn beginnen', 'Dieser Link ist abgelaufen.'],
    unsent: [
      'Nicht gesendet',
      'Sie sind jetzt bekannt, aber was Sie vorher gesendet haben, wurde nicht verarbeitet: Senden Sie es noch einmal.',
    ],
    tooMany: [
      'Zu viele Anfragen',
      'Von dieser Adresse kamen zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal.',
    ],
    begin: 'Mit IT-Wallet anmelden',
    beginLead: 'Um diese Seite zu sehen, müssen Sie einige Daten aus Ihrer Wallet vorlegen.',
    'same-device': 'IT-Wallet auf diesem Gerät öffnen',
    'cross-device': 'Telefon verwenden (QR-Code)',
    warning:
      'Scannen Sie nur den Code, den Sie selbst geöffnet haben und auf diesem Bildschirm sehen. Wer Ihnen einen Code oder Link schickt, will sich an Ihrer Stelle anmelden.',
    again: 'Noch einmal versuchen',
    back: 'Zurück zum Formular',
    home: 'Zur Startseite',
  },
  fr: {
    refused: ['Aucune donnée présentée', 'La demande a été refusée dans le portefeuille. Aucune donnée n’a été reçue.'],
    cancelled: ['Demande annulée', 'Vous avez annulé la demande. Aucune donnée n’a été reçue.'],
    expired: ['Demande expirée', 'Le temps pour présenter les données est écoulé. Aucune donnée n’a été reçue.'],
    foreign: ['Recommencez', 'Ce lien a déjà été utilisé, a expiré ou appartient à un autre navigateur.'],
    over: ['Recommencez', 'Ce lien a expiré.'],
    unsent: [
      'Non envoyé',
      'Vous êtes maintenant reconnu, mais ce que vous aviez envoyé avant n’a pas été traité : envoyez-le de nouveau.',
    ],
    tooMany: ['Trop de demandes', 'Trop de demandes sont venues de cette adresse. Réessayez dans une minute.'],
    begin: 'Se connecter avec IT-Wallet',
    beginLead: 'Pour voir cette page, vous devez présenter quelques données de votre portefeuille.',
    'same-device': 'Ouvrir IT-Wallet sur cet appareil',
    'cross-device': 'Utiliser le téléphone (code QR)',
    warning:
      'Scannez seulement le code que vous avez ouvert vous-même et que vous voyez sur cet écran. Quelqu’un qui vous envoie un code ou un lien veut se connecter à votre place.',
    again: 'Réessayer',
    back: 'Retour au formulaire',
    home: 'Aller à la page d’accueil',
  },
  sl: {
    refused: ['Podatki niso bili predloženi', 'Zahteva je bila v denarnici zavrnjena. Noben podatek ni bil prejet.'],
    cancelled: ['Zahteva je preklicana', 'Zahtevo ste preklicali. Noben podatek ni bil prejet.'],
    expired: ['Zahteva je potekla', 'Čas za predložitev podatkov je potekel. Noben podatek ni bil prejet.'],
    foreign: ['Začnite znova', 'Ta povezava je bila že uporabljena, je potekla ali pripada drugemu brskalniku.'],
    over: ['Začnite znova', 'Ta povezava je potekla.'],
    unsent: ['Ni poslano', 'Zdaj ste prepoznani, vendar to, kar ste poslali prej, ni bilo obdelano: pošljite znova.'],
    tooMany: ['Preveč zahtev', 'S tega naslova je prišlo preveč zahtev. Poskusite znova čez minuto.'],
    begin: 'Prijava z IT-Wallet',
    beginLead: 'Da vidite to stran, morate predložiti nekaj podatkov iz svoje denarnice.',
    'same-device': 'Odpri IT-Wallet na tej napravi',
    'cross-device': 'Uporabi telefon (koda QR)',
    warning:
      'Skenirajte samo kodo, ki ste jo odprli sami in jo vidite na tem zaslonu. Kdor vam pošlje kodo ali povezavo, se želi prijaviti namesto vas.',
    again: 'Poskusite znova',
    back: 'Nazaj na obrazec',
    home: 'Na začetno stran',
  },
} as const satisfies Record<PageLanguage, object>

type Kind = 'refused' | 'cancelled' | 'expired' | 'foreign' | 'over' | 'unsent' | 'tooMany'
const links = {
  refused: 'again',
  cancelled: 'again',
  expired: 'again',
  foreign: 'home',
  over: 'again',
  unsent: 'back',
  tooMany: 'again',
} as const
const statuses = {
  refused: 403,
  cancelled: 403,
  expired: 403,
  foreign: 403,
  over: 403,
  unsent: 200,
  tooMany: 429,
} as const

export async function page(
  kind: Kind,
  language: PageLanguage,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const words = texts[language]
  const [title, lead] = words[kind]
  const main = html`<p id="presentation-${kind}" role="alert">${lead}</p>
<p><a id="go-on" href="${url}">${words[links[kind]]}</a></p>`
  return respond(language, title, main, statuses[kind], headers)
}

interface Asking {
  /** Buttons in order. */
  readonly actions: AskedToBegin['actions']
  readonly language: PageLanguage
  readonly purpose?: string
}

/** Renders a button for each flow. The form is empty and has a type that every server accepts without a parser. */
export function askingPage({ actions, language, purpose }: Asking, headers: Record<string, string>): Promise<Response> {
  const words = texts[language]
  const isCrossDevice = actions.some(({ flow }) => flow === 'cross-device')
  const main = html`${purpose === undefined ? '' : html`<p id="presentation-purpose">${purpose}</p>`}
<p id="presentation-begin">${words.beginLead}</p>
${actions.map(
  ({
    flow,
    url,
  }) => html`<form method="post" enctype="text/plain" action="${url}"><button id="begin-${flow}">${words[flow]}</button></form>
`,
)}${isCrossDevice ? html`<p id="presentation-warning">${words.warning}</p>` : ''}`
  // With `no-referrer`, browsers hide the origin of the form (Fetch §3.1).
  return respond(language, words.begin, main, 401, { 'referrer-policy': 'same-origin', ...headers })
}

async function respond(
  language: PageLanguage,
  title: string,
  main: Html,
  status: number,
  headers: Record<string, string>,
): Promise<Response> {
  const body = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><main>
<h1>${title}</h1>
${main}
</main></body>
</html>
`
  return toWebResponse(await respondPage(body, status, headers))
}
