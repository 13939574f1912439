/** Renders the refusal of a request that the console sent to a role, with reason and remedy. */
import { failed, isJsonObject, type Json } from '../base/index.ts'
import { type Html, html, type Language } from '../http/index.ts'
import { describeCheck, ruleText } from '../rules/index.ts'
import type { Administer, AdministrationAnswer } from './administration.ts'
import { renderRefusal } from './shell/parts.ts'

/** Result of a call: the response of the role, or the failure to get one. */
export type CallResult = Awaited<ReturnType<Administer>>

/** Result of a call that must return content of one type. */
export interface CallAnswer<T> {
  readonly result: CallResult
  /** Content of the response. Absent if the call did not succeed, or if its response is malformed. */
  readonly value?: T
}

/** Returns true for a response with a 2xx status. */
export const succeeded = (result: CallResult): result is AdministrationAnswer =>
  !failed(result) && result.status >= 200 && result.status < 300

/** Returns the members of the response's JSON object. Returns an empty object if the body is anything else. */
export const membersOf = (result: CallResult): Readonly<Record<string, Json>> =>
  !failed(result) && isJsonObject(result.body) ? result.body : {}

/** Returns the status for a page about a failed call: the role's 4xx or 5xx status, otherwise 502. */
export const statusOf = (result: CallResult): number => {
  if (failed(result)) return 502
  return result.status >= 400 && result.status < 600 ? result.status : 502
}

const texts = {
  it: {
    unreachable: 'La console non ha avuto una risposta utilizzabile dal servizio. Non sa se qualcosa è cambiato.',
    forbidden: 'A questo operatore manca il diritto per questa operazione.',
    unknown: 'Il servizio ha rifiutato la richiesta senza spiegazioni.',
    status: 'Stato HTTP',
  },
  en: {
    unreachable: 'The console got no usable answer from the service. It does not know whether anything has changed.',
    forbidden: 'This operator does not have the right for this operation.',
    unknown: 'The service refused the request without an explanation.',
    status: 'HTTP status',
  },
} as const

/**
 * Matches the description of a role's refusal: reason, code and place, rule, evidence, remedy (`formatRefusal`). An
 * overloaded role writes neither evidence nor remedy (`shed-requests.ts`).
 */
const refusalPattern =
  /^(?<reason>.*?) \((?<code>\w+)(?: at (?<at>.+?))?\) \[(?<requirement>[A-Z]+-\d+)\](?: (?<evidence>.*?))??(?: What to change: (?<remedy>.*))?$/s
const evidencePattern = /^(?:Expected: (?<expected>.*); f|F)ound: (?<found>.*)\.$/s

/**
 * Renders why a call did not succeed. Describes a response with a status below 400, even a 2xx, as unusable. Callers
 * check `succeeded` first. `id` is the ID of the HTML element.
 */
export function renderAnswerRefusal(language: Language, id: string, result: CallResult): Html {
  const text = texts[language]
  if (failed(result)) return renderAlert(id, text.unreachable, `${result.code} ${result.at}`)
  if (result.status < 400) return renderAlert(id, text.unreachable, `${text.status} ${result.status}`)
  const { error, error_description: description } = membersOf(result)
  const parts = refusalPattern.exec(String(description ?? ''))?.groups
  const heading = result.status === 403 ? text.forbidden : undefined
  if (parts === undefined)
    return renderAlert(id, heading ?? text.unknown, `${text.status} ${result.status} ${String(error ?? '')}`)
  const { code = '', at = '', requirement = '', reason, remedy, evidence = '' } = parts
  const { expected, found } = evidencePattern.exec(evidence)?.groups ?? {}
  const rule = ruleText(requirement)
  const block = {
    ...describeCheck({ code, at, requirement }, reason),
    ...(remedy !== undefined && { remedy }),
    ...(expected !== undefined && { expected }),
    ...(found !== undefined && { found }),
    ...(rule !== undefined && { rule }),
  }
  return html`${heading === undefined ? '' : html`<p id="${id}-forbidden"><strong>${heading}</strong> (403)</p>`}
${renderRefusal(language, id, block)}`
}

const renderAlert = (id: string, words: string, detail: string): Html =>
  html`<div class="alert alert-danger" id="${id}" role="status"><p><strong>${words}</strong></p><p><code>${detail.trim()}</code></p></div>`
