/**
 * Rows of a role's route table. The app derives the common behaviour of every endpoint from them: 404, 405 with Allow,
 * 413, 415, duplicate headers and parameters, and refusals in the form of the endpoint's kind.
 */
import type { JsonObject, MaybePromise } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import type { PageLanguage } from './language.ts'
import type { HttpResponse } from './message.ts'
import { noParameters, type Parameters } from './parameters.ts'

/**
 * Form of refusals:
 * - `machine`: JSON `{error, error_description}` (RFC 6749 §5.2)
 * - `resource`: the same, and `WWW-Authenticate: DPoP` with a 401 (RFC 9449 §7.1)
 * - `problem`: the same, with the members of problem details (RFC 9457 §3.1)
 * - `document`: public, cross-origin readable; refusals as `machine`
 * - `page`: HTML for a user
 */
export type EndpointKind = 'machine' | 'resource' | 'problem' | 'document' | 'page'

/** `application/x-www-form-urlencoded` or `application/json`, both in UTF-8. */
export type BodyKind = 'form' | 'json'

/** A request with a checked envelope: method, media type, size, duplicates. Its content is not checked. */
export interface EndpointRequest {
  /** Public URL of this endpoint without query, from the configuration and never from `Host`. */
  readonly url: string
  readonly method: string
  readonly query: Parameters
  /** Values of the variables in the path of the route, by name. */
  readonly path: Readonly<Record<string, string>>
  /** Kind and content of the body. */
  readonly body:
    | { readonly kind: 'none' }
    | { readonly kind: 'form'; readonly form: Parameters }
    | { readonly kind: 'json'; readonly json: JsonObject }
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** Language that the user chose: the parameter `lang`, or the cookie of an earlier choice. */
  readonly chosenLanguage: PageLanguage | undefined
  /** Chosen language. Defaults to the language that `Accept-Language` prefers. */
  readonly language: PageLanguage
}

/** One endpoint: its path, its input and its handler. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** `/instances/:id` binds `path.id`. */
  readonly path: string
  /**
   * Positions of a well-known path if the public URL has a path: `inserted` between host and path (RFC 8414 §3.1), or
   * `appended` to the path. With both, the route has two paths. Defaults to `appended`.
   */
  readonly wellKnown?: readonly ('inserted' | 'appended')[]
  readonly kind: EndpointKind
  /** Accepted media types of the body. Defaults to none: the body is ignored. */
  readonly accepts?: readonly BodyKind[]
  /** Query parameters that may occur more than once. Any other duplicate is refused. */
  readonly repeatable?: readonly string[]
  /**
   * Names of the parameters that the endpoint reads from the query and the form. Duplicates of other names are then
   * ignored there. By default any duplicate is refused.
   */
  readonly parameters?: readonly string[]
  /** Maximum body size in bytes. Defaults to 64 KiB. */
  readonly bodyLimit?: number
  /** Answer to malformed input. Defaults to `malformed` of the app. */
  readonly malformed?: AnswerWithHeaders
  /**
   * Origins whose pages may read the refusals of this route (CORS). The endpoint adds the headers of its own responses.
   * Defaults to none.
   */
  readonly origins?: ReadonlySet<string>
  /** True if the endpoint checks the DPoP proof itself, including a duplicate header (RFC 9449 §4.3 item 1). */
  readonly checksDpopHeader?: true
  /**
   * True for a GET of kind `machine` that browsers open and that has an effect. A prefetch is answered as for a page.
   */
  readonly opensInBrowser?: true
  /**
   * True if the GET has no effect and the same result for everybody. The route then also answers HEAD. A page then also
   * answers a prefetch.
   */
  readonly public?: true
  readonly handle: (request: EndpointRequest) => MaybePromise<HttpResponse>
}

/** Returns the form in the body, or empty parameters if the body is not a form. For a route that only accepts forms. */
export const formOf = (request: EndpointRequest): Parameters =>
  request.body.kind === 'form' ? request.body.form : noParameters

/**
 * Returns the JSON object in the body, or an empty object if the body is not JSON. For a route that only accepts JSON.
 */
export const jsonOf = (request: EndpointRequest): JsonObject => (request.body.kind === 'json' ? request.body.json : {})
