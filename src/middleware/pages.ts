/** Pages of the middleware in Italian and English: what happened and how to continue. */
import { type Html, html, type Language, respondPage, toWebResponse } from '../http/index.ts'
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
} as const

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
  language: Language,
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
  readonly language: Language
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
  language: Language,
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
