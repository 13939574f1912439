/**
 * A browser without a screen, for demonstrations and tests: follows redirects, keeps cookies, fills in forms. It does
 * what a person does who reads a page and presses its primary button, so a flow that needs more is no flow for people.
 */
import type { Fetch } from '../base/index.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'
import { type HtmlForm, parseForms } from './html-forms.ts'

/** What a browser shows. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly forms: readonly HtmlForm[]
}

/** A redirect that was not followed: it leaves for where the caller said to stop, or for a scheme that is not the web's. */
export interface Departure {
  readonly location: string
}

/** Where a visit ended. */
export type Visit = Page | Departure

/** What is filled in and pressed on a form. */
export interface SubmitOptions {
  /** Fields to fill in; the others keep what the page says. */
  readonly fields?: Readonly<Record<string, string>>
  /** `value` of the button to press; the primary one when not said. */
  readonly button?: string
  /** Index of the form. */
  readonly form?: number
  /** Ends the visit at a redirect that it names; all are followed when not said. */
  readonly stopAt?: StopAt
}

/** Whether a redirect to this URL is not to be followed. */
export type StopAt = (url: URL) => boolean

/** The browser. Follows redirects until one is to be stopped at. */
export interface UserAgent {
  readonly cookies: CookieJar
  open(url: string, stopAt?: StopAt): Promise<Visit>
  submit(page: Page, options?: SubmitOptions): Promise<Visit>
}

/** What a browser without a screen is made with. */
export interface UserAgentOptions {
  readonly fetch?: Fetch
  /** Accept-Language. */
  readonly language?: string
}

/** Whether a visit ended with a redirect that was not followed. */
export const departed = (visit: Visit): visit is Departure => 'location' in visit

const maximumRedirects = 20

/** Creates a browser without cookies. */
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
      cookies.take(url, response.headers)
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
  if (button !== undefined && pressed === undefined) throw new Error(`no button says ${button}`)
  const values = new Map([...form.fields, ...Object.entries(fields)])
  if (pressed?.name !== undefined) values.set(pressed.name, pressed.value)
  return new URLSearchParams([...values]).toString()
}
