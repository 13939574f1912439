/** Stores the faults that the user armed. An armed fault waits for a message that fits, and is used once. */
import { type Clock, type DecisionRecord, fail, type Random, randomUuid } from '../../base/index.ts'
import type { ArmedFault, Faults } from '../../console/index.ts'
import type { FaultRow, StepRow } from './fault-steps.ts'

/** Maximum number of armed faults, and maximum number of used faults that are kept. */
const limits = { armed: 50, used: 50 } as const
/** Seconds after the use of a fault during which the next refusal is attributed to the fault. */
const refusalSeconds = 30

/** Identifies a request or a response by the members that a step of the fault table has. */
export interface MessageName {
  /** Party that sends the request, also for a response. */
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
  /** Returns the fault that has waited longest for this message. The fault stays armed. */
  find(message: MessageName): WaitingFault | undefined
  /** Marks a fault as used. */
  markUsed(id: string): void
  /** Records why a fault could not change a matching message. The fault stays armed. */
  recordMiss(id: string, code: string): void
  /** Adds the ID of the recorded message to a used fault. */
  setMessage(id: string, message: string): void
  /**
   * Adds the decision to the last used fault if the decision is the first refusal or failure after the fault, and at
   * most 30 seconds later. Ignores accepted decisions and decisions of the console.
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
  let lastUsed: string | undefined
  const change = (fault: ArmedFault): void => {
    faults.set(fault.id, fault)
    refresh()
  }
  /** Drops used faults above the maximum, beginning with those that were armed first. Notifies the listeners. */
  const refresh = (): void => {
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
      const wasThere = faults.delete(id)
      if (wasThere) refresh()
      return wasThere
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
        const faultRow = row && isOfStep(row, message) ? row.faults.find((one) => one.fault === fault) : undefined
        if (faultRow !== undefined) return { id, row: faultRow }
      }
      return undefined
    },
    markUsed: (id) => {
      lastUsed = id
      update(id, { state: 'used', usedAt: clock.now() })
    },
    recordMiss: (id, missed) => update(id, { missed }),
    setMessage: (id, message) => update(id, { message }),
    observe: ({ outcome, trace, surface, checks }) => {
      if (lastUsed === undefined || outcome === 'accepted' || surface.startsWith('console/')) return
      const { usedAt = 0 } = faults.get(lastUsed) ?? {}
      const code = checks.find(({ passed }) => !passed)?.code ?? outcome
      if (clock.now() <= usedAt + refusalSeconds) update(lastUsed, { refusal: { trace, surface, code } })
      lastUsed = undefined
    },
  }
}

/**
 * Senders with the same name in steps and messages. All other senders are wallets, browsers, applications or operators.
 */
const knownParties = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party', 'national-idp', 'console']

/**
 * Returns true if the step describes the message. A sender outside the sandbox, such as a phone, has no known name. Its
 * message fits every step whose sender is a wallet, a browser, an application or an operator. A step of `anybody` fits
 * every sender except the console, and a step of an operator also fits the console.
 */
function isOfStep(step: StepRow, { from, to, method, path, side }: MessageName): boolean {
  if (step.to !== to || step.side !== side || step.method !== method) return false
  if (step.from === 'anybody') return from !== 'console' && isPath(step.path, path)
  const isSender = step.from === from || (step.from === 'operator' && from === 'console')
  const isUser = !knownParties.includes(from) && !knownParties.includes(step.from)
  return (isSender || isUser) && isPath(step.path, path)
}

function isPath(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern.split('/'), path.split('/')]
  return expected.length === actual.length && expected.every((one, index) => one[0] === ':' || one === actual[index])
}
