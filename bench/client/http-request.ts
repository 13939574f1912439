/** Complete HTTP/1.1 requests as bytes, which are created before the measurement. */

interface RequestParts {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly target: string
  /** Public host name of the role. A proxy before the service would end TLS and route by the host name. */
  readonly host: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const formType = 'application/x-www-form-urlencoded'
export const jsonType = 'application/json'

export function requestBytes({ method, target, host, headers = {}, body = '' }: RequestParts): Buffer {
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Returns a POST request with a form, encoded as a wallet encodes it. */
export const formPost = (
  host: string,
  target: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Buffer =>
  requestBytes({
    method: 'POST',
    target,
    host,
    headers: { 'content-type': formType, ...headers },
    body: new URLSearchParams(fields).toString(),
  })
