/** Implements `fiducia console`: runs the console for running services until a signal stops it. */
import { dirname, resolve } from 'node:path'
import { createConsoleSettings, startConsole } from '../console/index.ts'
import { readSettingsFile } from '../serve/settings-file.ts'
import { createJsonLog, createLogSink } from '../telemetry/index.ts'
import type { Terminal } from './program.ts'
import { waitForStop } from './wait-for-stop.ts'

/**
 * Runs the console of a settings file until a signal stops it. Rejects with `ConfigError` for unusable settings.
 * Rejects as `serve` does if the console cannot listen, for example with `PortUnavailable`.
 */
export async function serveConsole(terminal: Terminal, file: string): Promise<void> {
  const directory = dirname(resolve(file))
  const settings = createConsoleSettings(readSettingsFile(file), (path) => resolve(directory, path))
  const log = createJsonLog('console', { write: (line: string) => (terminal.log ?? terminal.out)(line) })
  const stopSignal = waitForStop({ cut: () => process.exit(1), neverCut: false })
  const running = await startConsole(settings, {
    decisions: createLogSink(log),
    onFault: (fault, surface) => log.fault(fault, surface),
    warn: log.notice,
  })
  log.info('listening', { port: running.port })
  terminal.err(`The console answers at ${settings.publicUrl}\n`)
  await stopSignal
  log.info('stopping')
  await running.stop()
  log.info('stopped')
}
