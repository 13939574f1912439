/**
 * Serves the pages that the organization's metadata names (home page, privacy policy, terms, logo), the logos of
 * national identity providers, and the style sheet and typeface. Serves only URLs on the origin of `publicUrl`. If
 * the operator provides no file, serves a default page or logo of the organization. The home page is always a default.
 * Renders the page for an unknown path of a role without pages of its own.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { daySeconds, joinUrl, type MaybePromise } from '../base/index.ts'
import { entityConfigurationUrl } from '../federation/index.ts'
import {
  type App,
  asApp,
  describeRefusal,
  type Html,
  type HttpRequest,
  type HttpResponse,
  html,
  isPageLanguage,
  languageParameter,
  type PageLanguage,
  preferredLanguage,
  type RenderPage,
  respondBytes,
  respondPage,
  respondText,
  urlForSwitch,
} from '../http/index.ts'
import { createPageLook } from '../member/index.ts'
import { ConfigError } from '../node/index.ts'
import {
  chooseText,
  colourRule,
  type LocalizedText,
  type PageLook,
  pageStyle,
  renderCitizenPage,
} from '../pages/index.ts'
import { paths as anchorPaths } from '../trust-anchor/paths.ts'
import { defaultPageTexts, type HomeRole, refusalTexts } from './default-page-texts.ts'
import { pathOf } from './request-gate.ts'
import type { ServedRole } from './role-names.ts'
import type { ServiceSettings } from './role-settings.ts'
import { readText } from './service.ts'

/** Path of typeface, style sheet and logos of identity providers below the public URL. */
const assetsPath = '/assets/'
const styleSheet = 'organization.css'

const resolveFile = createRequire(import.meta.url).resolve
const fontName = /^titillium-web-(?:latin|latin-ext)-(?:400|600|700)-normal\.woff2$/
const fonts = new Map<string, Uint8Array>()
const cachedForDays = (count: number): string => `public, max-age=${count * daySeconds}`

/** Returns a file of the typeface, and reads it at the first request. Returns `undefined` for other names. */
function respondFont(name: string): HttpResponse | undefined {
  if (!fontName.test(name)) return undefined
  const bytes = fonts.get(name) ?? readFileSync(resolveFile(`@fontsource/titillium-web/files/${name}`))
  fonts.set(name, bytes)
  return respondBytes(bytes, 'font/woff2', { 'cache-control': cachedForDays(30), 'x-content-type-options': 'nosniff' })
}

const logoTypes: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png' }

/** Returns an SVG logo: the first letter of the organization's name on white, so that it is visible on the header. */
const drawLogo = (name: string, colour: string): string => {
  const letter = /\p{L}/u.exec(name)?.[0]?.toUpperCase() ?? '?'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img"><rect width="64" height="64" rx="8" fill="#fff"/><text x="32" y="45" font-family="sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="${colour}">${letter}</text></svg>\n`
}

/** Returns the URL of an identity provider's logo. Returns `undefined` if the settings name none. */
export const providerLogoUrl = (
  publicUrl: string,
  { id, logoFile }: { readonly id: string; readonly logoFile?: string | undefined },
): string | undefined =>
  logoFile === undefined ? undefined : joinUrl(publicUrl, `${assetsPath}provider-${id}.${extensionOf(logoFile)}`)

const extensionOf = (file: string): string => file.split('.').at(-1)?.toLowerCase() ?? ''

type Handler = (request: HttpRequest) => MaybePromise<HttpResponse>

/**
 * Adds the organization's pages to an app. Each page replaces the app's GET route with the same path. Adds no home page
 * to a Relying Party, because it has one. Throws `ConfigError` for a file that cannot be read, and for a logo that is
 * neither .svg nor .png.
 */
export function withOwnPages(app: App, settings: ServiceSettings, role: ServedRole): App {
  const handlerOf = ownHandlers(settings, role)
  const answer: Handler = (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return app.answer(request)
    return handlerOf(pathOf(request.target))?.(request) ?? app.answer(request)
  }
  return asApp(answer, app.surfaces, app.refuseUnread)
}

const lookOf = ({ publicUrl, role }: ServiceSettings): PageLook =>
  createPageLook(role, joinUrl(publicUrl, assetsPath + styleSheet))

function ownHandlers(settings: ServiceSettings, role: ServedRole): (path: string) => Handler | undefined {
  const { publicUrl, site, resolve } = settings
  const { organization, pages } = settings.role
  const prefix = joinUrl(new URL(publicUrl).pathname, assetsPath)
  const logo = site.logoFile === undefined ? undefined : readLogo('site.logoFile', resolve(site.logoFile))
  const byPath = new Map<string, Handler>()
  const serveAt = (url: string, answer: Handler): void => {
    const parsed = URL.parse(url)
    if (parsed !== null && parsed.origin === new URL(publicUrl).origin) byPath.set(parsed.pathname, answer)
  }
  const servePage = (url: string, contentIn: (language: PageLanguage) => PageContent): void =>
    serveAt(url, (request) => respondOwn(settings, request, url, contentIn))
  if (role !== 'relying-party')
    servePage(organization.homepage_uri, (language) => homeContent(publicUrl, language, role))
  for (const [kind, url, file] of [
    ['privacy', organization.policy_uri, site.privacyFile],
    ['terms', organization.tos_uri, site.termsFile],
  ] as const) {
    const own = file === undefined ? undefined : readTexts(file, resolve)
    servePage(url, (language) => {
      const [title, fallback] = defaultPageTexts[language][kind]
      const chosen = own === undefined ? undefined : chooseText(own, language)
      const { text, lang } = chosen ?? { text: fallback, lang: '' }
      return { title, main: html`<div id="text"${lang}>${paragraphsOf(text)}</div>` }
    })
  }
  serveAt(
    organization.logo_uri,
    () =>
      logo ??
      respondText(drawLogo(organization.organization_name, pages.colour ?? '#0066cc'), 'image/svg+xml', {
        'cache-control': cachedForDays(1),
      }),
  )
  for (const { id, logoFile } of 'identityProviders' in settings ? settings.identityProviders : []) {
    if (logoFile === undefined) continue
    const providerLogo = readLogo(`identityProviders.${id}.logoFile`, resolve(logoFile))
    serveAt(providerLogoUrl(publicUrl, { id, logoFile }) ?? '', () => providerLogo)
  }
  byPath.set(prefix + styleSheet, () =>
    respondText(pageStyle + colourRule(pages), 'text/css; charset=utf-8', { 'cache-control': cachedForDays(1) }),
  )
  return (path) => {
    const handler = byPath.get(path)
    if (handler !== undefined || !path.startsWith(prefix)) return handler
    const font = respondFont(path.slice(prefix.length))
    return font && (() => font)
  }
}

/** Reads a file, or the files by language. */
const readTexts = (files: LocalizedText, resolve: (path: string) => string): LocalizedText =>
  typeof files === 'string'
    ? readText(resolve(files))
    : Object.fromEntries(Object.entries(files).map(([language, file]) => [language, readText(resolve(file))]))

function readLogo(setting: string, file: string): HttpResponse {
  const type = logoTypes[extensionOf(file)]
  if (type === undefined) throw new ConfigError([`${setting}: ${file} is neither .svg nor .png`])
  try {
    const headers = {
      'cache-control': cachedForDays(1),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    }
    return respondBytes(readFileSync(file), type, headers)
  } catch {
    throw new ConfigError([`${setting}: ${file} cannot be read`])
  }
}

interface PageContent {
  readonly title: string
  readonly main: Html
}

const paragraphsOf = (text: string): readonly Html[] =>
  text.split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph.trim()}</p>\n`)

/** Returns the content of the home page: what the service does, and links to what it publishes for the federation. */
function homeContent(publicUrl: string, language: PageLanguage, role: HomeRole): PageContent {
  const { home, links } = defaultPageTexts[language]
  const [title, text] = home[role]
  const published = [
    ...(role === 'pid-provider' ? [] : [['configuration', entityConfigurationUrl(publicUrl)] as const]),
    ...(role === 'trust-anchor' ? [['members', joinUrl(publicUrl, anchorPaths.list)] as const] : []),
  ]
  const items = published.map(([name, url]) => html`<li><a id="${name}" href="${url}">${links[name]}</a></li>\n`)
  return { title, main: html`${paragraphsOf(text)}${items.length === 0 ? '' : html`<ul>${items}</ul>`}` }
}

const languageOf = (request: HttpRequest): PageLanguage => {
  const query = new URLSearchParams(request.target.slice(pathOf(request.target).length))
  const requestedLanguage = query.get(languageParameter) ?? undefined
  return isPageLanguage(requestedLanguage) ? requestedLanguage : preferredLanguage(request.header('accept-language'))
}

/** Renders a page in the reader's language. */
function respondOwn(
  settings: ServiceSettings,
  request: HttpRequest,
  url: string,
  contentIn: (language: PageLanguage) => PageContent,
): Promise<HttpResponse> {
  const language = languageOf(request)
  const page = renderCitizenPage({ look: lookOf(settings), language, url, ...contentIn(language) })
  return respondPage(page, 200, { 'cache-control': 'no-cache' })
}

/** Returns the renderer of the page for an unknown path of a role without pages of its own. */
export const ownErrorPage =
  (settings: ServiceSettings): RenderPage =>
  (refusal, request) => {
    const { answer, trace } = refusal
    const language = request?.language ?? 'it'
    const words = refusalTexts[language]
    const look = lookOf(settings)
    const [title, lead] = words[answer.status === 404 ? 'missing' : 'refused']
    const main = html`<p class="notice error" id="error-lead" role="alert">${lead}</p>
<p><a class="button primary" id="home" href="${settings.role.organization.homepage_uri}">${words.home}</a></p>
${trace === '' ? '' : html`<p class="reference" id="reference">${words.reference} <code>${trace}</code></p>`}
<details>
<summary>${words.details}</summary>
<p><code id="error">${answer.error}</code></p>
<p id="error-description" lang="en">${describeRefusal(refusal)}</p>
</details>`
    const url = request?.method === 'GET' ? { url: urlForSwitch(request) } : {}
    return respondPage(renderCitizenPage({ look, language, title, main, ...url }), answer.status, answer.headers)
  }
