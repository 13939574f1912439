/**
 * Pages that the metadata of the OpenID Provider and of the test issuers name: home page, privacy policy, terms and
 * logo. The four roles serve their own pages (`serve/own-pages.ts`).
 */
import type { MaybePromise } from '../base/index.ts'
import { type HttpResponse, html, type Language, respondPage, respondText } from '../http/index.ts'

type Text = readonly [title: string, text: string]

const texts: Readonly<Record<string, Readonly<Record<Language, Text>>>> = {
  '/': {
    it: ['Organizzazione di prova', 'Questa organizzazione non esiste: fa parte di una sandbox.'],
    en: ['Test organisation', 'This organisation does not exist: it is part of a sandbox.'],
  },
  '/privacy': {
    it: [
      'Informativa sulla privacy',
      'Chi gestisce questa sandbox riceve tutto ciò che le viene inviato. Invia solo dati inventati.',
    ],
    en: [
      'Privacy policy',
      'The operator of this sandbox receives everything that is sent to it. Send only invented data.',
    ],
  },
  '/terms': {
    it: ['Condizioni di servizio', 'Questa sandbox non ha condizioni di servizio.'],
    en: ['Terms of service', 'This sandbox has no terms of service.'],
  },
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="sandbox">
<rect width="64" height="64" rx="12" fill="#0b3d91"/><path d="M18 34l10 10 18-24" fill="none" stroke="#fff" stroke-width="7"/>
</svg>
`

/**
 * Returns the response for a path of an organisation's site in this language, or `undefined` if it has no such page.
 */
export function answerOfOrganization(
  name: string,
  path: string,
  language: Language,
): MaybePromise<HttpResponse> | undefined {
  if (path === '/logo.svg') return respondText(logo, 'image/svg+xml', { 'cache-control': 'public, max-age=3600' })
  const page = Object.hasOwn(texts, path) ? texts[path]?.[language] : undefined
  return page && organizationPage(name, language, page)
}

const organizationPage = (name: string, language: Language, [title, text]: Text): Promise<HttpResponse> =>
  respondPage(html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – ${name}</title></head>
<body><main><h1>${title}</h1><p lang="it">${name}</p><p>${text}</p></main></body>
</html>`)
