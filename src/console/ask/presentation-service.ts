/**
 * Port to a Relying Party: its API for applications, and a browser that begins and finishes a presentation on its
 * pages.
 */
import type { CallResult } from '../answer-refusal.ts'

/** A simulated browser with the cookies of one presentation. */
export interface PresentationBrowser {
  /**
   * Opens the Relying Party's first page. Returns the link that opens a wallet, or `undefined` if the page has none.
   * Rejects if the page does not open.
   */
  begin(startUrl: string): Promise<string | undefined>
  /**
   * Continues after the presentation has ended. `id` is the order's id. Returns the reference that the application
   * redeems for the result, or `undefined` if there is none. Rejects if a page does not open.
   */
  finish(id: string): Promise<string | undefined>
}

/** A Relying Party, from the side of an application. */
export interface PresentationService {
  /** URL of the Relying Party. */
  readonly url: string
  /** URL to which the Relying Party redirects the browser at the end. The screen "Ask" serves this URL. */
  readonly returnUrl: string
  /** Response modes that an order may name. Absent if the Relying Party decides. */
  readonly responseModes?: readonly string[]
  /** Calls the API with the application's key. Never rejects. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<CallResult>
  /** Returns a new browser without cookies. */
  openBrowser(): PresentationBrowser
  /**
   * Calls the listener after each decision about a wallet that fetches or answers a request. Returns a function that
   * removes the listener.
   */
  watch(listener: (event: PresentationEvent) => void): () => void
}

/** A decision of the Relying Party about a wallet's request, for any presentation. */
export interface PresentationEvent {
  readonly kind: 'fetch' | 'response'
  readonly accepted: boolean
  readonly trace: string
}
