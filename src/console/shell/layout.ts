/** Renders the layout of every page: head, header, notice, title, content, footer. */
import { createRequire } from 'node:module'
import { type EndpointRequest, type Html, html, type Language } from '../../http/index.ts'
import { pathWithQuery } from '../own-path.ts'
import type { PageContent, Screen, Texts } from '../screen.ts'
import type { Assets } from './assets.ts'
import { renderHeader } from './header.ts'
import { isLive, renderSwitch } from './live-updates.ts'
import { readPreferences } from './preferences.ts'

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

const texts = {
  it: {
    skip: 'Vai al contenuto',
    path: 'Percorso',
    lost: 'La console non risponde: questo è il suo ultimo stato noto.',
    version: 'versione',
    specification: 'Specifiche di IT-Wallet',
    decisions: 'Decisioni (JSON)',
    health: 'Stato di funzionamento (JSON)',
  },
  en: {
    skip: 'Skip to the content',
    path: 'Path',
    lost: 'The console does not answer: this is its last known state.',
    version: 'version',
    specification: 'IT-Wallet specification',
    decisions: 'Decisions (JSON)',
    health: 'Health (JSON)',
  },
} as const

/** Settings of htmx: it adds no style, keeps no history, and requests this origin only. */
const htmxSettings = JSON.stringify({ includeIndicatorCSS: false, history: false, mode: 'same-origin' })

/** Renders the logged-in operator. Returns an empty text if nobody is logged in: the page then links to no screen. */
export type RenderAccount = (language: Language) => Html | ''

export interface Frame {
  readonly screens: readonly Screen[]
  readonly assets: Assets
  /** Warning at the top of every page. Defaults to none. */
  readonly ribbon?: Texts | undefined
  /** Defaults to nothing, for a console without a login. */
  readonly account?: RenderAccount | undefined
}

/** Renders a page. `console.js` shows the text `data-lost` in the element `notice`. */
export function renderLayout(frame: Frame, request: EndpointRequest, language: Language, content: PageContent): Html {
  const { assets, ribbon } = frame
  const text = texts[language]
  const account = frame.account?.(language)
  const screens = account === '' ? [] : frame.screens
  const { theme } = readPreferences(request)
  const { pathname } = new URL(request.url)
  const current = currentScreen(screens, pathname)
  const back = request.method === 'GET' ? pathWithQuery(request) : (current?.path ?? '/')
  return html`<!doctype html>
<html lang="${language}"${theme === undefined ? '' : html` data-bs-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="htmx-config" content="${htmxSettings}">
<title>${content.title} – fiducia</title>
<link rel="icon" type="image/svg+xml" href="${assets.path('console.svg')}">
<link rel="stylesheet" href="${assets.path('console.css')}">
<script src="${assets.path('htmx.js')}" defer></script>
<script src="${assets.path('console.js')}" defer></script>
</head>
<body>
<a class="skip-link" id="skip" href="#main">${text.skip}</a>
${renderHeader({ language, screens, current, back, ribbon, account })}
<div class="console-notice" id="notice" role="status" data-lost="${text.lost}"></div>
${screens.map((screen) => (screen === current ? '' : renderRibbon(language, screen)))}<main id="main" class="container" tabindex="-1">
${pathname === current?.path || current === undefined ? '' : renderTrail(text.path, language, current, content)}
<h1 id="title">${content.title}</h1>
${content.isLive ? renderSwitch(language, isLive(request), back) : ''}
${content.main}
</main>
${renderFooter(language)}
</body>
</html>
`
}

/** Renders the warning of another screen as a link to that screen. Empty if the screen has no warning now. */
const renderRibbon = (language: Language, { id, path, ribbon }: Screen): Html | '' => {
  const warning = ribbon?.()
  if (warning === undefined) return ''
  return html`<p class="console-ribbon console-ribbon-link container" id="ribbon-${id}"><a id="ribbon-go-${id}" href="${path}">${warning[language]}</a></p>
`
}

/** Renders the breadcrumb of a page that is not the first page of its screen. */
const renderTrail = (label: string, language: Language, screen: Screen, { title, trail = [] }: PageContent): Html => {
  const ancestors = [{ id: screen.id, label: screen.label[language], path: screen.path }, ...trail]
  return html`<nav id="trail" aria-label="${label}"><ol class="breadcrumb">
${ancestors.map((page) => html`<li class="breadcrumb-item"><a id="up-${page.id}" href="${page.path}">${page.label}</a></li>\n`)}<li class="breadcrumb-item active" aria-current="page">${title}</li>
</ol></nav>`
}

const renderFooter = (language: Language): Html => {
  const text = texts[language]
  return html`<footer class="console-footer"><div class="container">
<p id="version">fiducia, ${text.version} ${version}</p>
<a id="footer-specification" href="https://italia.github.io/eid-wallet-it-docs/">${text.specification}</a>
<a id="footer-decisions" href="/decisions">${text.decisions}</a>
<a id="footer-health" href="/health">${text.health}</a>
</div></footer>`
}

/**
 * Returns the screen to which a path belongs, by the longest matching path. The paths under `/map/` belong to the
 * screen at `/`.
 */
const currentScreen = (screens: readonly Screen[], pathname: string): Screen | undefined =>
  screens
    .filter(({ path }) => pathname === path || pathname.startsWith(path === '/' ? '/map/' : `${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
