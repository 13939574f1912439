/** Layout of every page of the console: head, navigation, language, theme. */
import { type EndpointRequest, type Html, html, type Language, respondPage } from '../../http/index.ts'
import type { PageContent, Screen, Shell } from '../screen.ts'
import type { Assets } from './assets.ts'
import { readPreferences, renderPreferences } from './preferences.ts'

const texts = {
  it: { skip: 'Vai al contenuto', screens: 'Schermate' },
  en: { skip: 'Skip to the content', screens: 'Screens' },
} as const

/** Like that of all pages, with the typeface. Forms are sent to the console only. */
const contentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** htmx adds no style and requests this origin only. */
const htmxSettings = JSON.stringify({ includeIndicatorCSS: false, history: false, mode: 'same-origin' })

/** Creates the shell around these screens. */
export function createShell(screens: readonly Screen[], assets: Assets): Shell {
  const language = (request: EndpointRequest): Language => readPreferences(request).language ?? request.language
  // Without a referrer at all, browsers send forms with the origin `null`, which the console refuses (GEN-43).
  const headers = { 'content-security-policy': contentPolicy, 'referrer-policy': 'same-origin' }
  return {
    language,
    page: (request, content) =>
      respondPage(
        renderPage({ screens, assets, request, language: language(request) }, content),
        content.status,
        headers,
      ),
    part: (main, status) => respondPage(main, status, headers),
  }
}

interface PageParts {
  readonly screens: readonly Screen[]
  readonly assets: Assets
  readonly request: EndpointRequest
  readonly language: Language
}

function renderPage({ screens, assets, request, language }: PageParts, { title, main }: PageContent): Html {
  const text = texts[language]
  const { theme } = readPreferences(request)
  const { pathname } = new URL(request.url)
  const current = currentScreen(screens, pathname)
  const back = request.method === 'GET' ? pathWithQuery(pathname, request) : (current?.path ?? '/')
  return html`<!doctype html>
<html lang="${language}"${theme === undefined ? '' : html` data-bs-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="htmx-config" content="${htmxSettings}">
<title>${title} – fiducia</title>
<link rel="stylesheet" href="${assets.path('console.css')}">
<script src="${assets.path('htmx.js')}" defer></script>
<script src="${assets.path('hx-sse.js')}" defer></script>
<script src="${assets.path('console.js')}" defer></script>
</head>
<body>
<a class="skip-link" id="skip" href="#main">${text.skip}</a>
<header class="console-header">
<p class="console-name"><a id="home" href="/">fiducia</a></p>
<nav id="screens" aria-label="${text.screens}"><ul>
${screens.map(({ id, path, label }) => html`<li><a id="go-${id}" href="${path}"${id === current?.id ? html` aria-current="page"` : ''}>${label[language]}</a></li>\n`)}</ul></nav>
${renderPreferences(language, theme, back)}
</header>
<main id="main" tabindex="-1">
<h1 id="title">${title}</h1>
${main}
</main>
</body>
</html>
`
}

const pathWithQuery = (pathname: string, { query }: EndpointRequest): string => {
  const names = [...query.keys()]
  const pairs = names.flatMap((name) => query.all(name).map((value): [string, string] => [name, value]))
  return pairs.length === 0 ? pathname : `${pathname}?${new URLSearchParams(pairs)}`
}

/** Returns the screen with the longest path that begins the given one. */
const currentScreen = (screens: readonly Screen[], pathname: string): Screen | undefined =>
  screens
    .filter(({ path }) => pathname === path || pathname.startsWith(path === '/' ? '/map/' : `${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
