/**
 * Writes a recorded request as a curl command or TypeScript. Quotes all recorded text, so that it cannot run as code.
 * Selects the headers that a repeated request keeps.
 */
import { quoteForShell, quoteUrlForCurl } from '../shell/parts.ts'
import type { Message } from '../traffic/message.ts'

/** Headers that every client adds, or that concern only the recorded connection. */
const connectionHeaders =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|upgrade(?:-insecure-requests)?|accept-encoding|te|priority|sec-.*|fiducia-message)$/

/** Returns the headers of a request, without those that belong to the recorded connection. */
export const contentHeadersOf = ({ headers }: Message['request']): readonly (readonly [string, string])[] =>
  headers.filter(([name]) => !connectionHeaders.test(name))

/** Returns the request as a curl command for a POSIX shell. */
export function toCurlCommand(request: Message['request']): string {
  const words = [
    `curl -i -X ${quoteForShell(request.method)} ${quoteUrlForCurl(request.url)}`,
    ...contentHeadersOf(request).map(
      ([name, value]) => `-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...(request.body === undefined ? [] : [`--data-raw ${quoteForShell(request.body)}`]),
  ]
  return words.join(' \\\n  ')
}

/** Returns the request as TypeScript with the platform's `fetch`. */
export function toTypeScript(request: Message['request']): string {
  const { method, url, body } = request
  const lines = contentHeadersOf(request).map((line) => `    ${JSON.stringify(line)},`)
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    '  headers: [',
    ...lines,
    '  ],',
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
    "  redirect: 'manual',",
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}
