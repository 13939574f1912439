/**
 * Declarations of the parts of `oidc-provider` that the sandbox uses. The package ships none. Our own exports contain
 * none of them.
 */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  interface Interaction {
    readonly uid: string
    readonly prompt: { readonly name: string; readonly details: Readonly<Record<string, unknown>> }
    readonly params: Readonly<Record<string, unknown>>
    readonly session?: { readonly accountId?: string }
  }

  interface Grant {
    addOIDCScope(scope: string): void
    addOIDCClaims(claims: readonly string[]): void
    save(): Promise<string>
  }

  class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (properties: {
      readonly accountId: string
      readonly clientId: string
    }) => Grant
    readonly Client: { find(clientId: string): Promise<{ readonly clientName?: string } | undefined> }
    callback(): RequestListener
    createContext(request: IncomingMessage, response: ServerResponse): HttpContext
    use(middleware: (ctx: HttpContext, next: () => Promise<void>) => Promise<void>): this
    on(event: string, listener: (...values: unknown[]) => void): this
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { readonly mergeWithLastSubmission?: boolean },
    ): Promise<void>
  }

  /** Context of one request. */
  interface HttpContext {
    path: string
    readonly query: Readonly<Record<string, string | string[] | undefined>>
    status: number
    type: string
    body: unknown
    readonly response: { get(name: string): string }
    readonly cookies: { get(name: string, options: { readonly signed: boolean }): string | undefined }
    get(name: string): string
    set(headers: Readonly<Record<string, unknown>>): void
  }

  /** Context of one request to a protocol endpoint. */
  interface ProviderContext {
    readonly oidc: { urlFor(endpoint: string): string }
  }

  namespace errors {
    class InvalidClientAuth extends Error {}
    class InvalidClientMetadata extends Error {}
  }

  namespace interactionPolicy {
    interface Prompt {
      readonly checks: { remove(reason: string): void }
    }
    interface Policy extends Array<Prompt> {
      get(name: string): Prompt | undefined
    }
    function base(): Policy
  }

  export { errors, type HttpContext, type Interaction, interactionPolicy, Provider, type ProviderContext }
}
