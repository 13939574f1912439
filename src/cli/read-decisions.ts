/** The interface for sources of decisions (`fiducia explain`), and the source that asks a running sandbox's console. */
import {
  type DecisionRecord,
  type Fetch,
  failed,
  fetchText,
  type JsonObject,
  joinUrl,
  parseJsonObject,
} from '../base/index.ts'
import { parseDecision } from '../node/index.ts'
import { UserError } from './user-error.ts'

/**
 * Selects a decision by its trace. `last` selects the latest decision with the highest `interestOf`. A refusal has a
 * higher interest than an acceptance. A source that reads logs looks for `last` only in the newest file that contains a
 * decision.
 */
export type DecisionSelector = { readonly trace: string } | 'last'

export interface DecisionSource {
  /** Rejects with a UserError if the source does not contain the decision. */
  find(selector: DecisionSelector): Promise<DecisionRecord>
  /** Lists decisions, oldest first. `refused` selects those that were refused or failed. */
  list(refused: boolean): Promise<readonly DecisionRecord[]>
  /** Returns the decisions that were added since the previous call, oldest first. The first call returns none. */
  readNew(refused: boolean): Promise<readonly DecisionRecord[]>
  /** Returns the URL of the decision's page in the console of a running sandbox. */
  flowUrl?(trace: string): string
}

/** Fetches a JSON object from the console. Returns `undefined` for the status 404. */
type Ask = (path: string) => Promise<JsonObject | undefined>

/**
 * Creates a source for a running sandbox's console. The console keeps the latest 100 000 decisions, without the
 * frequent acceptances that `isNews` excludes. It lists the latest 200. If more than 200 decisions are added between
 * two calls of `readNew`, the oldest are left out. `token` is the administration token. A console that other machines
 * can reach requires the token. The methods reject with `UserError` if the console does not answer, refuses the token,
 * or does not answer with decisions. With the status 404, `find` rejects because the decision is missing, and the lists
 * are empty.
 */
export function consoleSource(fetch: Fetch, console: string, token?: string): DecisionSource {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const otherAnswer = (what: string): UserError =>
    new UserError(`The console at ${console} does not answer with decisions (${what}): read the output of the sandbox.`)
  const ask: Ask = async (path) => {
    const request = new Request(joinUrl(console, path), { headers })
    const text = await fetchText(fetch, request, 'application/json', 'decision', { size: maximumResponseBytes })
    if (failed(text) && text.code === 'unreachable')
      throw new UserError(
        `The sandbox does not answer at ${console}: start it with "npx fiducia", or name a log with --log.`,
      )
    const status = failed(text) ? /\.status\.(\d+)$/.exec(text.at)?.[1] : undefined
    if (status === '401' || status === '403')
      throw new UserError(`The console at ${console} refuses the administration token: use the one in sandbox.json.`)
    if (status === '404') return undefined
    const json = failed(text) ? text : parseJsonObject(text, 'decision', { size: maximumResponseBytes })
    if (failed(json)) throw otherAnswer(status === undefined ? json.code : `status ${status}`)
    return json
  }
  const list = async (refused: boolean): Promise<readonly DecisionRecord[]> => {
    const json = await ask(`/decisions${refused ? '?refused=true' : ''}`)
    if (json === undefined) return []
    if (!Array.isArray(json.decisions)) throw otherAnswer('not a list of decisions')
    return json.decisions.flatMap((one) => parseDecision(one) ?? []).reverse()
  }
  let listedTraces: ReadonlySet<string> | undefined
  return {
    find: async (selector) => {
      const path = selector === 'last' ? '/decisions/last' : `/decisions/${encodeURIComponent(selector.trace)}`
      const json = await ask(path)
      if (json === undefined) throw decisionMissing(selector, 'the sandbox', otherService)
      const decision = parseDecision(json)
      if (decision === undefined) throw otherAnswer('not a decision')
      return decision
    },
    list,
    readNew: async (refused) => {
      const decisions = await list(refused)
      const added = decisions.filter(({ trace }) => listedTraces?.has(trace) === false)
      listedTraces = new Set(decisions.map(({ trace }) => trace))
      return added
    },
    flowUrl: (trace) => joinUrl(console, `/flows/trace/${encodeURIComponent(trace)}`),
  }
}

/** Maximum size in bytes of a response with 200 decisions. */
const maximumResponseBytes = 8_388_608

const otherService = ': name the log of another service with --log FILE'

/** Returns the error for a decision that is not in `where`. `advice` follows `where` if a trace was searched. */
export const decisionMissing = (selector: DecisionSelector, where: string, advice = ''): UserError =>
  new UserError(
    selector === 'last'
      ? `There is no decision in ${where} yet.`
      : `No decision with this trace is kept in ${where}${advice}.`,
  )
