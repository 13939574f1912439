/**
 * Serves the pages that the organization's metadata names (home page, privacy policy, terms, logo), the logos of
 * national identity providers, and the style sheet and typeface. Serves only URLs on the origin of `publicUrl`. If
 * the operator provides no file, serves a default page or logo of the organization. The home page is always a default.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { daySeconds, joinUrl, type MaybePromise } from '../base/index.ts'
import {
  type App,
  asApp,
  type HttpRequest,
  type HttpResponse,
  html,
  isPageLanguage,
  languageParameter,
  type PageLanguage,
  preferredLanguage,
  respondBytes,
  respondPage,
  respondText,
} from '../http/index.ts'
import { createPageLook, pageSettings } from '../member/index.ts'
import { ConfigError } from '../node/index.ts'
import { colourRule, type PageLook, pageStyle, renderCitizenPage } from '../pages/index.ts'
import { defaultPageTexts } from './default-page-texts.ts'
import { pathOf } from './request-gate.ts'
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

/** Returns an SVG logo with the first letter of the organization's name. */
const drawLogo = (name: string, colour: string): string => {
  const letter = /\p{L}/u.exec(name)?.[0]?.toUpperCase() ?? '?'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img"><rect width="64" height="64" rx="8" fill="${colour}"/><text x="32" y="45" font-family="sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>\n`
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
 * Adds the organization's pages to an app. Each page replaces the app's GET route with the same path. If `hasOwnHome`
 * is true, adds no home page, because the app has one. Throws `ConfigError` for a file that cannot be read, and for a
 * logo that is neither .svg nor .png.
 */
export function withOwnPages(app: App, settings: ServiceSettings, hasOwnHome: boolean): App {
  const handlerOf = ownHandlers(settings, hasOwnHome)
  const answer: Handler = (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return app.answer(request)
    return handlerOf(pathOf(request.target))?.(request) ?? app.answer(request)
  }
  return asApp(answer, app.surfaces, app.refuseUnread)
}

function ownHandlers(settings: ServiceSettings, hasOwnHome: boolean): (path: string) => Handler | undefined {
  const { publicUrl, role, site, resolve } = settings
  const { organization } = role
  const prefix = joinUrl(new URL(publicUrl).pathname, assetsPath)
  const pages = 'pages' in role ? role.pages : pageSettings.parse({})
  const look = createPageLook({ organization, pages }, joinUrl(publicUrl, assetsPath + styleSheet))
  const readOptional = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : readText(resolve(file))
  const [privacy, terms] = [readOptional(site.privacyFile), readOptional(site.termsFile)]
  const logo = site.logoFile === undefined ? undefined : readLogo('site.logoFile', resolve(site.logoFile))
  const byPath = new Map<string, Handler>()
  const serveAt = (url: string, answer: Handler): void => {
    const parsed = URL.parse(url)
    if (parsed !== null && parsed.origin === new URL(publicUrl).origin) byPath.set(parsed.pathname, answer)
  }
  if (!hasOwnHome)
    serveAt(organization.homepage_uri, (request) => renderOwn(look, 'home', request, organization.homepage_uri))
  serveAt(organization.policy_uri, (request) => renderOwn(look, 'privacy', request, organization.policy_uri, privacy))
  serveAt(organization.tos_uri, (request) => renderOwn(look, 'terms', request, organization.tos_uri, terms))
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

const languageOf = (request: HttpRequest): PageLanguage => {
  const query = new URLSearchParams(request.target.slice(pathOf(request.target).length))
  const requestedLanguage = query.get(languageParameter) ?? undefined
  return isPageLanguage(requestedLanguage) ? requestedLanguage : preferredLanguage(request.header('accept-language'))
}

/** Renders a page: the operator's text without translation, or the default text in the visitor's language. */
function renderOwn(
  look: PageLook,
  kind: 'home' | 'privacy' | 'terms',
  request: HttpRequest,
  url: string,
  text?: string,
): Promise<HttpResponse> {
  const language = languageOf(request)
  const [title, lead] = defaultPageTexts[language][kind]
  const paragraphs = (text ?? lead).split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph.trim()}</p>\n`)
  return respondPage(renderCitizenPage({ look, language, title, url, main: html`${paragraphs}` }), 200, {
    'cache-control': 'no-cache',
  })
}
