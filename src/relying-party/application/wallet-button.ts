/**
 * `<it-wallet-button>`: a custom element for pages of applications, as a script without dependencies. Until the script
 * runs, the page shows the link inside the element. The script constructs its style sheet with the CSSOM, because a
 * Content Security Policy against inline styles does not block a constructed style sheet.
 */
import { type Route, respondText } from '../../http/index.ts'
import { signInWords, walletMark } from '../../pages/index.ts'
import { paths } from '../paths.ts'

const labels = Object.fromEntries(Object.entries(signInWords).map(([language, { signIn }]) => [language, signIn]))

/**
 * Reads an attribute of the pictogram from the markup of `walletMark`. The script creates the pictogram with the DOM,
 * because a page may forbid markup from strings.
 */
const markOf = (attribute: 'viewBox' | 'd'): string =>
  new RegExp(` ${attribute}="([^"]+)"`).exec(String(walletMark))?.[1] ?? ''

const style = `:host { display: inline-block; max-width: 100%; vertical-align: middle }
:host([hidden]) { display: none }
a { display: inline-flex; align-items: center; justify-content: center; box-sizing: border-box; max-width: 100%;
  gap: .75em; min-height: 3em; padding: .5em 1.5em; border: 2px solid transparent; border-radius: 4px;
  background: #06c; color: #fff; font: 600 1rem/1.25 'Titillium Web', system-ui, sans-serif; text-decoration: none }
a:hover { background: #0052a3 }
a:active { background: #003d7a }
a:focus-visible { outline: 3px solid #f90; outline-offset: 2px; box-shadow: 0 0 0 2px #000 }
svg { flex: none; width: auto; height: 1.5em }
:host([size="s"]) a { min-height: 2.5em; padding: .25em 1em; font-size: .875rem }
:host([size="l"]) a { min-height: 3.25em; padding: .75em 2em; font-size: 1.25rem }
@media (forced-colors: active) { a { border-color: LinkText } }`

/** The script, a JavaScript module (`type="module"`). Defines the element only once, even if it is loaded again. */
export const walletButtonScript = `const labels = ${JSON.stringify(labels)}
const sheet = new CSSStyleSheet()
sheet.replaceSync(${JSON.stringify(style)})

const svg = (name, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  return element
}

export class ItWalletButton extends HTMLElement {
  static observedAttributes = ['href', 'lang']
  #link = document.createElement('a')
  #label = document.createElement('span')

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [sheet]
    const mark = svg('svg', { viewBox: ${JSON.stringify(markOf('viewBox'))}, 'aria-hidden': 'true', focusable: 'false' })
    mark.append(svg('path', { fill: 'currentColor', d: ${JSON.stringify(markOf('d'))} }))
    this.#link.part = 'link'
    this.#link.append(mark, this.#label)
    root.append(this.#link)
  }

  connectedCallback() {
    this.#render()
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#render()
  }

  // Uses the language of the element or of the page, and the address of the element or of the link inside it.
  #render() {
    const tag = (this.closest('[lang]')?.lang ?? '').toLowerCase().split('-', 1)[0]
    const language = Object.hasOwn(labels, tag) ? tag : 'it'
    this.#label.textContent = labels[language]
    this.#link.lang = language
    const address = this.getAttribute('href') ?? this.querySelector('a[href]')?.getAttribute('href')
    this.#link.href = address ?? ''
    if (address === undefined || !/^https?:$/.test(this.#link.protocol)) this.#link.removeAttribute('href')
  }
}

if (!customElements.get('it-wallet-button')) customElements.define('it-wallet-button', ItWalletButton)
`

/** Route of the script, for pages of any origin: a module from another origin needs CORS. */
export const walletButtonEndpoint: Route = {
  method: 'GET',
  path: paths.button,
  kind: 'document',
  handle: () =>
    respondText(walletButtonScript, 'text/javascript; charset=utf-8', {
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    }),
}
