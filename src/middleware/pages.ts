/** Pages of the middleware. Each says what happened and how to continue. */
import { type Html, html, type PageLanguage, respondPage, respondText, toWebResponse } from '../http/index.ts'
import { chooseText, type LocalizedText } from '../pages/localized-text.ts'
import { walletMark } from '../pages/official/marks.ts'
import { renderCitizenPage } from '../pages/page.ts'
import { signInWords } from '../pages/sign-in-words.ts'
import { switchUrl } from './language.ts'
import type { AskedToBegin, MiddlewareContext } from './options.ts'
import { texts } from './page-texts.ts'

/** Status of each page, and the text of its first link. */
const kinds = {
  refused: [403, 'again'],
  cancelled: [403, 'again'],
  expired: [403, 'again'],
  foreign: [403, 'home'],
  over: [403, 'again'],
  unsent: [200, 'back'],
  tooMany: [429, 'again'],
} as const

/** Reader of a page: language, and place in the application. */
interface Reader {
  readonly language: PageLanguage
  /** Path and query of the application where the reader continues. */
  readonly path: string
}

/**
 * Returns the page of this kind with the status of the kind. The page links to the path and to the home page. A
 * `foreign` page links only to the home page.
 */
export async function page(
  ctx: MiddlewareContext,
  kind: keyof typeof kinds,
  { language, path }: Reader,
  headers: Record<string, string> = {},
): Promise<Response> {
  const words = texts[language]
  const [title, lead] = words[kind]
  const [status, linkText] = kinds[kind]
  const home = homeOf(ctx)
  const url = linkText === 'home' ? home : ctx.origin + path
  const main = html`<p id="presentation-${kind}" class="notice${kind === 'unsent' ? '' : ' warning'}" role="alert">${lead}</p>
<p><a id="go-on" href="${url}" class="button primary">${words[linkText]}</a>
${home === url ? '' : html`<a id="go-home" href="${home}" class="button">${words.home}</a>`}</p>`
  return respond(ctx, { language, path }, title, main, status, headers)
}

const homeOf = ({ look, origin }: MiddlewareContext): string => look.homeUrl ?? `${origin}/`

interface BeginPageContent extends Reader {
  /** Buttons in order. */
  readonly actions: AskedToBegin['actions']
  readonly purpose?: LocalizedText
}

/**
 * Renders a page with a button for each flow. The forms are empty, and of the type `text/plain`, which servers accept
 * without a body parser.
 */
export function beginPage(
  ctx: MiddlewareContext,
  { actions, language, path, purpose }: BeginPageContent,
  headers: Record<string, string>,
): Promise<Response> {
  const words = texts[language]
  const { signIn, reason, scanWarning } = signInWords[language]
  const isCrossDevice = actions.some(({ flow }) => flow === 'cross-device')
  const home = homeOf(ctx)
  const shown = purpose === undefined ? undefined : chooseText(purpose, language)
  const main = html`<p id="presentation-begin">${words.beginLead}</p>
${shown === undefined ? '' : html`<p>${reason} <strong id="presentation-purpose"${shown.lang}>${shown.text}</strong></p>`}
${actions.map(
  (
    { flow, url },
    index,
  ) => html`<form method="post" enctype="text/plain" action="${url}"><button id="begin-${flow}" class="login${index === 0 ? ' primary official' : ''}">${walletMark}<span>${signIn}<small>${words[flow]}</small></span></button></form>
`,
)}${isCrossDevice ? html`<p class="notice warning" id="presentation-warning">${scanWarning}</p>` : ''}
${home === ctx.origin + path ? '' : html`<p><a id="cancel" href="${home}">${words.cancel}</a></p>`}`
  // With `no-referrer`, a browser sends `Origin: null` with the form (Fetch standard).
  const pageHeaders = { 'referrer-policy': 'same-origin', ...headers }
  return respond(ctx, { language, path }, signIn, main, 401, pageHeaders)
}

/** Returns the style sheet. Browsers cache it for a year, because its URL contains its digest. */
export const respondStyle = ({ styleSheet }: Pick<MiddlewareContext, 'styleSheet'>): Response =>
  toWebResponse(
    respondText(styleSheet, 'text/css; charset=utf-8', {
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    }),
  )

async function respond(
  ctx: MiddlewareContext,
  { language, path }: Reader,
  title: string,
  main: Html,
  status: number,
  headers: Record<string, string>,
): Promise<Response> {
  const body = renderCitizenPage({ look: ctx.look, language, title, main, url: switchUrl(ctx, path) })
  return toWebResponse(await respondPage(body, status, headers))
}
