const ignore = (): void => undefined

/**
 * Waits for the signal to stop; the second one cuts. A worker is cut by the process that started it and never by itself.
 * From then on SIGUSR1, which log rotation sends to other programs, does not make Node open its debugger.
 */
export function untilTold({ cut, neverCut }: { readonly cut: () => void; readonly neverCut: boolean }): Promise<void> {
  return new Promise((resolve) => {
    let told = false
    const onSignal = (): void => {
      if (told && !neverCut) cut()
      told = true
      resolve()
    }
    process.on('SIGTERM', onSignal)
    // A terminal sends them to all processes at once, when it is closed, too; the first one passes it on to the workers.
    for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, neverCut ? ignore : onSignal)
    process.on('SIGUSR1', ignore)
  })
}
