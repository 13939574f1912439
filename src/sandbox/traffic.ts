/**
 * Records what the parties of a sandbox say to each other: at the sender for parties of the sandbox, at the receiver for
 * all others. A message that a role sends while it serves another has that one as its parent. Decisions are recorded
 * with the message that they judged.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { DecisionSink, Fetch } from '../base/index.ts'
import { failed } from '../base/index.ts'
import { createMessageLog, type HeaderLines, type Message, type MessageLog } from '../console/index.ts'
import { type App, asApp, type HttpRequest, type HttpResponse } from '../http/index.ts'

/** Header with which a recorded request names its record, so that its receiver does not record it again. */
export const recordHeader = 'fiducia-message'
/** Longer bodies are cut in the record. */
const longestBody = 256 * 1024

export interface Traffic {
  readonly log: MessageLog
  /** Records what a party sends. `from` is its name. */
  fetchAs(from: string, fetch: Fetch): Fetch
  /** Records what a role receives from parties outside of the sandbox, and the decisions about every request. */
  receive(name: string, app: App): App
  /** Adds the trace of each decision to the message that is being served, and passes the decision on. */
  observe(sink: DecisionSink): DecisionSink
  /** Runs an action of a person: messages that it sends have `id` as their parent. */
  act<T>(id: string, run: () => Promise<T>): Promise<T>
}

/** The request that is being served, or the action of a person. */
interface Scope {
  readonly id: string
  readonly traces: string[]
}

interface TrafficOptions {
  /** Returns milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number
  /** Returns the name of the party at an origin. */
  readonly partyAt: (origin: string) => string | undefined
}

export function createTraffic({ now, partyAt }: TrafficOptions): Traffic {
  const log = createMessageLog()
  const scopes = new AsyncLocalStorage<Scope>()
  /** Traces of messages that are on their way, by message. */
  const open = new Map<string, string[]>()
  let count = 0
  const begin = () => {
    count += 1
    const parent = scopes.getStore()?.id
    return { id: `m${count}`, at: now(), ...(parent !== undefined && { parent }) }
  }
  const fetchAs =
    (from: string, fetch: Fetch): Fetch =>
    async (request) => {
      const begun = begin()
      const traces: string[] = []
      open.set(begun.id, traces)
      const to = partyAt(new URL(request.url).origin) ?? new URL(request.url).origin
      const body = request.body === null ? undefined : await request.clone().text()
      const sent = { method: request.method, url: request.url, headers: [...request.headers], ...withBody(body) }
      const record = (response?: Message['response']): void =>
        log.record({
          ...{ ...begun, from, to, request: sent },
          ...(response && { response }),
          ...{ milliseconds: now() - begun.at, traces },
        })
      record()
      const marked = new Request(request)
      if (partyAt(new URL(request.url).origin) !== undefined) marked.headers.set(recordHeader, begun.id)
      try {
        const response = await fetch(marked)
        const text = await response.clone().text()
        record({ status: response.status, headers: [...response.headers], ...withBody(text) })
        return response
      } catch (thrown) {
        record()
        throw thrown
      } finally {
        open.delete(begun.id)
      }
    }
  const receive = (name: string, app: App): App => {
    const answer = async (request: HttpRequest): Promise<HttpResponse> => {
      const recorded = request.header(recordHeader)
      const known = recorded === undefined ? undefined : open.get(recorded)
      if (recorded !== undefined && known !== undefined)
        return scopes.run({ id: recorded, traces: known }, async () => app.answer(request))
      const begun = begin()
      const traces: string[] = []
      let body: string | undefined
      const heard: HttpRequest = {
        method: request.method,
        target: request.target,
        header: (one) => request.header(one),
        text: async (size, admitLate) => {
          const text = await request.text(size, admitLate)
          if (!failed(text)) body = text
          return text
        },
      }
      const response = await scopes.run({ id: begun.id, traces }, async () => app.answer(heard))
      const host = request.header('host')
      log.record({
        ...{ ...begun, from: request.header('sec-fetch-mode') === undefined ? 'unknown' : 'browser', to: name },
        request: {
          method: request.method,
          url: `http://${host}${request.target}`,
          headers: shownHeaders(request),
          ...withBody(body),
        },
        response: {
          status: response.status,
          headers: Object.entries(response.headers).flatMap(
            ([key, value]): HeaderLines =>
              typeof value === 'string' ? [[key, value]] : value.map((one) => [key, one] as const),
          ),
          ...withBody(typeof response.body === 'string' ? response.body : undefined),
        },
        milliseconds: now() - begun.at,
        traces,
      })
      return response
    }
    return asApp(answer, app.surfaces, app.refuseUnread)
  }
  return {
    log,
    fetchAs,
    receive,
    observe: (sink) => ({
      ...sink,
      record: (decision) => {
        scopes.getStore()?.traces.push(decision.trace)
        sink.record(decision)
      },
    }),
    act: (id, run) => scopes.run({ id, traces: [] }, run),
  }
}

/** Request headers that the record of a foreign message shows. An app cannot list the headers of a request. */
const shown = ['host', 'accept', 'authorization', 'content-type', 'cookie', 'dpop', 'origin', 'user-agent']

const shownHeaders = (request: HttpRequest): HeaderLines =>
  shown.flatMap((name) => {
    const value = request.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })

const withBody = (body: string | undefined): { readonly body?: string } =>
  body === undefined || body === '' ? {} : { body: body.slice(0, longestBody) }
