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
    failed: 'La console ha avuto un guasto',
    failedLead: 'La richiesta era corretta: il guasto è della console, ed è nel suo output.',
    refused: 'Richiesta non accettata',
    trace: 'Traccia',
    home: 'Torna alla mappa',
  },
  en: {
    unknown: 'Page not found',
    unknownLead: 'There is nothing at this address. Perhaps the flow or the message is no longer kept.',
    failed: 'The console has failed',
    failedLead: 'The request was correct: the fault is in the console, and its output describes it.',
    refused: 'Request refused',
    trace: 'Trace',
    home: 'Back to the map',
  },
} as const

/** Returns true if the client accepts HTML. */
export const showsHtml = (request: EndpointRequest | undefined): request is EndpointRequest =>
  request !== undefined && (request.header('accept') ?? '').includes('text/html')

/** Returns the JSON response for a program. */
export const respondRefusal = (refusal: Refusal<AnswerWithHeaders>): Promise<HttpResponse> =>
  renderJson(refusal, 'machine', {}, undefined)

/** Returns the content of the page. An unknown path (404) and a fault of the console (5xx) have texts of their own. */
export function refusalContent(refusal: Refusal<AnswerWithHeaders>, language: Language): PageContent {
  const text = texts[language]
  const { status } = refusal.answer
  const [title, lead] =
    status === 404 ? [text.unknown, text.unknownLead] : status >= 500 ? [text.failed, text.failedLead] : [text.refused]
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
