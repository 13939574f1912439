/**
 * Declarations of the parts of `oidc-provider` that the Relying Party's OpenID Provider and the sandbox use.
 * `oidc-provider` ships no declarations. The exports of fiducia contain none of these types.
 */
declare module 'oidc-provider' {
  import type { KeyObject } from 'node:crypto'
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  interface Interaction {
    readonly uid: string
    readonly prompt: { readonly name: string; readonly details: Readonly<Record<string, unknown>> }
    readonly params: Readonly<Record<string, unknown>>
    session?: { readonly accountId?: string } | undefined
    /** Stores changed members. The expiry time remains. */
    persist(): Promise<string>
  }

  /** Session of a browser. */
  interface Session {
    readonly accountId?: string
    destroy(): Promise<void>
  }

  interface Grant {
    addOIDCScope(scope: string): void
    addOIDCClaims(claims: readonly string[]): void
    save(): Promise<string>
  }

  interface Client {
    readonly clientName?: string
    /** Present only if `extraClientMetadata` has the member. */
    readonly [localName: `client_name#${string}`]: string | undefined
    readonly asymmetricKeyStore: { selectForVerify(options: { readonly alg: string }): readonly object[] }
  }

  class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (properties: {
      readonly accountId: string
      readonly clientId: string
    }) => Grant
    readonly Client: {
      /** Throws `InvalidClientMetadata` for metadata that the library refuses. */
      new (metadata: Readonly<Record<string, unknown>>): Client
      find(clientId: string): Promise<Client | undefined>
    }
    readonly Session: { get(ctx: HttpContext): Promise<Session> }
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
    readonly req: IncomingMessage
    /** Absent if no endpoint has processed the request. */
    readonly oidc?: { readonly params?: Readonly<Record<string, unknown>> }
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
    readonly oidc: {
      urlFor(endpoint: string): string
      /** Result of the interaction that a request resumes. */
      readonly result?: { readonly login?: object }
      readonly client?: { readonly clientId: string }
      /** Scopes of the authorization request. */
      readonly requestParamScopes: ReadonlySet<string>
      readonly entities: { readonly Grant?: { readonly exp?: number } }
    }
  }

  /** A signing key whose private part the library does not have. */
  class ExternalSigningKey {
    kid: string
    alg: string
    keyObject(): KeyObject
    sign(data: Uint8Array): Promise<Uint8Array>
  }

  namespace errors {
    class OIDCProviderError extends Error {
      readonly error: string
      readonly error_description?: string
      /** False for a fault of the provider. */
      readonly expose: boolean
    }
    class AccessDenied extends OIDCProviderError {
      constructor(description: string)
    }
    class InvalidClientAuth extends OIDCProviderError {
      constructor(detail: string)
    }
    class InvalidClientMetadata extends OIDCProviderError {}
    class InvalidGrant extends OIDCProviderError {
      constructor(detail: string)
    }
    class InvalidScope extends OIDCProviderError {
      constructor(description: string, scope: string)
    }
    class InvalidToken extends OIDCProviderError {
      constructor(detail: string)
    }
    class SessionNotFound extends OIDCProviderError {}
  }

  namespace interactionPolicy {
    interface Check {
      check: (ctx: ProviderContext) => unknown
    }
    class Prompt {
      constructor(options: { readonly name: string; readonly requestable: boolean })
      readonly checks: Iterable<Check> & { remove(reason: string): void }
    }
    interface Policy extends Array<Prompt> {
      add(prompt: Prompt): void
      get(name: string): Prompt | undefined
    }
    function base(): Policy
  }

  export {
    ExternalSigningKey,
    errors,
    type HttpContext,
    type Interaction,
    interactionPolicy,
    Provider,
    type ProviderContext,
  }
}
