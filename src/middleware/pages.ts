/**
 * The few pages of the middleware, for people: what happened and where to go on, in Italian and English.
 */
import { html, type Language, respondPage, toWebResponse } from '../http/index.ts'

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
    again: 'Try again',
    back: 'Back to the form',
    home: 'Go to the first page',
  },
} as const

type Kind = 'refused' | 'cancelled' | 'expired' | 'foreign' | 'over' | 'unsent'
const links = {
  refused: 'again',
  cancelled: 'again',
  expired: 'again',
  foreign: 'home',
  over: 'again',
  unsent: 'back',
} as const
const statuses = { refused: 403, cancelled: 403, expired: 403, foreign: 403, over: 403, unsent: 200 } as const

export async function page(
  kind: Kind,
  language: Language,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const words = texts[language]
  const [title, lead] = words[kind]
  const body = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><main>
<h1>${title}</h1>
<p id="presentation-${kind}" role="alert">${lead}</p>
<p><a id="go-on" href="${url}">${words[links[kind]]}</a></p>
</main></body>
</html>
`
  return toWebResponse(await respondPage(body, statuses[kind], headers))
}
