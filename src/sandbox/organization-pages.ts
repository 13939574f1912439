/**
 * Pages that the metadata of the OpenID Provider and of the test issuers name: home page, privacy policy, terms and
 * logo. The four roles serve their own pages (`serve/own-pages.ts`).
 */
import type { MaybePromise } from '../base/index.ts'
import { type HttpResponse, html, respondPage, respondText } from '../http/index.ts'

const texts: Readonly<Record<string, readonly [title: string, text: string]>> = {
  '/': ['Organizzazione di prova', 'This organisation is an invention of the sandbox.'],
  '/privacy': [
    'Informativa sulla privacy',
    'The operator of this sandbox receives everything that is sent to it. Send only invented data.',
  ],
  '/terms': ['Condizioni di servizio', 'This sandbox has no terms of service.'],
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="sandbox">
<rect width="64" height="64" rx="12" fill="#0b3d91"/><path d="M18 34l10 10 18-24" fill="none" stroke="#fff" stroke-width="7"/>
</svg>
`

/** Returns the response for a path of an organisation's site, or `undefined` if it has no such page. */
export function answerOfOrganization(name: string, path: string): MaybePromise<HttpResponse> | undefined {
  if (path === '/logo.svg') return respondText(logo, 'image/svg+xml', { 'cache-control': 'public, max-age=3600' })
  const page = Object.hasOwn(texts, path) ? texts[path] : undefined
  return page && organizationPage(name, page)
}

const organizationPage = (name: string, [title, text]: readonly [string, string]): Promise<HttpResponse> =>
  respondPage(html`<!doctype html>
<html lang="it">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – ${name}</title></head>
<body><main><h1>${title}</h1><p>${name}</p><p lang="en">${text}</p></main></body>
</html>`)
