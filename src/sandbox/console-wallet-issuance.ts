/**
 * Issuance of credentials to one wallet of the console: PIDs, for which the user logs in with their browser, and
 * credentials of the test issuers, which need no login.
 */
import { type Fetch, Refusal } from '../base/index.ts'
import type { BegunLogin, PidChoice, PidIssuer, WalletEvent } from '../console/index.ts'
import { formatMdoc, formatSdJwt } from '../oauth/index.ts'
import type { HeldCredential, Wallet } from '../wallet/index.ts'
import type { Action, WalletEvents } from './console-wallet-events.ts'
import { receiveTestCredential } from './test-issuer/receive-test-credential.ts'
import type { TestCredential } from './test-issuer/test-credentials.ts'
import { testIssuerName } from './test-issuer/test-issuer-metadata.ts'

interface IssuanceParts {
  readonly events: WalletEvents
  readonly newAction: (kind: WalletEvent['kind']) => Action
  readonly newId: () => string
  /** Returns the wallet. Throws an Error before the first `setUp`. */
  readonly wallet: () => Wallet
  readonly names: { get(entityId: string): string; set(entityId: string, name: string): void }
  /** Credentials of test issuers. Defaults to none. */
  readonly testCredentials?: readonly TestCredential[]
  readonly fetch: Fetch
  readonly onReceived: (credential: HeldCredential) => Promise<void>
}

/** Returns the identifier by which a user chooses a test credential. */
const choiceIdOf = ({ issuer, type }: TestCredential): string => `${issuer}#${type}`

interface ConsoleIssuance {
  issuers(): Promise<readonly PidIssuer[]>
  begin(choice: PidChoice): Promise<BegunLogin | WalletEvent>
  login(id: string): BegunLogin | undefined
  complete(redirectUrl: string): Promise<WalletEvent>
}

/** A login from which the browser has not returned yet. */
interface PendingLogin extends BegunLogin {
  readonly state: string
  readonly action: Action
  /**
   * Result of the browser's return. A second visit of the same URL gets the same result. Absent again after an outage
   * or an error, so that the user can try once more.
   */
  completion?: Promise<WalletEvent>
}

const maximumLogins = 20
const formats = { 'sd-jwt': formatSdJwt, mdoc: formatMdoc } as const

/** Creates the issuance functions of one wallet. Keeps the newest 20 logins. */
export function createConsoleIssuance(parts: IssuanceParts): ConsoleIssuance {
  const { events, names, newAction, newId, wallet, testCredentials = [] } = parts
  const logins = new Map<string, PendingLogin>()
  const keep = (login: PendingLogin): PendingLogin => {
    logins.set(login.id, login)
    if (logins.size > maximumLogins) logins.delete(logins.keys().next().value as string)
    return login
  }
  const complete = (url: string, action: Action): Promise<WalletEvent> =>
    events.record(action, async () => {
      const credential = await wallet().completeIssuance(url)
      await parts.onReceived(credential)
      return { party: names.get(credential.issuer), credential: credential.id }
    })
  const receive = (credential: TestCredential): Promise<WalletEvent> =>
    events.record(newAction('issuance'), async () => {
      const held = await receiveTestCredential(wallet(), parts.fetch, credential)
      names.set(credential.issuer, testIssuerName)
      await parts.onReceived(held)
      return { party: testIssuerName, credential: held.id }
    })
  return {
    issuers: async () => {
      const issuers = await wallet().findIssuers().catch(noneIfRefused)
      for (const { issuer, name } of issuers) names.set(issuer, name)
      return [...issuers, ...testCredentials.map((one) => ({ issuer: choiceIdOf(one), name: one.name }))]
    },
    begin: async ({ issuer, format }) => {
      const testCredential = testCredentials.find((one) => choiceIdOf(one) === issuer)
      if (testCredential !== undefined) return receive(testCredential)
      const action = newAction('issuance')
      const begun = await events.attempt(action, () => wallet().beginIssuance(issuer, { format: formats[format] }))
      if (!('value' in begun)) return begun
      const { authorizationUrl, state } = begun.value
      return keep({ id: newId(), authorizationUrl, issuerName: names.get(issuer), state, action })
    },
    login: (id) => logins.get(id),
    complete: async (url) => {
      const state = URL.parse(url)?.searchParams.get('state')
      const login = [...logins.values()].find((one) => one.state === state)
      if (login === undefined) return complete(url, newAction('issuance'))
      login.completion ??= complete(url, login.action)
      const event = await login.completion
      // After an outage or an error, the same URL can be tried again.
      if (event.outcome === 'failed' || event.refusal?.error === 'unreachable') delete login.completion
      return event
    },
  }
}

function noneIfRefused(thrown: unknown): [] {
  if (thrown instanceof Refusal) return []
  throw thrown
}
