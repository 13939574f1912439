/**
 * Adds faults to the app of a role: to requests from outside the sandbox, to the role's clock, and to its responses.
 */
import { type AnswerRequest, type App, asApp, type HttpRequest, type HttpResponse } from '../../http/index.ts'
import type { Traffic } from '../traffic.ts'
import { recordHeader } from '../traffic-header.ts'
import type { FaultMaker } from './fault-maker.ts'
import { isMessage } from './faulty-network.ts'
import { readReceived } from './message-forms.ts'

interface FaultyRole {
  readonly to: string
  readonly traffic: Traffic
  /** Runs a function with the role's clock this many seconds ahead. */
  readonly withShift: <T>(seconds: number, run: () => Promise<T>) => Promise<T>
}

/** Sender's name for a request from outside the sandbox. */
const stranger = 'stranger'

const nameOf = ({ to }: FaultyRole, { method, target }: HttpRequest, from: string) => ({
  ...{ from, to, method },
  path: target.split('?', 1)[0] ?? '',
})

/**
 * Changes requests from outside the sandbox. `sendWithFaults` changes the requests of the sandbox's parties. `app` must
 * record its messages, so that the record shows the change.
 */
export const withFaultyRequests = (app: App, maker: FaultMaker, role: FaultyRole): App =>
  wrap(app, maker, async (request, answer) => {
    if (request.header(recordHeader) !== undefined) return answer(request)
    const name = nameOf(role, request, stranger)
    const waiting = maker.store.find({ ...name, side: 'request' })
    const kind = waiting?.row.effect.kind
    if (waiting === undefined || kind === 'outage' || kind === 'clock') return answer(request)
    const linkReceived = maker.linkNext(role.traffic.log, (message) => isMessage(message, name))
    const read = await readReceived(request)
    if (kind === 'twice') {
      maker.store.markUsed(waiting.id)
      await answer(read.with(read.message))
      linkReceived(waiting.id)
    }
    return answer(read.with(await maker.change({ ...name, side: 'request' }, read.message, linkReceived)))
  })

/** Response during an outage to a client outside the sandbox, as a proxy sends it if its service does not answer. */
const unavailable: HttpResponse = { status: 503, headers: { 'cache-control': 'no-store' }, body: '' }

/**
 * Shifts the role's clock, changes or delays its responses, and answers 503 during an outage. `app` must not record its
 * messages yet, so that the record shows the change.
 */
export const withFaultyAnswers = (app: App, maker: FaultMaker, role: FaultyRole): App =>
  wrap(app, maker, async (request, answer) => {
    const recorded = request.header(recordHeader)
    const { log } = role.traffic
    const sender = recorded === undefined ? undefined : log.find(recorded)?.from
    const name = nameOf(role, request, sender ?? stranger)
    const linkAnswered = maker.linkNext(log, (message) =>
      recorded === undefined ? isMessage(message, name) : message.id === recorded,
    )
    const waiting = maker.store.find({ ...name, side: 'request' })
    const effect = waiting?.row.effect
    if (waiting !== undefined && (effect?.kind === 'clock' || effect?.kind === 'outage')) {
      maker.store.markUsed(waiting.id)
      linkAnswered(waiting.id)
      if (effect.kind === 'outage') return unavailable
      return role.withShift(effect.seconds, async () => answer(request))
    }
    return maker.changeResponse(name, await answer(request), linkAnswered)
  })

/** Wraps an app. While no fault is armed, requests go directly to the app. */
const wrap = (
  app: App,
  { store }: FaultMaker,
  answerWithFaults: (request: HttpRequest, answer: AnswerRequest) => Promise<HttpResponse>,
): App =>
  asApp(
    (request) => (store.isArmed() ? answerWithFaults(request, (one) => app.answer(one)) : app.answer(request)),
    app.surfaces,
    app.refuseUnread,
  )
