/**
 * Presentations that were ordered at this console, in memory. The console acts as the application of the Relying Party
 * and, in the cross-device flow, also as the browser. Results are personal data, so only the last 20 orders are kept.
 */
import {
  type Clock,
  fail,
  isNumericDate,
  type JsonObject,
  type NumericDate,
  type Random,
  randomToken,
} from '../../base/index.ts'
import { type CallResult, membersOf, succeeded } from '../answer-refusal.ts'
import type { PresentationBrowser, PresentationService } from './presentation-service.ts'
import type { Switches } from './switches.ts'

/** Final statuses of an order. */
const endStatuses = ['presented', 'refused', 'cancelled', 'expired'] as const
/** Statuses before a final one, first to last. */
const openStatuses = ['ordered', 'issued', 'fetched'] as const
type OrderStatus = (typeof openStatuses)[number] | (typeof endStatuses)[number]

export interface Order {
  /** Value of `state`, which the browser brings back. Identifies the order in URLs of the console. */
  readonly key: string
  /** ID at the Relying Party. */
  readonly id: string
  readonly switches: Switches
  /** Text of the query as the operator entered it: a DCQL query, or a `scope`. */
  readonly query: string
  readonly body: JsonObject
  readonly startUrl: string
  /**
   * Link that opens a wallet. Absent if the Relying Party's first page has no link or does not open. Also absent in the
   * same-device flow, in which the operator's browser receives the link.
   */
  readonly engagementUrl?: string
  readonly status: OrderStatus
  readonly expiresAt: NumericDate
  /** Result from the API. Absent until the reference is redeemed. */
  readonly result?: JsonObject
  /**
   * Trace IDs of the last 20 refused responses since a wallet fetched the request. Includes refused responses to other
   * orders, because the Relying Party does not say to which order a refused response belongs.
   */
  readonly refusals: readonly string[]
  /** Last failed attempt to read the status or to redeem the reference. Absent once `result` is present. */
  readonly failure?: CallResult
}

export interface OrderInput {
  readonly switches: Switches
  readonly query: string
  /** Query (`dcql_query`) or `scope`, as the member of the API's request. */
  readonly queryMember: JsonObject
}

interface Orders {
  /**
   * Orders a presentation and, in the cross-device flow, begins it. Returns the result of the call as `refused` if the
   * API does not accept the order, or if its response is malformed.
   */
  place(input: OrderInput): Promise<Order | { readonly refused: CallResult }>
  find(key: string): Order | undefined
  /**
   * Redeems the reference that the browser brings back. Changes nothing if the order already has a result. If the call
   * does not succeed, or its response has no final status, stores its result as `failure` of the order.
   */
  redeem(key: string, reference: string): Promise<void>
  /** Returns the last orders, newest first. */
  list(): readonly Order[]
}

const maximumOrders = 20
const maximumRefusals = 20

/** Returns true if the status is not final. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => openStatuses.some((open) => open === status)

const bodyOf = ({ switches, queryMember }: OrderInput, returnUrl: string, key: string): JsonObject => ({
  ...queryMember,
  flow: switches.flow,
  ...(switches.variant === 'dcql' && { request_uri_method: switches.method }),
  ...(switches.mode !== '' && { response_mode: switches.mode }),
  wallet_attestation: switches.walletAttestation,
  ...(switches.purpose !== '' && { purpose: switches.purpose }),
  return_url: returnUrl,
  state: key,
})

interface OrderParts {
  readonly clock: Clock
  readonly random: Random
  readonly service: PresentationService
}

/**
 * Creates an empty list of orders, in memory. Keeps at most 20, and drops the oldest first. Listens to the service for
 * as long as the process runs.
 */
export function createOrders({ clock, random, service }: OrderParts): Orders {
  const orders = new Map<string, Order>()
  const browsers = new Map<string, PresentationBrowser>()
  const keep = (order: Order): Order => {
    orders.set(order.key, order)
    if (orders.size > maximumOrders) {
      const oldest = orders.keys().next().value as string
      orders.delete(oldest)
      browsers.delete(oldest)
    }
    return order
  }
  const change = (key: string, changes: Partial<Order>): void => {
    const order = orders.get(key)
    if (order !== undefined) orders.set(key, { ...order, ...changes })
  }
  const setFailure = (key: string, failure: CallResult): void => {
    if (orders.get(key)?.result === undefined) change(key, { failure })
  }
  /** Returns the order, with the status `expired` if it is still open at `expiresAt`. No event reports an expiry. */
  const withExpiry = (order: Order): Order =>
    isOpen(order) && clock.now() >= order.expiresAt ? { ...order, status: 'expired' } : order
  const redeem = async (key: string, reference: string): Promise<void> => {
    if (orders.get(key)?.result !== undefined) return
    const result = await service.call('POST', '/api/results', { reference })
    const members = membersOf(result)
    const status = endStatuses.find((end) => end === members.status)
    if (!succeeded(result) || status === undefined) return setFailure(key, result)
    const { failure: _, ...order } = orders.get(key) ?? {}
    if ('key' in order && order.result === undefined) orders.set(key, { ...order, result: members, status })
  }
  /**
   * Reads the status of an order from the API. After a response in the cross-device flow, also redeems the reference.
   * Two calls can overtake each other, so `issued` does not replace `fetched`, and nothing replaces a final status.
   */
  const follow = async ({ key, id }: Order): Promise<void> => {
    const answer = await service.call('GET', `/api/presentations/${encodeURIComponent(id)}`)
    const { status, expires_at } = membersOf(answer)
    const order = orders.get(key)
    if (order === undefined || !isOpen(order)) return
    if (!succeeded(answer)) return setFailure(key, answer)
    const isOlder = status === 'issued' && order.status === 'fetched'
    if ((status === 'issued' || status === 'fetched') && !isOlder)
      change(key, { status, ...(isNumericDate(expires_at) && { expiresAt: expires_at }) })
    if (status !== 'completed' && status !== 'rejected') return
    const reference = await browsers.get(key)?.finish(id)
    if (reference !== undefined) await redeem(key, reference)
  }
  service.watch(({ kind, accepted, trace }) => {
    for (const order of orders.values()) {
      const { key, status, refusals } = withExpiry(order)
      if (accepted && isOpen({ status }))
        void follow(order).catch(() => setFailure(key, fail('unreachable', 'relying-party')))
      else if (!accepted && kind === 'response' && status === 'fetched')
        change(key, { refusals: [...refusals, trace].slice(-maximumRefusals) })
    }
  })
  return {
    place: async (input) => {
      const key = randomToken(random)
      const body = bodyOf(input, service.returnUrl, key)
      const answer = await service.call('POST', '/api/presentations', body)
      const { id, start_url: startUrl, expires_at: expiresAt } = membersOf(answer)
      if (!succeeded(answer) || typeof id !== 'string' || typeof startUrl !== 'string' || !isNumericDate(expiresAt))
        return { refused: answer }
      const { switches, query } = input
      const order: Order = {
        ...{ key, id, switches, query, body, startUrl },
        ...{ status: 'ordered', refusals: [], expiresAt },
      }
      if (switches.flow === 'same-device') return keep(order)
      const browser = service.openBrowser()
      const engagementUrl = await browser.begin(startUrl).catch(() => undefined)
      browsers.set(key, browser)
      return keep({ ...order, status: 'issued', ...(engagementUrl !== undefined && { engagementUrl }) })
    },
    find: (key) => {
      const order = orders.get(key)
      return order && withExpiry(order)
    },
    redeem,
    list: () => [...orders.values()].map(withExpiry).reverse(),
  }
}
