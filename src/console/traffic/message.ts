/** HTTP messages between the parties of a sandbox, as the console shows them. */

/** Headers with names in lower case. In the order of the wire if the receiver recorded them, otherwise sorted. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

/** A request and its response. */
export interface Message {
  /** Ascending in each process: `m17`, or `r812-17` in a replica. */
  readonly id: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  /** Name of the party: `wallet`, `relying-party`, `browser`. `unknown` if it cannot be determined. */
  readonly from: string
  /** Name of the role, or the origin of a party outside of the sandbox. */
  readonly to: string
  readonly request: {
    readonly method: string
    /** Absolute. Can be malformed, because a client can send any request target. */
    readonly url: string
    readonly headers: HeaderLines
    /** Absent if it is empty. Can be cut off at its end. */
    readonly body?: string
  }
  /** Absent if there is no response. Its body is absent if it is empty or not text, and can be cut off at its end. */
  readonly response?: { readonly status: number; readonly headers: HeaderLines; readonly body?: string } | undefined
  /** Time from the request to the response or the failure. 0 while the sender waits. */
  readonly milliseconds: number
  /**
   * ID of the message that the sender was serving when it sent this one, or of the operator's action at the console.
   * If the operator sent a message again, the ID of the original message.
   */
  readonly parent?: string
  /** Trace IDs of the decisions that were made while the message was served. */
  readonly traces: readonly string[]
}

/**
 * Returns a copy with plain values instead of getters. The copy can be sent to another process. Each access to the copy
 * returns the headers and bodies without converting them again.
 */
export function plainMessage(message: Message): Message {
  const { id, at, from, to, parent, milliseconds, traces, request, response } = message
  return {
    ...{ id, at, from, to, milliseconds, traces, request },
    ...(parent !== undefined && { parent }),
    ...(response && { response }),
  }
}
