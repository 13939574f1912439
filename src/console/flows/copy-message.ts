/**
 * Writes a recorded request as a curl command or TypeScript. Quotes all recorded text, so that it cannot run as code.
 * Selects the headers that a repeated request keeps.
 */
import { printableJson } from '../../base/index.ts'
import { quoteForShell, quoteUrlForCurl } from '../shell/parts.ts'
import type { Message } from '../traffic/message.ts'

/** Headers that every client adds, or that concern only the recorded connection. */
const connectionHeaders =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|upgrade(?:-insecure-requests)?|accept-encoding|te|priority|sec-.*|fiducia-message)$/

/** Returns the headers of a request, without those that belong to the recorded connection. */
export const contentHeadersOf = ({ headers }: Message['request']): readonly (readonly [string, string])[] =>
  headers.filter(([name]) => !connectionHeaders.test(name))

const hasType = ({ headers }: Message['request']): boolean => headers.some(([name]) => name === 'content-type')

/** Returns the request as a curl command for a POSIX shell. Prevents curl from adding a media type. */
export function toCurlCommand(request: Message['request']): string {
  const { method, url, body } = request
  const noType = body === undefined || hasType(request) ? [] : ["-H 'content-type:'"]
  const words = [
    `curl ${method === 'HEAD' ? '--head' : `-i -X ${quoteForShell(method)}`} ${quoteUrlForCurl(url)}`,
    ...contentHeadersOf(request).map(
      ([name, value]) => `-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...noType,
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ]
  return words.join(' \\\n  ')
}

/**
 * Returns the request as TypeScript with the platform's `fetch`. Prevents `fetch` from adding a media type. Does not
 * check that `fetch` accepts the request: `fetch` refuses a body with GET.
 */
export function toTypeScript(request: Message['request']): string {
  const { method, url } = request
  const text = request.body === undefined ? undefined : printableJson(request.body)
  const body = text === undefined || hasType(request) ? text : `new TextEncoder().encode(${text})`
  const lines = contentHeadersOf(request).map((line) => `    [${line.map(printableJson).join(',')}],`)
  return [
    `const response = await fetch(${printableJson(url)}, {`,
    `  method: ${printableJson(method)},`,
    '  headers: [',
    ...lines,
    '  ],',
    ...(body === undefined ? [] : [`  body: ${body},`]),
    "  redirect: 'manual',",
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}
