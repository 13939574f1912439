/**
 * Makes faults between the parties of a sandbox, with wrappers of their network, their cryptography and their clock.
 * While no fault is armed, the wrappers change nothing.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock, Crypto, DecisionRecord, Random } from '../../base/index.ts'
import type { Faults } from '../../console/index.ts'
import type { RoleKeys } from '../../serve/index.ts'
import type { Traffic } from '../traffic.ts'
import { createFaultStore } from './armed-faults.ts'
import { createFaultMaker } from './fault-maker.ts'
import { faultSteps } from './fault-table.ts'
import { withFaultyAnswers, withFaultyRequests } from './faulty-app.ts'
import { sendWithFaults } from './faulty-network.ts'
import { createKnownKeys } from './known-keys.ts'

interface Parts {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
}

/** The faults of a sandbox, and the wrappers that make them. */
export interface SandboxFaults<P extends Parts = Parts> {
  readonly faults: Faults
  /**
   * The parts of all parties, with a clock that faults can shift. Faults can sign with a key that has signed through
   * `crypto`.
   */
  readonly parts: P
  /** Adds the keys of the roles, so that changed messages can be signed again. */
  addKeys(keys: RoleKeys): void
  /** Attributes the first refusal after the use of a fault to that fault. The caller must pass every decision. */
  observe(decision: DecisionRecord): void
  /** Wraps the traffic so that faults change its messages. The records show the changed messages. */
  wrapTraffic(traffic: Traffic): Traffic
}

interface FaultOptions {
  /** Returns the name of the party at an origin. */
  readonly partyAt: (origin: string) => string | undefined
  /** Delay of a slow response in milliseconds. Defaults to 6000, because the roles and the wallets wait for 5000. */
  readonly slowMilliseconds?: number
}

/** Creates the faults of a sandbox. */
export function createSandboxFaults<P extends Parts>(
  parts: P,
  { partyAt, slowMilliseconds = 6000 }: FaultOptions,
): SandboxFaults<P> {
  const keys = createKnownKeys(parts.crypto)
  const store = createFaultStore(parts, faultSteps)
  const ctx = { crypto: parts.crypto, random: parts.random, keys }
  const maker = createFaultMaker({ ctx, clock: parts.clock, store, slowMilliseconds })
  const { clock, withShift } = createShiftedClock(parts.clock)
  const wrappedRoles = new Set<string>()
  return {
    faults: store,
    parts: { ...parts, clock, crypto: keys.watch(parts.crypto) },
    addKeys: (all) => keys.add(all),
    observe: (decision) => store.observe(decision),
    wrapTraffic: (traffic) => ({
      ...traffic,
      fetchAs: (from, fetch) => {
        const plain = traffic.fetchAs(from, fetch)
        const sender = { from, fetch, traffic, partyAt, changesAnswers: (party: string) => wrappedRoles.has(party) }
        return (request) => (store.isArmed() ? sendWithFaults(maker, sender, request) : plain(request))
      },
      wrapApp: (name, app, origin) => {
        wrappedRoles.add(name)
        const role = { to: name, traffic, withShift }
        return withFaultyRequests(traffic.wrapApp(name, withFaultyAnswers(app, maker, role), origin), maker, role)
      },
    }),
  }
}

/** Creates a clock, and a function that runs work with this clock shifted. The shift applies only to that work. */
function createShiftedClock<C extends Clock>(clock: C) {
  const shifts = new AsyncLocalStorage<number>()
  let shiftedRuns = 0
  const withShift = async <T>(seconds: number, run: () => Promise<T>): Promise<T> => {
    shiftedRuns += 1
    try {
      return await shifts.run(seconds, run)
    } finally {
      shiftedRuns -= 1
    }
  }
  return {
    clock: { ...clock, now: () => clock.now() + (shiftedRuns === 0 ? 0 : (shifts.getStore() ?? 0)) },
    withShift,
  }
}
