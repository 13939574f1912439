/**
 * Presentations of one wallet of the console. The wallet library asks for consent. Pages show the question and return
 * the user's answer. The user has `answerSeconds` for the answer. A page waits at most `pageSeconds` for the next
 * state.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../base/index.ts'
import type {
  ConsentAnswer,
  ConsentQuestion,
  UnanswerableQuestion,
  WalletEvent,
  WalletFlow,
  WalletRequest,
} from '../console/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import type { Consent } from '../wallet/index.ts'

/** Runs a function after some seconds. Returns the function that cancels it. */
export type RunAfter = (seconds: number, run: () => void) => () => void

interface RequestsParts {
  readonly clock: Clock
  readonly after: RunAfter
  /** Returns an id that cannot be guessed. */
  readonly newId: () => string
  /**
   * Runs the presentation of a link. `outcome` returns the details for the event. Resolves with the event, and never
   * rejects.
   */
  readonly run: (link: string, flow: WalletFlow, outcome: () => RequestOutcome) => Promise<WalletEvent>
}

/** Details of a presentation for its event: party, profile, consent, and the page to continue on. */
interface RequestOutcome {
  /** Name of the Relying Party, once it is verified. */
  readonly party?: string
  /** Profile, once the request is verified. */
  readonly profile?: ProfileName
  /** Names of the claims that the user agreed to. */
  readonly claims?: readonly string[]
  /** Present if the user did not answer in time. The presentation was then declined. */
  readonly timedOut?: true
  /** URL that the wallet opens after the presentation: the Relying Party's `redirect_uri`. */
  readonly continueAt?: string
}

interface RunningRequest {
  readonly id: string
  readonly link: string
  state: WalletRequest
  outcome: RequestOutcome
  /** Answers the open question. Absent if no question is open. */
  decide?: ((answer: ConsentAnswer) => void) | undefined
  readonly watchers: Set<() => void>
}

interface ConsoleRequests {
  /** Interface through which the wallet library asks for consent. Its functions reject outside of a presentation. */
  readonly consent: Required<Consent>
  /** Stores the URL that the wallet library opens, so that the user's browser can open it. */
  openPage(url: string): void
  /**
   * Begins the presentation of a link, unless it is running already. Resolves with the id of the presentation once a
   * question is open or the presentation has ended, at the latest after `pageSeconds`.
   */
  present(link: string, flow: WalletFlow): Promise<string>
  find(id: string): WalletRequest | undefined
  /**
   * Answers the open question, if any. Waits like `present`. Resolves with the state, or `undefined` for an unknown id.
   */
  answer(id: string, answer: ConsentAnswer): Promise<WalletRequest | undefined>
  /** Returns the requests whose question is open. */
  open(): readonly { readonly id: string; readonly party: string }[]
  /** Declines every open question. */
  close(): void
}

/** Seconds that the user has for an answer. The attestation must remain valid for this time (D-139). */
export const answerSeconds = 300
/** Maximum seconds for which a page waits for the next state of a request. */
export const pageSeconds = 15
const maximumRequests = 20

/** Creates the requests of one wallet. Keeps at most 20. */
export function createConsoleRequests({ clock, after, newId, run }: RequestsParts): ConsoleRequests {
  const requests = new Map<string, RunningRequest>()
  const scope = new AsyncLocalStorage<RunningRequest>()
  const show = (request: RunningRequest, state: WalletRequest): void => {
    request.state = state
    for (const watcher of request.watchers) watcher()
  }
  const ask = async (open: OpenQuestion): Promise<ConsentAnswer> => {
    const request = scope.getStore()
    if (request === undefined) throw new Error('a wallet asks for consent outside of a presentation')
    const { promise, resolve } = Promise.withResolvers<ConsentAnswer>()
    const cancel = after(answerSeconds, () => {
      request.outcome = { ...request.outcome, timedOut: true }
      request.decide?.({ given: false })
    })
    request.decide = (answer) => {
      cancel()
      request.decide = undefined
      show(request, { state: 'working' })
      resolve(answer)
    }
    const { name: party, profile } = open.question.relyingParty
    request.outcome = { ...request.outcome, party, profile }
    show(request, { ...open, endsAt: clock.now() + answerSeconds })
    return promise
  }
  /** Resolves once the state is no longer `working`, at the latest after `pageSeconds`. */
  const settle = async (request: RunningRequest): Promise<void> => {
    if (request.state.state !== 'working') return
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = after(pageSeconds, resolve)
    const watcher = (): void => {
      if (request.state.state !== 'working') resolve()
    }
    request.watchers.add(watcher)
    await promise
    request.watchers.delete(watcher)
    cancel()
  }
  const begin = (link: string, flow: WalletFlow): RunningRequest => {
    const request: RunningRequest = { id: newId(), link, state: { state: 'working' }, outcome: {}, watchers: new Set() }
    dropOldestIfFull(requests)
    requests.set(request.id, request)
    void scope.run(request, async () => {
      const event = await run(link, flow, () => request.outcome)
      show(request, { state: 'ended', event })
    })
    return request
  }
  return {
    consent: {
      ask: async (question) => {
        const answer = await ask({ state: 'question', question })
        const request = scope.getStore()
        if (request && answer.given) request.outcome = { ...request.outcome, claims: claimNames(answer) }
        return answer
      },
      acknowledge: async (question) => void (await ask({ state: 'unanswerable', question })),
    },
    openPage: (url) => {
      const request = scope.getStore()
      if (request) request.outcome = { ...request.outcome, continueAt: url }
    },
    present: async (link, flow) => {
      const running = [...requests.values()].find((request) => request.link === link && request.state.state !== 'ended')
      const request = running ?? begin(link, flow)
      await settle(request)
      return request.id
    },
    find: (id) => requests.get(id)?.state,
    answer: async (id, answer) => {
      const request = requests.get(id)
      if (request === undefined) return undefined
      request.decide?.(answer)
      await settle(request)
      return request.state
    },
    open: () =>
      [...requests.values()].flatMap(({ id, state }) =>
        state.state === 'question' || state.state === 'unanswerable'
          ? [{ id, party: state.question.relyingParty.name }]
          : [],
      ),
    close: () => {
      for (const { decide } of requests.values()) decide?.({ given: false })
    },
  }
}

type OpenQuestion =
  | { readonly state: 'question'; readonly question: ConsentQuestion }
  | { readonly state: 'unanswerable'; readonly question: UnanswerableQuestion }

/** Deletes one request if there are 20: the oldest that has ended, or else the oldest. Declines its open question. */
function dropOldestIfFull(requests: Map<string, RunningRequest>): void {
  if (requests.size < maximumRequests) return
  const all = [...requests.values()]
  const oldest = all.find(({ state }) => state.state === 'ended') ?? all[0]
  if (oldest === undefined) return
  oldest.decide?.({ given: false })
  requests.delete(oldest.id)
}

const claimNames = (answer: Extract<ConsentAnswer, { given: true }>): readonly string[] =>
  answer.items.flatMap(({ claims }) => claims.map((path) => String(path.findLast((step) => typeof step === 'string'))))
