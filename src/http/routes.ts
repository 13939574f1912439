/**
 * What a role's `app.ts` is made of: rows. The skeleton (`app.ts` here) derives from them what every endpoint owes its
 * callers: 404, 405 with Allow, 413, 415, duplicate headers and parameters, refusals in the endpoint's own form.
 */
import type { JsonObject, MaybePromise } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import type { Language } from './language.ts'
import type { HttpResponse } from './message.ts'
import { noParameters, type Parameters } from './parameters.ts'

/**
 * How refusals are told:
 * - `machine`: JSON `{error, error_description}` (RFC 6749 §5.2)
 * - `resource`: the same, and `WWW-Authenticate: DPoP` with a 401 (RFC 9449 §7.1)
 * - `problem`: the same, and the members of problem details beside (RFC 9457 §3.1)
 * - `document`: public, cross-origin readable; refusals as `machine`
 * - `page`: HTML for a person
 */
export type EndpointKind = 'machine' | 'resource' | 'problem' | 'document' | 'page'

/** `application/x-www-form-urlencoded` or `application/json`; in UTF-8 either way. */
export type BodyKind = 'form' | 'json'

/** A request whose envelope has been judged: method, media type, size, duplicates. Its content has not. */
export interface EndpointRequest {
  /** This endpoint's public URL, from configuration and never from `Host`; without query. */
  readonly url: string
  readonly method: string
  readonly query: Parameters
  readonly path: Readonly<Record<string, string>>
  /** Which of the accepted kinds came, and its content. */
  readonly body:
    | { readonly kind: 'none' }
    | { readonly kind: 'form'; readonly form: Parameters }
    | { readonly kind: 'json'; readonly json: JsonObject }
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** The language of pages that the user agent prefers. */
  readonly language: Language
}

/** One endpoint: where it stands, what it takes, and who answers. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/instances/:id` binds `path.id`. */
  readonly path: string
  /**
   * Where a well-known path stands when the public URL has a path of its own: `inserted` between host and that path (RFC
   * 8414 §3.1), or `appended` to it as every other path is, which it is when not said.
   */
  readonly wellKnown?: readonly ('inserted' | 'appended')[]
  readonly kind: EndpointKind
  /** Media types of the body; none for a GET. */
  readonly accepts?: readonly BodyKind[]
  /** Query parameters that may stand more than once; any other doubled one is refused. */
  readonly repeatable?: readonly string[]
  /** Bytes; 64 KiB when not said. */
  readonly bodyLimit?: number
  /** How this endpoint words malformed input; as its app does when not said. */
  readonly malformed?: AnswerWithHeaders
  /** The endpoint judges a DPoP proof, and with it how many there are (RFC 9449 §4.3 item 1). */
  readonly judgesDpop?: true
  /** Whether a GET shows what is there for everybody and changes nothing, as a document does: a HEAD is answered then. */
  readonly public?: true
  readonly handle: (request: EndpointRequest) => MaybePromise<HttpResponse>
}

/** The form of a request whose route accepts nothing else. */
export const formOf = (request: EndpointRequest): Parameters =>
  request.body.kind === 'form' ? request.body.form : noParameters

/** The JSON object of a request whose route accepts nothing else. */
export const jsonOf = (request: EndpointRequest): JsonObject => (request.body.kind === 'json' ? request.body.json : {})
