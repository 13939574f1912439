/**
 * Sends the requests of a party with faults. Also changes the responses of parties that are not roles of the sandbox.
 */
import type { Fetch } from '../../base/index.ts'
import type { Message } from '../../console/index.ts'
import { fromWebResponse, toWebResponse } from '../../http/index.ts'
import { FetchRefused } from '../../node/index.ts'
import type { Traffic } from '../traffic.ts'
import type { FaultMaker } from './fault-maker.ts'
import { changedRequest, faultableRequest } from './message-forms.ts'

interface Sender {
  readonly from: string
  readonly fetch: Fetch
  readonly traffic: Traffic
  /** Returns the name of the party at an origin. */
  readonly partyAt: (origin: string) => string | undefined
  /** Returns true for a role whose app is wrapped: the wrapper changes its responses. */
  readonly changesAnswers: (party: string) => boolean
}

/**
 * Sends a request, and applies the armed faults that wait for it or for its response. The record of the message shows
 * the change. Rejects with `FetchRefused` for an outage, and for a slow response of a party that is not a role.
 */
export async function sendWithFaults(maker: FaultMaker, sender: Sender, request: Request): Promise<Response> {
  const { from, fetch, traffic } = sender
  const { origin, pathname, host } = new URL(request.url)
  const to = sender.partyAt(origin)
  if (to === undefined) return traffic.fetchAs(from, fetch)(request)
  const { store } = maker
  const name = { from, to, method: request.method, path: pathname }
  const linkSent = maker.linkNext(traffic.log, (message) => message.from === from && isMessage(message, name))
  const waiting = store.find({ ...name, side: 'request' })
  const kind = waiting?.row.effect.kind
  if (waiting !== undefined && (kind === 'outage' || kind === 'twice')) store.markUsed(waiting.id)
  if (waiting !== undefined && kind === 'outage') {
    linkSent(waiting.id)
    return traffic.fetchAs(from, () => Promise.reject(new FetchRefused('unreachable', host, 'refused')))(request)
  }
  const message = await faultableRequest(request)
  const changedMessage = await maker.change({ ...name, side: 'request' }, message, linkSent)
  const requestToSend = changedMessage === message ? request : changedRequest(request, changedMessage)
  const faultyFetch: Fetch = sender.changesAnswers(to)
    ? fetch
    : async (one) => {
        const response = await fromWebResponse(await fetch(one))
        const isLate = store.find({ ...name, side: 'response' })?.row.effect.kind === 'slow'
        if (isLate)
          return maker
            .changeResponse(name, response, linkSent)
            .then(() => Promise.reject(new FetchRefused('timeout', host)))
        return toWebResponse(await maker.changeResponse(name, response, linkSent), one.method)
      }
  if (waiting !== undefined && kind === 'twice') {
    await traffic.fetchAs(from, faultyFetch)(requestToSend.clone())
    linkSent(waiting.id)
  }
  return traffic.fetchAs(from, faultyFetch)(requestToSend)
}

/** Returns true for a message with this receiver, method and path, and false for one with an unreadable URL. */
export const isMessage = (
  { to, request: { method, url } }: Message,
  name: { readonly to: string; readonly method: string; readonly path: string },
): boolean => to === name.to && method === name.method && URL.parse(url)?.pathname === name.path
