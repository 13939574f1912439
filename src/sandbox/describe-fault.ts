/** Returns the message and stack of an internal error. A sandbox may show them, because its only data are invented. */
export const describeFault = (fault: unknown): string =>
  fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
