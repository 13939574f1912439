import type { Clock } from '../base/index.ts'

/** Returns the machine's time in whole seconds. */
export const createSystemClock = (): Clock => ({ now: () => Math.floor(Date.now() / 1000) })
