/** Ask: builds a presentation request, and shows its QR code, its link, and the response with the checks. */
import {
  type Clock,
  type Fetch,
  failed,
  fetchText,
  isJsonObject,
  type Json,
  parseJsonObject,
  type Random,
} from '../../base/index.ts'
import {
  entityConfigurationUrl,
  entityStatementMediaType,
  maximumStatementSize,
  parseEntityStatement,
} from '../../federation/index.ts'
import { type EndpointRequest, formOf, type Html, type HttpResponse, html, redirect } from '../../http/index.ts'
import { allAlgorithms } from '../../jose/index.ts'
import type { DecisionLog } from '../../node/index.ts'
import { renderAnswerRefusal, statusOf } from '../answer-refusal.ts'
import type { Screen, Shell } from '../screen.ts'
import { formRoute, pageRoute } from '../shell/page-routes.ts'
import { texts } from './ask-texts.ts'
import { renderBuilder, renderQuery } from './builder-page.ts'
import { renderOrder, renderState } from './order-page.ts'
import { createOrders, isOpen, type Order, type OrderInput } from './orders.ts'
import type { PresentationService } from './presentation-service.ts'
import { readSwitches, type Switches } from './switches.ts'

/** Dependencies of the screen. */
export interface AskParts {
  readonly clock: Clock
  readonly random: Random
  readonly fetch: Fetch
  readonly service: PresentationService
  readonly decisions: Pick<DecisionLog, 'find'>
}

/** Creates the request builder. */
export const createAskScreen = (parts: AskParts): Screen => ({
  id: 'ask',
  path: '/ask',
  label: { it: texts.it.title, en: texts.en.title },
  routes: (shell) => {
    const desk = createDesk(parts, shell)
    return [
      pageRoute('/ask', desk.build),
      formRoute('/ask', desk.place),
      pageRoute('/ask/query', desk.query),
      // `presentationReturnUrl` of the sandbox names this path.
      pageRoute('/ask/returned', desk.returned),
      pageRoute('/ask/orders/:key', desk.show),
      pageRoute('/ask/orders/:key/state', desk.state),
    ]
  },
})

interface BuildOptions {
  readonly query?: string
  /** Content above the builder. Defaults to the purpose of the screen. */
  readonly above?: Html
  readonly status?: number
  readonly title?: string
  /** True if the content above the builder updates while the page is open. */
  readonly isLive?: boolean
}

function createDesk(parts: AskParts, shell: Shell) {
  const { clock, service, decisions } = parts
  const orders = createOrders(parts)
  const builderOf = async (request: EndpointRequest, switches: Switches, query?: string) => ({
    ...{ language: shell.language(request), switches, responseModes: service.responseModes },
    definitions: switches.variant === 'scope' ? await fetchDefinitions(parts) : [],
    ...(query !== undefined && { query }),
  })
  const build = async (
    request: EndpointRequest,
    switches: Switches,
    { query, above, status, title, isLive }: BuildOptions = {},
  ): Promise<HttpResponse> => {
    const language = shell.language(request)
    const builder = renderBuilder(await builderOf(request, switches, query))
    const lead = above ?? html`<p class="lead">${texts[language].lead}</p>`
    const main = html`${lead}${builder}${renderLatest(language, orders.list())}`
    return shell.page(request, {
      ...{ title: title ?? texts[language].title, main },
      ...(status !== undefined && { status }),
      ...(isLive !== undefined && { isLive }),
    })
  }
  const partOf = (request: EndpointRequest, order: Order) => ({
    ...{ language: shell.language(request), now: clock.now(), order, relyingParty: service.url },
    isLive: shell.isLive(request),
    findDecision: decisions.find,
  })
  const orderOf = ({ path }: EndpointRequest): Order | undefined => orders.find(path.key ?? '')
  return {
    build: (request: EndpointRequest) => build(request, readSwitches(request.query)),
    query: async (request: EndpointRequest): Promise<HttpResponse> =>
      shell.part(renderQuery(await builderOf(request, readSwitches(request.query)))),
    place: async (request: EndpointRequest): Promise<HttpResponse> => {
      const language = shell.language(request)
      const form = formOf(request)
      const [switches, query] = [readSwitches(form), form.get('query') ?? '']
      const input = orderInputOf(switches, query)
      if (input === undefined) {
        const above = html`<p class="alert alert-danger" id="ask-not-json" role="status">${texts[language].notJson}</p>`
        return build(request, switches, { query, above, status: 400 })
      }
      const placed = await orders.place(input)
      if ('key' in placed) return redirect(`/ask/orders/${placed.key}`, {}, 303)
      const above = renderAnswerRefusal(language, 'ask-refused', placed.refused)
      return build(request, switches, { query, above, status: statusOf(placed.refused) })
    },
    show: (request: EndpointRequest): Promise<HttpResponse> | HttpResponse => {
      const order = orderOf(request)
      if (order === undefined) return redirect('/ask', {}, 303)
      const { presentation: title } = texts[shell.language(request)]
      const above = renderOrder(partOf(request, order))
      return build(request, order.switches, { query: order.query, above, title, isLive: isOpen(order) })
    },
    state: (request: EndpointRequest): Promise<HttpResponse> => {
      const order = orderOf(request)
      const text = texts[shell.language(request)]
      if (order !== undefined) return shell.part(renderState(partOf(request, order)))
      return shell.part(
        html`<p id="ask-status" role="status">${text.forgotten} <a href="/ask">${text.again}</a></p>`,
        404,
      )
    },
    /** Handles the return of the browser after a same-device presentation, as a Relying Party's application does. */
    returned: async ({ query }: EndpointRequest): Promise<HttpResponse> => {
      const [key, reference] = [query.get('state') ?? '', query.get('reference')]
      if (orders.find(key) === undefined) return redirect('/ask', {}, 303)
      if (reference !== undefined) await orders.redeem(key, reference)
      return redirect(`/ask/orders/${key}`, {}, 303)
    },
  }
}

/** Returns the order that the form describes, or `undefined` if its DCQL query is not a JSON object. */
function orderInputOf(switches: Switches, query: string): OrderInput | undefined {
  if (switches.variant === 'scope') return { switches, query, queryMember: { scope: query.trim() } }
  const parsed = parseJsonObject(query, 'query')
  return failed(parsed) ? undefined : { switches, query, queryMember: { dcql_query: parsed } }
}

const statementPolicy = { algorithms: allAlgorithms, urls: { loopbackHttp: true } }

/**
 * Fetches the Presentation Definitions in the Relying Party's metadata. Returns those of the first entity type with a
 * list that is not empty. Returns an empty list if the metadata cannot be read. Does not verify the signature.
 */
async function fetchDefinitions({ fetch, service }: Pick<AskParts, 'fetch' | 'service'>): Promise<readonly Json[]> {
  const request = new Request(entityConfigurationUrl(service.url))
  const limits = { size: maximumStatementSize }
  const compact = await fetchText(fetch, request, entityStatementMediaType, 'relying-party', limits)
  const statement = failed(compact) ? compact : parseEntityStatement(compact, statementPolicy, 'entity_configuration')
  const metadata = failed(statement) ? undefined : statement.metadata
  const definitionLists = Object.values(isJsonObject(metadata) ? metadata : {}).flatMap((one) => {
    const definitions = isJsonObject(one) ? one.presentation_definitions_supported : undefined
    return Array.isArray(definitions) && definitions.length > 0 ? [definitions as readonly Json[]] : []
  })
  return definitionLists[0] ?? []
}

const renderLatest = (language: 'it' | 'en', orders: readonly Order[]): Html =>
  orders.length === 0
    ? html``
    : html`<section class="mt-4" aria-labelledby="ask-latest-heading"><h2 class="h5" id="ask-latest-heading">${texts[language].latest}</h2><ul class="list-group" id="ask-latest">${orders.map(
        ({ key, id, status, switches }) =>
          html`<li class="list-group-item"><a id="ask-order-${id.slice(0, 8)}" href="/ask/orders/${key}">${texts[language].variants[switches.variant]}, ${texts[language].flows[switches.flow]}</a>: ${texts[language].statuses[status]}</li>`,
      )}</ul></section>`
