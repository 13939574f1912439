/**
 * Records the HTTP messages between the parties of a sandbox. A message from a party of this process is recorded at the
 * sender, any other message at the receiver. A message that a role sends while it handles a request has that request as
 * its parent. Decisions (results of checks) are recorded with their message.
 *
 * Each replica of the roles has its own recorder. The recorder of the main process takes over the replicas' messages
 * (`recordFromReplica`, `addTraces`). The worker of the national identity providers reports the requests that they
 * receive (`recordReceived`).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRecent, type DecisionSink, type Fetch, type MaybePromise } from '../base/index.ts'
import { backgroundOf, createMessageLog, type Message, type MessageLog } from '../console/index.ts'
import { type App, asApp, type HttpRequest, type HttpResponse } from '../http/index.ts'
import type { ObservedExchange } from './national-idp/observe-exchanges.ts'
import { type IsSecret, ReceivedMessage, shownBody, shownHeader, withBody } from './received-message.ts'
import { RecordedRequest, recordAnswer, senderOf } from './received-request.ts'
import { recordHeader } from './traffic-header.ts'

/** Recorder of a sandbox. */
export interface Traffic {
  readonly log: MessageLog
  /** Returns a `Fetch` that records the messages of the party `from`. */
  fetchAs(from: string, fetch: Fetch): Fetch
  /** Wraps an app: records requests from outside the sandbox, and adds decisions to the record of every request. */
  wrapApp(name: string, app: App, origin: string): App
  /** Records a message that a replica recorded. */
  recordFromReplica(message: Message): void
  /** Adds traces of decisions that a replica made about a message of another process. */
  addTraces(id: string, traces: readonly string[]): void
  /** Records a request from outside the sandbox that a party in a worker received. */
  recordReceived(name: string, origin: string, exchange: ObservedExchange): void
  /** Wraps a sink: adds the trace of each decision to the record of the message that the decision is about. */
  observe(sink: DecisionSink): DecisionSink
  /**
   * Runs a user's action, for example in the console's wallet. Messages of the action have `id` as their parent. A
   * decision about a fetched document belongs to the action's latest background message (`backgroundOf`). Any other
   * decision belongs to the latest message of the other kind. If there is none, the latest message gets it. Messages
   * from `browser` do not count. A decision before the first message belongs to the next one of any sender.
   */
  runAction<T>(id: string, run: () => Promise<T>): Promise<T>
  /** Returns the id of the request that is being served, or of the action. Returns `undefined` outside of both. */
  currentId(): string | undefined
}

/** The request that is being served, or the user's action. */
interface Scope {
  readonly id: string
  /** Traces of decisions that belong to the request, or to the next message of the action. */
  readonly traces: string[]
  /** Functions for the messages of an action. Absent for a request. */
  readonly sent?: TraceAdders
}

/** Functions that add a trace to the record of an action's message. */
interface TraceAdders {
  last?: (trace: string) => void
  lastDocument?: (trace: string) => void
}

interface TrafficOptions {
  /** Returns milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number
  /** Returns the name of the party at an origin. */
  readonly partyAt: (origin: string) => string | undefined
  /** Defaults to a function that returns false. */
  readonly isSecret?: IsSecret
  /** Prefix of the messages' ids, different in each process. Defaults to `m`. */
  readonly prefix?: string
  readonly log?: MessageLog
  /** Called with the traces of a request that another process records. If absent, this process records the request. */
  readonly onForeign?: (id: string, traces: readonly string[]) => void
}

/**
 * Maximum number of replicas' messages whose late traces are kept. A replica reports a message when it is sent, and
 * again when the response arrives. The second report lacks the late traces.
 */
const maximumLateMessages = 1000
/** Maximum number of kept traces of one message, because any client can name any record in the header. */
const maximumTraces = 100

/** Adds traces to those of a message. Keeps the latest 100. */
function keepTraces(traces: string[], added: readonly string[]): void {
  traces.push(...added)
  traces.splice(0, traces.length - maximumTraces)
}

/**
 * Id of a record, of this process or of a replica. The ids of each `prefix` must match: a replica records a message a
 * second time if its id does not match.
 */
const recordId = /^(?:m|r\d{1,10}-)\d{1,15}$/

/** Creates a recorder without messages. */
export function createTraffic({
  now,
  partyAt,
  isSecret = () => false,
  prefix = 'm',
  log = createMessageLog(),
  onForeign,
}: TrafficOptions): Traffic {
  /** Traces that arrived after a replica's message, by message. */
  const lateTraces = createRecent<readonly string[]>(maximumLateMessages)
  const scopes = new AsyncLocalStorage<Scope>()
  /** Traces of messages without a response so far, by message. */
  const open = new Map<string, string[]>()
  let count = 0
  const begin = () => {
    count += 1
    const parent = scopes.getStore()?.id
    return { id: `${prefix}${count}`, at: now(), ...(parent !== undefined && { parent }) }
  }
  /** Returns the milliseconds since `at`. Without a response at least 1, because 0 marks a message that still waits. */
  const durationOf = (at: number, response: unknown): number => Math.max(response === undefined ? 1 : 0, now() - at)
  const fetchAs =
    (from: string, fetch: Fetch): Fetch =>
    async (request) => {
      const scope = scopes.getStore()
      const begun = begin()
      const traces = scope?.sent ? scope.traces.splice(0) : []
      const { origin } = new URL(request.url)
      const party = partyAt(origin)
      const body = request.body === null ? undefined : shownBody(await request.clone().text())
      const headers = [...request.headers].map(([name, value]) => [name, shownHeader(name, value, isSecret)] as const)
      const sent = { method: request.method, url: request.url, headers, ...withBody(body) }
      let response: Message['response']
      let milliseconds = 0
      const record = (): void =>
        log.record({
          ...{ ...begun, from, to: party ?? origin, request: sent },
          ...(response && { response }),
          ...{ milliseconds, traces },
        })
      if (scope?.sent && from !== 'browser') expectDecisions(scope.sent, { request: sent }, traces, record)
      open.set(begun.id, traces)
      record()
      // Sends the request itself, not a copy: `createTimedRequest` keeps only the original in memory, and a copy
      // would lose its time limit.
      if (party !== undefined) request.headers.set(recordHeader, begun.id)
      try {
        const received = await fetch(request)
        const text = isText(received.headers) ? await textOfCopy(received) : undefined
        response = { status: received.status, headers: [...received.headers], ...withBody(text) }
        return received
      } finally {
        milliseconds = durationOf(begun.at, response)
        open.delete(begun.id)
        request.headers.delete(recordHeader)
        record()
      }
    }
  const wrapApp = (name: string, app: App, origin: string): App => {
    const answer = (request: HttpRequest): MaybePromise<HttpResponse> => {
      const recorded = request.header(recordHeader)
      const tracesOfSender = recorded === undefined ? undefined : open.get(recorded)
      if (recorded !== undefined && tracesOfSender !== undefined)
        return scopes.run({ id: recorded, traces: tracesOfSender }, () => app.answer(request))
      if (recorded !== undefined && onForeign !== undefined && recordId.test(recorded)) {
        const traces: string[] = []
        const serve = () => scopes.run({ id: recorded, traces }, () => app.answer(request))
        return recordAnswer(() => onForeign(recorded, traces), serve)
      }
      const begun = begin()
      const traces: string[] = []
      const received = new RecordedRequest(request)
      const record = (response: HttpResponse | undefined): void => {
        const message = new ReceivedMessage({
          ...{ ...begun, to: name, milliseconds: durationOf(begun.at, response), traces },
          from: senderOf((header) => request.header(header)),
          ...{ origin, request: received, body: received.body, answer: response, isSecret },
        })
        log.record(message, message.characters)
      }
      return recordAnswer(record, () => scopes.run({ id: begun.id, traces }, () => app.answer(received)))
    }
    return asApp(answer, app.surfaces, app.refuseUnread)
  }
  return {
    log,
    fetchAs,
    wrapApp,
    recordFromReplica: (message) => {
      const traces = [...message.traces, ...(lateTraces.get(message.id) ?? [])].slice(-maximumTraces)
      log.record({ ...message, traces })
    },
    addTraces: (id, traces) => {
      const own = open.get(id)
      if (own !== undefined) return keepTraces(own, traces)
      const all = (before: readonly string[]) => [...before, ...traces].slice(-maximumTraces)
      lateTraces.set(id, all(lateTraces.get(id) ?? []))
      const message = log.find(id)
      if (message !== undefined) log.record({ ...message, traces: all(message.traces) })
    },
    recordReceived: (name, origin, { at, milliseconds, request: { target, ...request }, response }) => {
      const { id } = begin()
      const headers = new Map(request.headers)
      const from = senderOf((header) => headers.get(header))
      log.record({
        ...{ id, at, from, to: name, milliseconds, traces: [] },
        request: { ...request, url: urlOf(origin, target), ...withBody(shownBody(request.body)) },
        response: { ...response, ...withBody(shownBody(response.body)) },
      })
    },
    observe: (sink) => ({
      ...sink,
      record: (decision) => {
        const scope = scopes.getStore()
        const add = scope?.sent && traceAdderFor(scope.sent, decision.surface)
        if (add) add(decision.trace)
        else if (scope) keepTraces(scope.traces, [decision.trace])
        sink.record(decision)
      },
    }),
    runAction: (id, run) => scopes.run({ id, traces: [], sent: {} }, run),
    currentId: () => scopes.getStore()?.id,
  }
}

/** Returns the URL of a request target: a path, a URL (RFC 9112 §3.2.2) or another text. */
const urlOf = (origin: string, target: string): string =>
  target.startsWith('/') ? origin + target : (URL.parse(target)?.href ?? `${origin}/${target}`)

/** Records the action's decisions with this message from now on. */
function expectDecisions(
  sent: TraceAdders,
  message: Pick<Message, 'request'>,
  traces: string[],
  record: () => void,
): void {
  const add = (trace: string): void => {
    keepTraces(traces, [trace])
    record()
  }
  if (backgroundOf(message) === undefined) sent.last = add
  else sent.lastDocument = add
}

/** Decisions of a wallet about documents that it fetched. */
const aboutDocuments = /^wallet\/(?:issuers?|engagement)$/

/** Returns the function that adds a trace to the message of a decision. The surface determines the message. */
const traceAdderFor = ({ last, lastDocument }: TraceAdders, surface: string): TraceAdders['last'] =>
  aboutDocuments.test(surface) ? (lastDocument ?? last) : (last ?? lastDocument)

const textTypes = /^text\/|json|jwt|xml|x-www-form-urlencoded/

const isText = (headers: Headers): boolean => textTypes.test(headers.get('content-type') ?? '')

/**
 * Reads the body from a copy, so that the receiver can read the original. Returns `undefined` if the body breaks off.
 */
const textOfCopy = (response: Response): Promise<string | undefined> =>
  response
    .clone()
    .text()
    .then(shownBody, () => undefined)
