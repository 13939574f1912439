const ignore = (): void => undefined

/**
 * Resolves at the first stop signal: SIGTERM, SIGINT or SIGHUP. A further signal calls `cut`, which ends the process at
 * once. With `neverCut`, as in workers, only SIGTERM counts and `cut` is never called, because the first process ends
 * its workers. Also makes the process ignore SIGUSR1. Log rotation may send this signal, and Node would open its
 * debugger. Call it once in a process, because its handlers stay.
 */
export function waitForStop({
  cut,
  neverCut,
}: {
  readonly cut: () => void
  readonly neverCut: boolean
}): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false
    const onSignal = (): void => {
      if (stopping && !neverCut) cut()
      stopping = true
      resolve()
    }
    process.on('SIGTERM', onSignal)
    // A terminal sends these signals to all processes. Workers ignore them, because the first process then sends
    // SIGTERM.
    for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, neverCut ? ignore : onSignal)
    process.on('SIGUSR1', ignore)
  })
}
