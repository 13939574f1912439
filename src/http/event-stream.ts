/** Server-sent events (HTML, section 9.2): a response that stays open and sends an event for each change. */
import type { HttpResponse } from './message.ts'

/** One event: a name in one line, without data. */
export interface ServerEvent {
  readonly event: string
}

/** Sends an event to one client. */
export type SendEvent = (event: ServerEvent) => void

/**
 * Events for a slow client are dropped while its queue has at least this number of bytes. The event that reaches the
 * limit is still queued.
 */
const maximumQueueBytes = 65_536

/**
 * Creates a response of events. Calls `subscribe` at once. `subscribe` receives a function that sends an event and a
 * function that ends the response, and returns a function that ends the subscription.
 */
export function respondEvents(subscribe: (send: SendEvent, end: () => void) => () => void): HttpResponse {
  let isOpen = true
  let unsubscribe: (() => void) | undefined
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const end = (): void => {
          if (!isOpen) return
          isOpen = false
          unsubscribe?.()
          controller.close()
        }
        const send: SendEvent = (event) => {
          if (isOpen && (controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(textOf(event)))
        }
        controller.enqueue(encoder.encode(': connected\n\n'))
        unsubscribe = subscribe(send, end)
        if (!isOpen) unsubscribe()
      },
      cancel: () => {
        if (!isOpen) return
        isOpen = false
        unsubscribe?.()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maximumQueueBytes }),
  )
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    stream,
  }
}

/** Returns the event with an empty line of data, without which a browser would ignore it. */
const textOf = ({ event }: ServerEvent): string => `event: ${event}\ndata: \n\n`
