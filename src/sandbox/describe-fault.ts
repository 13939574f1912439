/** Returns the message and stack of an internal error. A sandbox may show them, because it has only invented data. */
export const describeFault = (fault: unknown): string =>
  fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
