const ignore = (): void => undefined

/**
 * Waits for the stop signal. A second one cuts connections. Only the first process cuts a worker. Afterwards SIGUSR1,
 * which log rotation sends to some programs, does not open Node's debugger.
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
    // A terminal sends these to all processes when it closes. The first process passes the stop on to its workers.
    for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, neverCut ? ignore : onSignal)
    process.on('SIGUSR1', ignore)
  })
}
