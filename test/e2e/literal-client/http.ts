/** HTTP with `fetch` alone, and a browser that keeps cookies, follows redirects and fills in forms. */
import type { Json } from './jose.ts'

/** A request before it is sent: a case may change each of its parts. */
export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body, if it is a JSON object. */
  readonly json: Json
}

export type Change<Draft> = (draft: Draft) => void | Promise<void>

function parse(text: string): Json {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export async function send({ method, url, headers, body }: Sent): Promise<Answer> {
  const init = { method, headers, redirect: 'manual' as const, ...(body !== undefined && { body }) }
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parse(text) }
}

export const get = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send({ method: 'GET', url, headers })

export const formOf = (url: string, form: Readonly<Record<string, string>>): Sent => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(form).toString(),
})

export const jsonOf = (url: string, body: unknown): Sent => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Returns the answer of a preparatory step. Throws if that step failed. */
export function requireAnswer(what: string, answer: Answer): Answer {
  if (answer.status < 400) return answer
  throw new Error(`preparation failed: ${what} answered ${answer.status} ${answer.text.slice(0, 200)}`)
}

const decode = (text: string): string =>
  text.replaceAll('&#x2F;', '/').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

export class Browser {
  readonly cookies = new Map<string, string>()
  /** The last answer. */
  last: Answer = { status: 0, headers: new Headers(), text: '', json: {} }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async open(sent: Sent): Promise<Answer> {
    const answer = await send({ ...sent, headers: { accept: 'text/html', ...sent.headers, cookie: this.cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      value ? this.cookies.set(name, value) : this.cookies.delete(name)
    }
    this.last = answer
    return answer
  }

  /**
   * Submits form after form with the button that agrees, until a redirect to `stop`. Returns the URL or the last
   * answer.
   */
  async submitUntil(start: string, stop: string, fields: Readonly<Record<string, string>>): Promise<string | Answer> {
    let sent: Sent = { method: 'GET', url: start, headers: {} }
    for (let pages = 0; pages < 20; pages++) {
      const answer = await this.open(sent)
      const location = answer.headers.get('location')
      if (location !== null) {
        const url = new URL(location, sent.url).href
        if (url.startsWith(stop)) return location
        sent = { method: 'GET', url, headers: {} }
        continue
      }
      const submitted = submit(answer.text, sent.url, fields)
      if (answer.status >= 400 || submitted === undefined) return answer
      sent = submitted
    }
    throw new Error(`preparation failed: the browser does not leave for ${stop}`)
  }
}

function submit(page: string, base: string, fields: Readonly<Record<string, string>>): Sent | undefined {
  const [, tag = '', content] = /<form\b([^>]*)>([\s\S]*?)<\/form>/.exec(page) ?? []
  if (content === undefined) return undefined
  const form: Record<string, string> = {}
  for (const [input] of content.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(input, 'name')
    if (name === undefined || (input.includes('"radio"') && !input.includes(' checked'))) continue
    form[name] = fields[name] ?? decode(attribute(input, 'value') ?? '')
  }
  const button = /<button\b[^>]*class="primary"[^>]*>/.exec(content)?.[0] ?? ''
  const decides = attribute(button, 'name')
  if (decides !== undefined) form[decides] = attribute(button, 'value') ?? ''
  const url = new URL(decode(attribute(tag, 'action') ?? ''), base).href
  if (attribute(tag, 'method') === 'post') return formOf(url, form)
  return { method: 'GET', url: `${url.split('?')[0]}?${new URLSearchParams(form)}`, headers: {} }
}
