/** What was thrown by our own fault: its message may be shown in a sandbox, since nobody's data but invented people's are in play. */
export const describeFault = (fault: unknown): string =>
  fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
