/** Runs it each so many seconds until what is returned is called. Where it fails, the next time comes. Keeps no process alive. */
export function every(seconds: number, run: () => Promise<void>): () => void {
  const timer = setInterval(() => run().catch(() => undefined), seconds * 1000).unref()
  return () => clearInterval(timer)
}
