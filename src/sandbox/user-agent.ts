/**
 * A browser without a screen. It is used by the life cycle (`life-cycle/`), the console's request builder, the login of
 * the command line's wallet with a user name, and tests. It follows redirects, keeps cookies and fills in forms. It
 * presses the primary button, unless the caller names another one.
 */
import type { Fetch } from '../base/index.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'
import { type HtmlForm, parseForms } from './html-forms.ts'

/** Page that a browser shows. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly forms: readonly HtmlForm[]
}

/** A redirect that was not followed: to a URL where the caller stops, or to a scheme other than http and https. */
export interface Departure {
  readonly location: string
}

/** Result of a visit. */
export type Visit = Page | Departure

/** Fields and button of a form to submit. */
export interface SubmitOptions {
  /** Fields to fill in. All other fields keep the page's values. */
  readonly fields?: Readonly<Record<string, string>>
  /** `value` of the button to press. Defaults to the primary one. */
  readonly button?: string
  /** Index of the form in the page. Defaults to 0. */
  readonly form?: number
  /** Ends the visit at a redirect for which it returns true. Defaults to following all. */
  readonly stopAt?: StopAt
}

/** Returns true to stop at a redirect instead of following it. */
export type StopAt = (url: URL) => boolean

/** Browser that follows redirects. */
export interface UserAgent {
  readonly cookies: CookieJar
  /** Opens a URL. Ends the visit at a redirect for which `stopAt` returns true. Defaults to following all. */
  open(url: string, stopAt?: StopAt): Promise<Visit>
  /** Submits a form of the page. Throws an Error if the page does not have the form or the button. */
  submit(page: Page, options?: SubmitOptions): Promise<Visit>
}

/** Options of a browser without a screen. `fetch` defaults to the global one. */
export interface UserAgentOptions {
  readonly fetch?: Fetch
  /** Value of Accept-Language. Defaults to `it`. */
  readonly language?: string
}

/** Returns true if a visit ended with a redirect that was not followed. */
export const isDeparture = (visit: Visit): visit is Departure => 'location' in visit

const maximumRedirects = 20

/** Creates a browser without cookies. `open` and `submit` reject after more than 20 redirects. */
export function createUserAgent({ fetch = globalThis.fetch, language = 'it' }: UserAgentOptions = {}): UserAgent {
  const cookies = createCookieJar()
  const visit = async (start: string, first: RequestInit, stopAt: StopAt): Promise<Visit> => {
    let [url, init] = [new URL(start), first]
    for (let hop = 0; hop <= maximumRedirects; hop += 1) {
      const cookie = cookies.header(url)
      const headers = {
        accept: 'text/html',
        'accept-language': language,
        ...(init.headers as Record<string, string> | undefined),
        ...(cookie === undefined ? {} : { cookie }),
      }
      const response = await fetch(new Request(url, { ...init, headers, redirect: 'manual' }))
      cookies.store(url, response.headers)
      const location = response.headers.get('location')
      if (location === null || response.status < 300 || response.status > 399) return pageOf(url, response)
      await response.arrayBuffer()
      const next = new URL(location, url)
      if (!/^https?:$/.test(next.protocol) || stopAt(next)) return { location: next.href }
      init = response.status === 307 || response.status === 308 ? init : { method: 'GET' }
      url = next
    }
    throw new Error(`more than ${maximumRedirects} redirects from ${new URL(start).origin}`)
  }
  return {
    cookies,
    open: (url, stopAt = () => false) => visit(url, { method: 'GET' }, stopAt),
    submit: (page, { fields = {}, button, form = 0, stopAt = () => false } = {}) => {
      const target = page.forms[form]
      if (target === undefined) throw new Error(`there is no form at ${page.url} (status ${page.status})`)
      const body = encodeForm(target, fields, button)
      if (target.method === 'post')
        return visit(
          target.action,
          { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
          stopAt,
        )
      const url = new URL(target.action)
      url.search = body
      return visit(url.href, { method: 'GET' }, stopAt)
    },
  }
}

const pageOf = async (url: URL, response: Response): Promise<Page> => {
  const text = await response.text()
  return {
    url: url.href,
    status: response.status,
    headers: response.headers,
    text,
    forms: parseForms(text, url.href),
  }
}

function encodeForm(form: HtmlForm, fields: Readonly<Record<string, string>>, button: string | undefined): string {
  const pressed = form.buttons.find((candidate) =>
    button === undefined ? candidate.primary : candidate.value === button,
  )
  if (button !== undefined && pressed === undefined) throw new Error(`there is no button ${button}`)
  const pressedField = pressed?.name === undefined ? [] : [[pressed.name, pressed.value] as const]
  const values = new Map([...form.fields, ...pressedField, ...Object.entries(fields)])
  return new URLSearchParams([...values]).toString()
}
