/**
 * Runs one life cycle of a PID in the running sandbox, over HTTP, as any wallet could. Only the revocation needs the
 * administration's token.
 */
import { type Clock, type Crypto, type DecisionRecord, type Fetch, type Random, Refusal } from '../../base/index.ts'
import type { TrustAnchors } from '../../federation/index.ts'
import type { DecisionLog } from '../../node/index.ts'
import { orderDevice } from '../devices/device-client.ts'
import { sandboxAccounts } from '../national-idp/accounts.ts'
import type { SandboxOrigins } from '../origins.ts'
import { type Exchange, recordingFetch } from '../recording-fetch.ts'
import { renderDecision } from '../render-decision.ts'
import type { Printer } from '../sandbox-parts.ts'
import { createDemoWallet } from './demo-wallet.ts'
import { firstStart } from './first-start.ts'
import { createNarrator, type Narrator } from './narrator.ts'
import { obtainPid } from './obtain-pid.ts'
import { presentPid } from './present-pid.ts'
import { presentRevokedPid } from './present-revoked-pid.ts'
import { revokePid } from './revoke-pid.ts'
import { type Step, Unexpected } from './step.ts'

/** The steps in order. Each relies on the steps before it. */
export const lifeCycle: readonly Step[] = [
  firstStart,
  obtainPid,
  presentPid({ variant: 'scope', method: 'get' }),
  presentPid({ variant: 'dcql', method: 'get' }),
  presentPid({ variant: 'dcql', method: 'post' }),
  revokePid,
  presentRevokedPid,
]

interface LifeCycleParts {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  /** Returns the network access of a party. */
  readonly fetchAs: (party: string) => Fetch
  /** Runs a step. Its messages are recorded with `id` as their parent. */
  readonly runAction: <T>(id: string, run: () => Promise<T>) => Promise<T>
  readonly origins: SandboxOrigins
  readonly anchors: TrustAnchors
  readonly adminToken: string
  readonly decisions: DecisionLog
  readonly exchanges: { listen(listener: (exchange: Exchange) => void): () => void }
  readonly printer: Printer
  readonly walletAuthorizationEndpoint: string
}

/** Runs and prints the steps. Stops at the first step that fails. Returns true if all steps passed. */
export async function runLifeCycle(parts: LifeCycleParts): Promise<boolean> {
  const { origins, printer, fetchAs, runAction } = parts
  const narrator = createNarrator(printer, origins)
  const traces: string[] = []
  const report = (exchange: Exchange): void => {
    if (exchange.trace) traces.push(exchange.trace)
    narrator.exchange(exchange)
  }
  const stopListening = parts.exchanges.listen(report)
  const as = (name: string): Fetch => recordingFetch(fetchAs(name), name, report)
  const [account] = sandboxAccounts
  const person = createDemoWallet({
    ...parts,
    walletFetch: as('wallet'),
    browserFetch: as('browser'),
    person: { username: account?.username ?? '', password: account?.password ?? '' },
    orderDevice: () => orderDevice(as('phone'), origins.console),
  })
  const ctx = { ...parts, person, narrator, administrationFetch: as('administrator'), pause }
  try {
    for (const [index, step] of lifeCycle.entries()) {
      narrator.heading(step.title)
      await runAction(`demo-${index + 1}`, () => step.run(ctx))
    }
    narrator.heading('The whole life cycle passed.')
    return true
  } catch (thrown) {
    explain(parts.decisions, narrator, thrown, traces)
    return false
  } finally {
    stopListening()
    narrator.end()
  }
}

/** Resolves after the pause. Does not keep the process alive. */
const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, seconds * 1000).unref())

/** Prints the error, the last traced decision of another party, and the wallet's decision if it refused. */
function explain(decisions: DecisionLog, narrator: Narrator, thrown: unknown, traces: readonly string[]): void {
  narrator.failed(messageOf(thrown))
  const tracesToExplain = [traces.at(-1), thrown instanceof Refusal ? thrown.trace : undefined]
  const explained = tracesToExplain
    .map((trace) => decisions.find(trace ?? ''))
    .filter((one): one is DecisionRecord => one !== undefined)
  for (const decision of new Set(explained))
    for (const line of renderDecision(decision).trimEnd().split('\n')) narrator.say(line)
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof Refusal) return thrown.answer.text
  if (thrown instanceof Unexpected) return thrown.message
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
