/**
 * Calls `run` every `seconds` until the returned function is called. Continues after a failure. Does not keep the
 * process alive.
 */
export function every(seconds: number, run: () => Promise<void>): () => void {
  const timer = setInterval(() => run().catch(() => undefined), seconds * 1000).unref()
  return () => clearInterval(timer)
}
