/** Waits for the signal to stop; the second one cuts. A worker is cut by the process that started it and never by itself. */
export function untilTold({ cut, neverCut }: { readonly cut: () => void; readonly neverCut: boolean }): Promise<void> {
  return new Promise((resolve) => {
    let told = false
    const onSignal = (): void => {
      if (told && !neverCut) cut()
      told = true
      resolve()
    }
    process.on('SIGTERM', onSignal)
    // A terminal sends it to all processes at once; the first one passes it on to the workers.
    process.on('SIGINT', neverCut ? () => undefined : onSignal)
  })
}
