/**
 * Adds links to the console's page about the flow of a request. Each response with the header `Fiducia-Trace` gets a
 * `Link` header, and a page also a visible link. The pages of a presentation get the visible link without that header
 * too. The roles themselves do not create these links.
 */
import type { MaybePromise } from '../base/index.ts'
import { type App, asApp, type HttpRequest, type HttpResponse, html, withHeader } from '../http/index.ts'

const texts = { it: 'Che cosa è successo (console)', en: 'What happened (console)' } as const

/**
 * Wraps a role's app and adds the links to its responses. `console` is the URL of the console. `currentId` returns the
 * id under which the console records the request that is being served.
 */
export function withFlowLinks(app: App, console: string, currentId: () => string | undefined): App {
  const link = (response: HttpResponse, url?: string): MaybePromise<HttpResponse> => linkFlow(response, console, url)
  const refuseUnread = app.refuseUnread
  return asApp(
    (request) => {
      const id = isOfPresentation(request) ? currentId() : undefined
      const url = id === undefined ? undefined : `${console}/flows/${encodeURIComponent(id)}`
      const response = app.answer(request)
      return response instanceof Promise ? response.then((answer) => link(answer, url)) : link(response, url)
    },
    app.surfaces,
    refuseUnread && (async (code, evidence) => link(await refuseUnread(code, evidence))),
  )
}

/** Paths of a Relying Party that show a QR code, or the result of a presentation. */
const presentationPath = /\/presentation(?:s\/(?:new|begin)|-result)(?:\?|$)/

const isOfPresentation = ({ method, target }: HttpRequest): boolean => method === 'GET' && presentationPath.test(target)

/** Links to the flow of the refusal, or to `url`. */
function linkFlow(response: HttpResponse, console: string, url?: string): MaybePromise<HttpResponse> {
  const trace = response.headers['fiducia-trace']
  if (typeof trace !== 'string') return url !== undefined && isPage(response) ? addLink(response, url) : response
  const traceUrl = `${console}/flows/trace/${encodeURIComponent(trace)}`
  const linked = withHeader(response, 'link', `<${traceUrl}>; rel="help"`)
  return isPage(linked) ? addLink(linked, traceUrl) : linked
}

const isPage = ({ headers, body }: HttpResponse): boolean =>
  typeof body === 'string' && String(headers['content-type']).startsWith('text/html')

/** Adds the link at the end of the page's content: in Italian on an Italian page, else in English. */
async function addLink(response: HttpResponse, url: string): Promise<HttpResponse> {
  const page = String(response.body)
  const language = page.includes('<html lang="it"') ? 'it' : 'en'
  const link = String(await html`<p lang="${language}"><a id="console-flow" href="${url}">${texts[language]}</a></p>`)
  const at = page.lastIndexOf('</main>')
  return at < 0 ? response : { ...response, body: page.slice(0, at) + link + page.slice(at) }
}
