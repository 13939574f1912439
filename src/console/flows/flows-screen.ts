/** The screen of flows: the messages between the parties, and the reasons of their decisions. */
import type { Clock } from '../../base/index.ts'
import {
  type EndpointRequest,
  formOf,
  type Html,
  type HttpResponse,
  html,
  type Route,
  redirect,
  respondEmpty,
  respondEvents,
  respondText,
} from '../../http/index.ts'
import type { DecisionFeed } from '../decision-feed.ts'
import type { Screen, Shell } from '../screen.ts'
import { formRoute, publicPageRoute } from '../shell/page-routes.ts'
import type { Message } from '../traffic/message.ts'
import type { MessageLog } from '../traffic/message-log.ts'
import type { Flow, Step } from './flow.ts'
import { createFlowCatalogue, type FlowCatalogue } from './flow-catalogue.ts'
import { maximumFormBytes, readFlowFile, writeFlowFile } from './flow-file.ts'
import { readFilter } from './flow-filter.ts'
import { renderList, renderListPage } from './flow-list.ts'
import { addressOf, renderFlow, renderLoneDecision, stepTitle } from './flow-page.ts'
import { renderClearPage, renderLoadPage } from './load-page.ts'
import { changeRequest } from './message-change.ts'
import { type MessageDecoders, renderMessage } from './message-part.ts'
import { searchedTrace } from './searched-trace.ts'
import { type FlowTexts, texts } from './texts.ts'

/** A request to send again. */
export interface Resending {
  readonly request: Message['request']
  /** Name of the party that sends it. */
  readonly from: string
  /** ID of the recorded message, which becomes the parent of the new one. */
  readonly parent: string
}

/** The logs, and the functions that only a sandbox has. */
export interface FlowsParts extends MessageDecoders {
  readonly clock: Clock
  readonly decisions: DecisionFeed
  /** Recorded messages. Absent if the console records none. The screen then shows only decisions. */
  readonly traffic?: MessageLog
  /**
   * Sends a request again to a party of the sandbox. Resolves to true if it was sent, even without a response, and to
   * false if it cannot be sent.
   */
  readonly resend?: (resending: Resending) => Promise<boolean>
  /** True if saved files contain all values. Defaults to false: personal values and secrets are replaced. */
  readonly showPersonalData?: boolean
}

const path = '/flows'

/** Creates the screen of flows. */
export function createFlowsScreen(parts: FlowsParts): Screen {
  const catalogue = createFlowCatalogue(parts.decisions, parts.traffic)
  return {
    id: 'flows',
    path,
    label: { it: texts.it.title, en: texts.en.title },
    routes: (shell) => {
      const screen = new FlowsScreen(parts, catalogue, shell)
      return [...screen.listRoutes(), ...screen.flowRoutes(), ...(parts.traffic ? screen.fileRoutes() : [])]
    },
  }
}

class FlowsScreen {
  readonly #parts: FlowsParts
  readonly #catalogue: FlowCatalogue
  readonly #shell: Shell

  constructor(parts: FlowsParts, catalogue: FlowCatalogue, shell: Shell) {
    this.#parts = parts
    this.#catalogue = catalogue
    this.#shell = shell
  }

  listRoutes(): readonly Route[] {
    const catalogue = this.#catalogue
    const listOf = (request: EndpointRequest) => ({
      ...catalogue.list(readFilter(request.query)),
      now: this.#parts.clock.now(),
      isLive: this.#shell.isLive(request),
      clearCall: this.#shell.programCall({ method: 'DELETE', url: new URL(path, request.url).href }),
    })
    return [
      publicPageRoute(path, (request) => {
        const trace = searchedTrace(request.query, catalogue.locate)
        if (trace !== undefined) return redirect(`${path}/trace/${encodeURIComponent(trace)}`, {}, 303)
        const language = this.#shell.language(request)
        return this.#shell.page(request, {
          title: texts[language].title,
          main: renderListPage(language, listOf(request)),
          isLive: true,
        })
      }),
      publicPageRoute(`${path}/list`, (request) =>
        this.#shell.part(renderList(this.#shell.language(request), listOf(request))),
      ),
      publicPageRoute(`${path}/events`, () => respondEvents((send) => catalogue.watch(() => send({ event: 'flows' })))),
      publicPageRoute(`${path}/trace/:trace`, (request) => this.#trace(request)),
    ]
  }

  flowRoutes(): readonly Route[] {
    return [
      publicPageRoute(`${path}/:id`, (request) =>
        this.#withFlow(request, (flow, text) => {
          if (flow.id !== request.path.id) return redirect(addressOf(flow), {}, 303)
          const view = {
            language: this.#shell.language(request),
            now: this.#parts.clock.now(),
            isRedacted: this.#parts.showPersonalData !== true,
          }
          return this.#shell.page(request, { title: text.kinds[flow.kind], main: renderFlow(flow, view) })
        }),
      ),
      publicPageRoute(`${path}/:id/messages/:message`, (request) =>
        this.#withStep(request, async (flow, step, text) =>
          this.#shell.page(request, {
            title: stepTitle(text, step),
            trail: [{ id: 'flows-whole', label: text.kinds[flow.kind], path: addressOf(flow) }],
            main: html`<h2 class="visually-hidden">${text.faultyStep}</h2>${await this.#renderMessage(request, flow, step)}`,
          }),
        ),
      ),
      publicPageRoute(`${path}/:id/messages/:message/part`, (request) =>
        this.#withStep(request, async (flow, step) => this.#shell.part(await this.#renderMessage(request, flow, step))),
      ),
      ...(this.#parts.resend
        ? [formRoute(`${path}/:id/messages/:message/resend`, (request) => this.#resend(request), maximumFormBytes)]
        : []),
    ]
  }

  fileRoutes(): readonly Route[] {
    return [
      publicPageRoute(`${path}/:id/file`, (request) =>
        this.#withFlow(request, (flow) =>
          respondText(writeFlowFile(flow, this.#parts.showPersonalData === true), 'application/json', {
            'cache-control': 'no-store',
            'content-disposition': `attachment; filename="flow-${flow.id}.json"`,
          }),
        ),
      ),
      publicPageRoute(`${path}/load`, (request) => this.#loadPage(request)),
      formRoute(
        `${path}/load`,
        (request) => {
          const file = readFlowFile(formOf(request).get('flow') ?? '')
          if (file === undefined) return this.#loadPage(request, true)
          return redirect(`${path}/${this.#catalogue.load(file)}`, {}, 303)
        },
        maximumFormBytes,
      ),
      publicPageRoute(`${path}/clear`, (request) => {
        const text = texts[this.#shell.language(request)]
        return this.#shell.page(request, { title: text.clear, main: renderClearPage(text) })
      }),
      formRoute(`${path}/clear`, () => {
        this.#catalogue.clear()
        return redirect(path, {}, 303)
      }),
      {
        ...{ method: 'DELETE', path, kind: 'machine' },
        handle: () => {
          this.#catalogue.clear()
          return respondEmpty()
        },
      },
    ]
  }

  #renderMessage(request: EndpointRequest, flow: Flow, step: Step): Promise<Html> {
    const { decode, decrypt, resend } = this.#parts
    return renderMessage(flow, step, {
      ...(decode && { decode }),
      ...(decrypt && { decrypt }),
      language: this.#shell.language(request),
      canResend: resend !== undefined,
    })
  }

  async #resend(request: EndpointRequest): Promise<HttpResponse> {
    const form = formOf(request)
    const value = form.get('remove') === undefined ? (form.get('value') ?? '') : undefined
    return this.#withStep(request, async (flow, { message }, text) => {
      if (flow.isLoaded) return this.#missing(request, text)
      const changed = changeRequest(message.request, { member: form.get('member') ?? '', value })
      const isSent = await this.#parts.resend?.({ request: changed, from: message.from, parent: message.id })
      if (!isSent)
        return this.#shell.page(request, {
          title: text.resend,
          main: html`<p role="alert">${text.notSent}</p>`,
          status: 400,
        })
      const last = this.#catalogue.find(flow.id)?.steps.findLast((step) => step.message.parent === message.id)
      return redirect(`${addressOf(flow)}${last ? `#flows-${last.message.id}` : ''}`, {}, 303)
    })
  }

  /** Redirects to the message of a decision, or shows the decision if no message is recorded. */
  #trace(request: EndpointRequest): HttpResponse | Promise<HttpResponse> {
    const trace = request.path.trace ?? ''
    const place = this.#catalogue.locate(trace)
    if (place !== undefined) return redirect(`${addressOf({ id: place.flow })}#flows-${place.message}`, {}, 303)
    const language = this.#shell.language(request)
    const decision = this.#parts.decisions.find(trace)
    if (decision === undefined) return this.#missing(request, texts[language], texts[language].missingTrace)
    const main = renderLoneDecision(decision, { language, now: this.#parts.clock.now() })
    return this.#shell.page(request, { title: texts[language].decision, main })
  }

  #loadPage(request: EndpointRequest, isRefused = false): Promise<HttpResponse> {
    const text = texts[this.#shell.language(request)]
    const main = renderLoadPage(text, isRefused)
    return this.#shell.page(request, { title: text.loadTitle, main, ...(isRefused && { status: 400 }) })
  }

  #withFlow(
    request: EndpointRequest,
    show: (flow: Flow, text: FlowTexts) => HttpResponse | Promise<HttpResponse>,
  ): HttpResponse | Promise<HttpResponse> {
    const text = texts[this.#shell.language(request)]
    const flow = this.#catalogue.find(request.path.id ?? '')
    return flow === undefined ? this.#missing(request, text) : show(flow, text)
  }

  #withStep(
    request: EndpointRequest,
    show: (flow: Flow, step: Step, text: FlowTexts) => Promise<HttpResponse>,
  ): HttpResponse | Promise<HttpResponse> {
    return this.#withFlow(request, (flow, text) => {
      const step = flow.steps.find(({ message }) => message.id === request.path.message)
      return step === undefined ? this.#missing(request, text) : show(flow, step, text)
    })
  }

  #missing(request: EndpointRequest, text: FlowTexts, lead: string = text.missingLead): Promise<HttpResponse> {
    const main = html`<p id="flows-missing">${lead}</p>`
    return this.#shell.page(request, { title: text.missing, main, status: 404 })
  }
}
