/** Renders pages and parts of pages for the screens, and refusals. */
import {
  type EndpointRequest,
  type HttpResponse,
  type Language,
  type RenderPage,
  respondPage,
  toolLanguage,
} from '../../http/index.ts'
import type { Access } from '../access/access.ts'
import type { PageContent, Shell } from '../screen.ts'
import { type Frame, renderLayout } from './layout.ts'
import { isLive } from './live-updates.ts'
import { readPreferences } from './preferences.ts'
import { refusalContent, respondRefusal, showsHtml } from './refusal-page.ts'

/** Content security policy of all pages. Pages load content only from the console, and images also from data URLs. */
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

/**
 * Browsers send the referrer only to the console. Without any referrer, they would send forms with the origin `null`,
 * which the console refuses (GEN-43).
 */
const headers = { 'content-security-policy': contentPolicy, 'referrer-policy': 'same-origin' }

const programToken = { authorization: 'Bearer $ADMIN_TOKEN' }

interface ConsoleShell extends Shell {
  readonly renderRefusal: RenderPage
}

/**
 * Creates the shell. `access` says whether programs can call the console. Without `access`, programs call it without a
 * token.
 */
export function createShell(frame: Frame, access?: Pick<Access, 'acceptsPrograms'>): ConsoleShell {
  const language = (request: EndpointRequest): Language =>
    readPreferences(request).language ?? toolLanguage(request.language)
  const page = (request: EndpointRequest, content: PageContent): Promise<HttpResponse> =>
    respondPage(renderLayout(frame, request, language(request), content), content.status, headers)
  const part: Shell['part'] = (main, status) => respondPage(main, status, headers)
  return {
    language,
    isLive,
    page,
    part,
    programCall: (call) => {
      if (access === undefined) return call
      return access.acceptsPrograms ? { ...call, headers: { ...programToken, ...call.headers } } : undefined
    },
    renderRefusal: async (refusal, request) => {
      if (!showsHtml(request)) return respondRefusal(refusal)
      const content = refusalContent(refusal, language(request))
      const isPart = request.header('hx-request') !== undefined
      const response = await (isPart ? part(content.main, content.status) : page(request, content))
      return { ...response, headers: { ...response.headers, ...refusal.answer.headers } }
    },
  }
}
