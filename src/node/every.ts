/**
 * Calls `run` every `seconds` until the returned function is called. Ignores rejections. Does not wait for the previous
 * call to end. Does not keep the process alive.
 */
export function every(seconds: number, run: () => Promise<void>): () => void {
  const timer = setInterval(() => run().catch(() => undefined), seconds * 1000).unref()
  return () => clearInterval(timer)
}
