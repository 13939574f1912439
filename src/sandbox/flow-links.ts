/**
 * Adds a link to each response with the header `Fiducia-Trace`. The link leads to the console's page about the flow of
 * the request. It is a `Link` header, and on pages also a visible link. The roles themselves do not create these links.
 */
import type { MaybePromise } from '../base/index.ts'
import { type App, asApp, type HttpResponse, html, withHeader } from '../http/index.ts'

const texts = { it: 'Che cosa è successo (console)', en: 'What happened (console)' } as const

/** Wraps a role's app and adds the links to its responses. `console` is the URL of the console. */
export function withFlowLinks(app: App, console: string): App {
  const link = (response: HttpResponse): MaybePromise<HttpResponse> => linkFlow(response, console)
  const refuseUnread = app.refuseUnread
  return asApp(
    (request) => {
      const response = app.answer(request)
      return response instanceof Promise ? response.then(link) : link(response)
    },
    app.surfaces,
    refuseUnread && (async (code, evidence) => link(await refuseUnread(code, evidence))),
  )
}

function linkFlow(response: HttpResponse, console: string): MaybePromise<HttpResponse> {
  const trace = response.headers['fiducia-trace']
  if (typeof trace !== 'string') return response
  const url = `${console}/flows/trace/${encodeURIComponent(trace)}`
  const linked = withHeader(response, 'link', `<${url}>; rel="help"`)
  return isPage(linked) ? addLink(linked, url) : linked
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
