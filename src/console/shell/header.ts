/**
 * Renders the header of every page: warning, account, language and theme, search for a trace ID, links to the screens.
 */
import { type Html, html, type Language } from '../../http/index.ts'
import type { Screen, Texts } from '../screen.ts'
import { renderPreferences } from './preferences.ts'

const texts = {
  it: {
    home: 'La console dell’ecosistema IT-Wallet',
    screens: 'Schermate',
    menu: 'Menu',
    trace: 'Fiducia-Trace di una risposta',
    hint: 'Fiducia-Trace',
    find: 'Trova',
  },
  en: {
    home: 'The console of the IT-Wallet ecosystem',
    screens: 'Screens',
    menu: 'Menu',
    trace: 'Fiducia-Trace of an answer',
    hint: 'Fiducia-Trace',
    find: 'Find',
  },
} as const

interface HeaderParts {
  readonly language: Language
  readonly screens: readonly Screen[]
  readonly current: Screen | undefined
  /** Path to which a choice of language or theme returns. */
  readonly back: string
  readonly ribbon?: Texts | undefined
  /** The logged-in operator, with the logout button. Empty if nobody is logged in. */
  readonly account?: Html | '' | undefined
}

export function renderHeader({ language, screens, current, back, ribbon, account = '' }: HeaderParts): Html {
  const flows = screens.find(({ id }) => id === 'flows')
  return html`<header class="console-header">
<div class="console-slim"><div class="container">
${ribbon === undefined ? '' : html`<p class="console-ribbon" id="ribbon">${ribbon[language]}</p>`}
${account}${renderPreferences(language, back)}
</div></div>
<div class="console-brand"><div class="container">
<a class="console-name" id="home" href="/">${logo}<span><strong>fiducia</strong><span>${texts[language].home}</span></span></a>
${flows === undefined ? '' : renderFind(language, flows.path)}
</div></div>
${screens.length === 0 ? '' : renderScreens(language, screens, current)}
</header>`
}

/** Logo of the console: a tick in a ring. */
const logo = html`<svg viewBox="0 0 40 40" aria-hidden="true" focusable="false"><circle cx="20" cy="20" r="19" fill="none" stroke="currentColor" stroke-width="2"/><path d="m11 20 6 7 12-14" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** Renders the search for a trace ID. The screen `flows` reads the parameter `trace`. */
const renderFind = (language: Language, path: string): Html => {
  const text = texts[language]
  return html`<form class="console-find" id="find" role="search" method="get" action="${path}">
<label class="visually-hidden" for="find-trace">${text.trace}</label>
<input class="form-control" type="search" id="find-trace" name="trace" placeholder="${text.hint}" autocomplete="off" spellcheck="false" maxlength="200" required>
<button class="btn" id="find-go">${text.find}</button>
</form>`
}

/** Renders the links to the screens. On a phone they are behind a button, which needs no script. */
const renderScreens = (language: Language, screens: readonly Screen[], current: Screen | undefined): Html => {
  const text = texts[language]
  return html`<nav class="console-nav" id="screens" aria-label="${text.screens}"><div class="container"><details>
<summary id="menu">${text.menu}${current === undefined ? '' : `: ${current.label[language]}`}</summary>
<ul>
${screens.map(({ id, path, label }) => html`<li><a id="go-${id}" href="${path}"${id === current?.id ? html` aria-current="page"` : ''}>${label[language]}</a></li>\n`)}</ul>
</details></div></nav>`
}
