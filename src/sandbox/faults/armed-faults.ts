/** The armed faults, which wait for their message, and the used ones. A fault is used once. */
import { type Clock, type DecisionRecord, fail, type Random, randomUuid } from '../../base/index.ts'
import type { ArmedFault, Faults } from '../../console/index.ts'
import type { FaultRow, StepRow } from './fault-steps.ts'

/** Maximum numbers of armed faults, and of used faults that are kept. */
const limits = { armed: 50, used: 50 } as const
/** Seconds after the use of the last fault within which the next refusal is attributed to it. */
const refusalSeconds = 30

/** A request or a response, identified by the members that a step also has. */
export interface MessageName {
  /** Party that sends the request, also if this is the response. */
  readonly from: string
  /** Party that answers the request. */
  readonly to: string
  readonly method: string
  /** Path of the request, without the query. */
  readonly path: string
  readonly side: 'request' | 'response'
}

/** A fault that waits for a message. */
interface WaitingFault {
  readonly id: string
  readonly row: FaultRow
}

/** Armed and used faults of a sandbox. An unknown ID changes no fault. */
export interface FaultStore extends Faults {
  /** True if a fault waits for its message. */
  isArmed(): boolean
  /** Returns the fault that has waited longest for this message. It stays armed. */
  find(message: MessageName): WaitingFault | undefined
  /** Marks a fault as used. */
  use(id: string): void
  /** Records why a fault could not change a matching message. The fault stays armed. */
  miss(id: string, code: string): void
  /** Adds the ID of the recorded message to a used fault. */
  name(id: string, message: string): void
  /**
   * Adds this decision to the last used fault if it is the first refusal or failure within 30 seconds. Ignores accepted
   * decisions and those of the console.
   */
  observe(decision: DecisionRecord): void
}

/** Creates the store for the faults of these steps. */
export function createFaultStore(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  steps: readonly StepRow[],
): FaultStore {
  const faults = new Map<string, ArmedFault>()
  const rows = new Map(steps.map((one) => [one.step, one] as const))
  const listeners = new Set<() => void>()
  let waiting: readonly ArmedFault[] = []
  /** ID of the fault that was used last, until a refusal or failure follows it. */
  let latest: string | undefined
  const change = (fault: ArmedFault): void => {
    faults.set(fault.id, fault)
    settle()
  }
  const settle = (): void => {
    const all = [...faults.values()]
    for (const { id } of all.filter(({ state }) => state === 'used').slice(0, -limits.used)) faults.delete(id)
    waiting = all.filter(({ state }) => state === 'armed')
    for (const listener of listeners) listener()
  }
  const update = (id: string, changes: Partial<ArmedFault>): void => {
    const fault = faults.get(id)
    if (fault !== undefined) change({ ...fault, ...changes })
  }
  return {
    steps,
    arm: (stepName, faultName) => {
      const row = rows.get(stepName)
      if (row === undefined) return fail('step_unknown', 'step')
      if (!row.faults.some(({ fault }) => fault === faultName)) return fail('fault_unknown', 'fault')
      if (waiting.length >= limits.armed) return fail('too_many_armed')
      const armed: ArmedFault = {
        ...{ id: randomUuid(random), step: stepName, fault: faultName, at: clock.now(), state: 'armed' },
      }
      change(armed)
      return armed
    },
    cancel: (id) => {
      const known = faults.delete(id)
      if (known) settle()
      return known
    },
    list: () => [...faults.values()].reverse(),
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isArmed: () => waiting.length > 0,
    find: (message) => {
      for (const { id, step, fault } of waiting) {
        const row = rows.get(step)
        const found = row && isOfStep(row, message) ? row.faults.find((one) => one.fault === fault) : undefined
        if (found !== undefined) return { id, row: found }
      }
      return undefined
    },
    use: (id) => {
      latest = id
      update(id, { state: 'used', usedAt: clock.now() })
    },
    miss: (id, missed) => update(id, { missed }),
    name: (id, message) => update(id, { message }),
    observe: ({ outcome, trace, surface, checks }) => {
      if (latest === undefined || outcome === 'accepted' || surface.startsWith('console/')) return
      const { usedAt = 0 } = faults.get(latest) ?? {}
      const code = checks.find(({ passed }) => !passed)?.code ?? outcome
      if (clock.now() <= usedAt + refusalSeconds) update(latest, { refusal: { trace, surface, code } })
      latest = undefined
    },
  }
}

/**
 * Senders that have a name in both the steps and the messages. All other senders are wallets, browsers, applications or
 * operators.
 */
const knownParties = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party', 'national-idp', 'console']

/**
 * Returns true if the step describes the message. A sender outside the sandbox, such as a phone, has no known name. So
 * a message of any such sender fits every step whose sender is a wallet, a browser, an application or an operator.
 */
function isOfStep(step: StepRow, { from, to, method, path, side }: MessageName): boolean {
  if (step.to !== to || step.side !== side || step.method !== method) return false
  if (step.from === 'anybody') return from !== 'console' && isPath(step.path, path)
  const isSender = step.from === from || (step.from === 'operator' && from === 'console')
  const isUser = !knownParties.includes(from) && !knownParties.includes(step.from)
  return (isSender || isUser) && isPath(step.path, path)
}

function isPath(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split('/'), path.split('/')]
  return wanted.length === found.length && wanted.every((one, index) => one[0] === ':' || one === found[index])
}
