/**
 * Layout of every page for citizens, in the look of Italian public bodies: header with organization and language
 * switch, one main part, footer with links to policies and help. It has no inline script or style.
 */
import { type Html, html, languageNames, languageParameter, type PageLanguage } from '../http/index.ts'

/** URLs of the footer's links. An absent link is not shown. */
interface PageLinks {
  readonly privacy?: string
  readonly terms?: string
  readonly accessibility?: string
  readonly help?: string
}

/** Appearance of an organization's pages, the same on each page of a role. */
export interface PageLook {
  /** Display name of the organization. */
  readonly organization: string
  readonly logoUrl?: string
  /** Absolute URL to which the organization's name links. */
  readonly homeUrl?: string
  /** Parent body of the organization, shown in the top line. */
  readonly owner?: { readonly name: string; readonly url?: string }
  readonly links: PageLinks
  /** Shows a banner that states that this is a test environment. */
  readonly isTest?: boolean
  readonly styleSheetUrl: string
}

/** One page. */
export interface CitizenPage {
  readonly look: PageLook
  readonly language: PageLanguage
  readonly title: string
  readonly main: Html
  /**
   * Absolute URL of this same page, to which the language switch adds its parameter. Absent for a page that cannot be
   * opened again. The switch then links to `look.homeUrl`. If both URLs are absent, the page has no switch.
   */
  readonly url?: string
  /** Elements of the head, for example a script of this origin. */
  readonly head?: Html
}

const texts: Readonly<Record<PageLanguage, Record<'skip' | 'languages' | 'test' | 'links' | keyof PageLinks, string>>> =
  {
    it: {
      skip: 'Vai al contenuto principale',
      languages: 'Lingua',
      test: 'Ambiente di prova: non usare dati reali.',
      links: 'Informazioni sul servizio',
      privacy: 'Informativa sulla privacy',
      terms: 'Condizioni di servizio',
      accessibility: 'Dichiarazione di accessibilità',
      help: 'Assistenza',
    },
    en: {
      skip: 'Skip to main content',
      languages: 'Language',
      test: 'Test environment: do not use real data.',
      links: 'About this service',
      privacy: 'Privacy policy',
      terms: 'Terms of service',
      accessibility: 'Accessibility statement',
      help: 'Help',
    },
    de: {
      skip: 'Zum Hauptinhalt',
      languages: 'Sprache',
      test: 'Testumgebung: Geben Sie keine echten Daten ein.',
      links: 'Über diesen Dienst',
      privacy: 'Datenschutzerklärung',
      terms: 'Nutzungsbedingungen',
      accessibility: 'Erklärung zur Barrierefreiheit',
      help: 'Hilfe',
    },
    fr: {
      skip: 'Aller au contenu principal',
      languages: 'Langue',
      test: 'Environnement de test : n’utilisez pas de données réelles.',
      links: 'À propos du service',
      privacy: 'Politique de confidentialité',
      terms: 'Conditions d’utilisation',
      accessibility: 'Déclaration d’accessibilité',
      help: 'Aide',
    },
    sl: {
      skip: 'Na glavno vsebino',
      languages: 'Jezik',
      test: 'Testno okolje: ne uporabljajte resničnih podatkov.',
      links: 'O storitvi',
      privacy: 'Izjava o zasebnosti',
      terms: 'Pogoji uporabe',
      accessibility: 'Izjava o dostopnosti',
      help: 'Pomoč',
    },
  }

/**
 * Renders a page. `title` is the only first-level heading of the page and the first part of the document title. Throws
 * a TypeError if the language switch has a relative URL.
 */
export function renderCitizenPage({ look, language, title, main, url, head }: CitizenPage): Html {
  const text = texts[language]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${look.organization}</title>
<link rel="stylesheet" href="${look.styleSheetUrl}">
${head ?? ''}
</head>
<body>
<a class="skip-link" href="#main">${text.skip}</a>
<header>
<div class="slim"><div class="wide">
${look.owner === undefined ? html`<span></span>` : renderName('owner', look.owner.name, look.owner.url)}
${renderLanguages(text.languages, language, url ?? look.homeUrl)}
</div></div>
<div class="brand"><div class="wide">
${look.logoUrl === undefined ? '' : html`<img id="logo" src="${look.logoUrl}" alt="" width="48" height="48">`}
${renderName('organization', look.organization, look.homeUrl)}
</div></div>
${look.isTest ? html`<p id="test-environment" class="ribbon">${text.test}</p>` : ''}
</header>
<main id="main" tabindex="-1">
<h1 id="title">${title}</h1>
${main}
</main>
<footer>
<div class="wide foot">
<p class="foot-name">${look.organization}</p>
${renderLinks(language, look.links)}
</div>
</footer>
</body>
</html>
`
}

const renderName = (id: string, name: string, url: string | undefined): Html =>
  url === undefined ? html`<span id="${id}">${name}</span>` : html`<a id="${id}" href="${url}">${name}</a>`

/** Renders the language switch: a link for each other language, named in that language. Empty without a URL. */
function renderLanguages(label: string, current: PageLanguage, url: string | undefined): Html | string {
  if (url === undefined) return ''
  const items = Object.entries(languageNames).map(([tag, name]) =>
    tag === current
      ? html`<li><span aria-current="true" lang="${tag}">${name}</span></li>\n`
      : html`<li><a id="language-${tag}" href="${withLanguage(url, tag)}" lang="${tag}" hreflang="${tag}">${name}</a></li>\n`,
  )
  return html`<nav aria-label="${label}"><ul class="languages">
${items}</ul></nav>`
}

function withLanguage(url: string, tag: string): string {
  const changed = new URL(url)
  changed.searchParams.set(languageParameter, tag)
  return changed.href
}

function renderLinks(language: PageLanguage, links: PageLinks): Html | string {
  const text = texts[language]
  const shown = (['privacy', 'terms', 'accessibility', 'help'] as const).flatMap((name) => {
    const url = links[name]
    return url === undefined ? [] : [html`<li><a id="link-${name}" href="${url}">${text[name]}</a></li>\n`]
  })
  return shown.length === 0
    ? ''
    : html`<nav aria-label="${text.links}"><ul class="links">
${shown}</ul></nav>`
}
