/** Refusals at the console: a page for operators, a part of a page for htmx, JSON for programs. */
import type { Refusal } from '../../base/index.ts'
import {
  type AnswerWithHeaders,
  blockOf,
  type EndpointRequest,
  type HttpResponse,
  html,
  type Language,
  renderRefusal as renderJson,
} from '../../http/index.ts'
import { ruleText } from '../../rules/index.ts'
import type { PageContent } from '../screen.ts'
import { renderRefusal } from './parts.ts'

const texts = {
  it: {
    unknown: 'Pagina non trovata',
    unknownLead: 'A questo indirizzo non c’è nulla. Forse il flusso o il messaggio non è più conservato.',
    failed: 'Errore della console',
    failedLead: 'La causa non è la tua richiesta. L’output della console descrive l’errore.',
    unavailable: 'La console non può rispondere adesso',
    unavailableLead: 'Un servizio di cui ha bisogno non risponde, oppure la console è sovraccarica. Riprova tra poco.',
    refused: 'Richiesta non accettata',
    trace: 'Traccia',
    home: 'Torna alla mappa',
  },
  en: {
    unknown: 'Page not found',
    unknownLead: 'There is nothing at this address. Perhaps the flow or the message is no longer kept.',
    failed: 'The console has failed',
    failedLead: 'The request was not the cause. The output of the console describes the fault.',
    unavailable: 'The console cannot answer now',
    unavailableLead: 'A service that it needs does not answer, or the console is overloaded. Try again in a moment.',
    refused: 'Request refused',
    trace: 'Trace',
    home: 'Back to the map',
  },
} as const

/** Returns true if the `Accept` header of the request contains `text/html`. Any other request gets JSON. */
export const showsHtml = (request: EndpointRequest | undefined): request is EndpointRequest =>
  request !== undefined && (request.header('accept') ?? '').includes('text/html')

export const respondRefusal = (refusal: Refusal<AnswerWithHeaders>): Promise<HttpResponse> =>
  renderJson(refusal, 'machine', {}, undefined)

/** Returns the title of the page, and its first paragraph if there is one. */
function headingOf(text: (typeof texts)[Language], status: number): readonly [title: string, lead?: string] {
  if (status === 404) return [text.unknown, text.unknownLead]
  if (status === 503) return [text.unavailable, text.unavailableLead]
  return status >= 500 ? [text.failed, text.failedLead] : [text.refused]
}

/**
 * Returns the content of a page that shows the refusal. An unknown path (404), an outage (503) and a fault of the
 * console have their own texts.
 */
export function refusalContent(refusal: Refusal<AnswerWithHeaders>, language: Language): PageContent {
  const text = texts[language]
  const { status } = refusal.answer
  const [title, lead] = headingOf(text, status)
  const block = blockOf(refusal)
  const rule = ruleText(block.requirement)
  return {
    title,
    status,
    main: html`${lead === undefined ? '' : html`<p class="lead">${lead}</p>`}
${renderRefusal(language, 'refusal', { ...block, ...(rule !== undefined && { rule }) })}
${refusal.trace === '' ? '' : html`<p>${text.trace}: <code id="refusal-trace">${refusal.trace}</code></p>`}
<p><a class="btn btn-primary" id="refusal-home" href="/">${text.home}</a></p>`,
  }
}
