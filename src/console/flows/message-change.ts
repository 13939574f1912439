/** Changes a recorded request before it is sent again: a header, a parameter, a member of JSON, or the body. */
import type { Message } from '../traffic/message.ts'
import { contentHeadersOf } from './copy-message.ts'
import { contentOf, parametersOf, queryOf } from './decode-message.ts'
import { parseBoundedJson } from './parse-bounded-json.ts'

type Request = Message['request']

interface MessageChange {
  /** `header:dpop`, `query:state`, `form:code`, `json:proof.jwt`, `body`. Empty for no change. */
  readonly member: string
  /** New value. `undefined` removes the member. */
  readonly value: string | undefined
}

/** Returns the members of a request that can be changed. */
export function membersOf(request: Request): readonly string[] {
  const { headers, url, body } = request
  const content = body === undefined ? undefined : contentOf(headers, body)
  return [
    ...queryOf(url).map(({ name }) => `query:${name}`),
    ...(content?.kind === 'form' ? content.parameters.map(({ name }) => `form:${name}`) : []),
    ...(content?.kind === 'json' ? pathsOf(content.json).map((path) => `json:${path.join('.')}`) : []),
    ...(body === undefined ? [] : ['body']),
    ...contentHeadersOf(request).map(([name]) => `header:${name}`),
  ]
}

type MemberPath = readonly string[]

const pathsOf = (value: unknown, path: MemberPath = []): readonly MemberPath[] =>
  typeof value === 'object' && value !== null
    ? [
        ...(path.length === 0 ? [] : [path]),
        ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name])),
      ]
    : [path]

/**
 * Returns the changed request. Adds a member that is absent. Of several parameters with the name, changes the first, or
 * removes all. Encodes the other parameters anew. Removing `body` makes it empty. Returns the request unchanged for an
 * unknown kind of member, for a query parameter of a malformed URL, for a JSON member whose parent does not exist, and
 * for a JSON member of a body that is not JSON.
 */
export function changeRequest(request: Request, { member, value }: MessageChange): Request {
  const [kind, name] = [member.split(':', 1)[0], member.slice(member.indexOf(':') + 1)]
  const { url, body = '' } = request
  if (kind === 'header') return { ...request, headers: changeHeaders(request, name.toLowerCase(), value) }
  if (kind === 'query') {
    const changed = URL.parse(url)
    if (changed === null) return request
    changed.search = changeParameters(changed.search, name, value)
    return { ...request, url: changed.href }
  }
  if (kind === 'form') return { ...request, body: changeParameters(body, name, value) }
  if (kind === 'json' && contentOf(request.headers, body).kind === 'json')
    return { ...request, body: changeJson(body, name, value) }
  return kind === 'body' ? { ...request, body: value ?? '' } : request
}

const changeHeaders = ({ headers }: Request, name: string, value: string | undefined): Request['headers'] => [
  ...headers.filter(([one]) => one !== name),
  ...(value === undefined ? [] : [[name, value] as const]),
]

function changeParameters(text: string, name: string, value: string | undefined): string {
  const pairs = parametersOf(text).map((one): [string, string] => [one.name, one.value])
  const at = pairs.findIndex(([one]) => one === name)
  if (value === undefined) return new URLSearchParams(pairs.filter(([one]) => one !== name)).toString()
  pairs.splice(at < 0 ? pairs.length : at, 1, [name, value])
  return new URLSearchParams(pairs).toString()
}

/**
 * Replaces, adds or removes the member or element at a path with dots. Names in the path can also contain dots. The new
 * value is JSON if it can be parsed, otherwise a string. Returns the body unchanged if the parent does not exist. An
 * array changes only at the index of an element, or at the next index. Throws a SyntaxError if the body is not JSON.
 */
function changeJson(body: string, dottedPath: string, value: string | undefined): string {
  const json = parseBoundedJson(body)
  const path = pathsOf(json).find((one) => one.join('.') === dottedPath) ?? dottedPath.split('.')
  const parent = path.slice(0, -1).reduce<unknown>((at, name) => memberOf(at, name), json)
  const last = path.at(-1) ?? ''
  if (typeof parent !== 'object' || parent === null) return body
  if (Array.isArray(parent)) {
    if (!/^\d+$/.test(last) || Number(last) > parent.length) return body
    parent.splice(Number(last), 1, ...(value === undefined ? [] : [parseOrKeep(value)]))
  } else if (value === undefined) Reflect.deleteProperty(parent, last)
  else {
    const described = { enumerable: true, configurable: true, writable: true }
    Reflect.defineProperty(parent, last, { value: parseOrKeep(value), ...described })
  }
  return JSON.stringify(json)
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** Returns the value of a JSON text, or the text itself if it is not JSON. */
function parseOrKeep(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
