/** Default error page, for a role that has no error page. */
import type { Refusal } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { describeRefusal } from './describe-refusal.ts'
import type { HttpResponse } from './message.ts'
import { html, respondPage } from './pages.ts'
import type { EndpointRequest } from './routes.ts'

const texts = {
  it: { title: 'Richiesta non accettata', lead: 'La richiesta non può essere accolta.', details: 'Dettagli tecnici' },
  en: { title: 'Request refused', lead: 'This request cannot be accepted.', details: 'Technical details' },
  de: {
    title: 'Anfrage abgelehnt',
    lead: 'Diese Anfrage kann nicht angenommen werden.',
    details: 'Technische Angaben',
  },
  fr: { title: 'Demande refusée', lead: 'Cette demande ne peut pas être acceptée.', details: 'Détails techniques' },
  sl: { title: 'Zahteva je zavrnjena', lead: 'Te zahteve ni mogoče sprejeti.', details: 'Tehnične podrobnosti' },
} as const

/**
 * Renders the error code and the description of a refusal. The page is in the user's language, and in Italian without a
 * request.
 */
export function renderPlainPage(
  refusal: Refusal<AnswerWithHeaders>,
  request: Pick<EndpointRequest, 'language'> | undefined,
): Promise<HttpResponse> {
  const language = request?.language ?? 'it'
  const text = texts[language]
  const { answer } = refusal
  return respondPage(
    html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text.title}</title></head>
<body><main><h1>${text.title}</h1><p>${text.lead}</p>
<p>${text.details}: <code>${answer.error}</code> <span lang="en">${describeRefusal(refusal)}</span></p></main></body>
</html>`,
    answer.status,
    answer.headers,
  )
}
