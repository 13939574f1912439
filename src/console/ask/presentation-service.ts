/** Port to a Relying Party: the API for applications, and a browser that begins and ends a presentation on its pages. */
import type { CallResult } from '../answer-refusal.ts'

/** A browser without a screen, bound to one presentation. */
export interface PresentationBrowser {
  /** Opens the first page. Returns the link that opens a wallet, or `undefined` if the page has none. */
  begin(startUrl: string): Promise<string | undefined>
  /**
   * Continues after the presentation has ended. Returns the reference with which the application gets the result, or
   * `undefined` while there is none.
   */
  finish(id: string): Promise<string | undefined>
}

/** A Relying Party as an application behind it sees it. */
export interface PresentationService {
  /** URL of the Relying Party. */
  readonly url: string
  /** URL to which the Relying Party sends a browser at the end. The screen answers there. */
  readonly returnUrl: string
  /** Response modes that an order may name. Absent if the Relying Party decides. */
  readonly responseModes?: readonly string[]
  /** Calls the API with the application's key. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<CallResult>
  openBrowser(): PresentationBrowser
  /** Calls the listener when a wallet has fetched or answered a request. Returns the function that ends it. */
  watch(listener: (event: PresentationEvent) => void): () => void
}

/** A decision of the Relying Party about a wallet's request. */
export interface PresentationEvent {
  readonly kind: 'fetch' | 'response'
  readonly accepted: boolean
  readonly trace: string
}
