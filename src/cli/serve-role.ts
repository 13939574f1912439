/** Implements `fiducia serve <role>`: runs one role, in this process or in workers, until a signal stops it. */
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ConfigError, foreignAddresses, keepNextTickFast, listAddresses, tuneHeap } from '../node/index.ts'
import {
  initialize,
  isShared,
  isWorker,
  type RoleSettings,
  readSettings,
  reportReadiness,
  runService,
  runWorkers,
  type ServedRole,
  type SettingsSources,
  sharesPort,
  variablesOfRole,
} from '../serve/index.ts'
import { createJsonLog } from '../telemetry/index.ts'
import { answerOf, printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import { renderTable } from './table.ts'
import { requireCompanionOption, UserError } from './user-error.ts'
import { variableText } from './variable-text.ts'
import { waitForStop } from './wait-for-stop.ts'

export interface ServeFlags {
  readonly config?: string
  readonly port?: number
  readonly host?: string[]
  readonly publicUrl?: string
  readonly database?: string
  readonly workers?: number
  readonly init?: true
  readonly newStore?: true
  readonly variables?: true
  readonly json?: true
}

/**
 * Runs `fiducia serve`: serves the role until a stop signal, or lists the role's environment variables. With `init`,
 * first creates missing settings and keys. Rejects with a `UserError` or `ConfigError` for flags and settings that
 * cannot be used, and as `initialize` and `runService` do. If no worker could start, rejects with `ConfigError` if the
 * settings are the reason, otherwise with `UserError`.
 */
export async function serveRole(terminal: Terminal, role: ServedRole, flags: ServeFlags): Promise<void> {
  try {
    await serveOrList(terminal, role, flags)
  } finally {
    // The channel to the first process would keep the worker alive. After `disconnect`, Node would exit with code 0.
    if (isWorker()) process.channel?.unref()
  }
}

function listVariables(terminal: Terminal, role: ServedRole, json: true | undefined): void {
  const variables = variablesOfRole(role).map(({ name, path }) => ({ name, setting: path.join('.') }))
  const table = renderTable(variables, [
    ['variable', ({ name }) => name],
    ['setting', ({ setting }) => setting],
  ])
  printAnswer(terminal, answerOf(variables, table), json)
}

async function serveOrList(terminal: Terminal, role: ServedRole, flags: ServeFlags): Promise<void> {
  requireCompanionOption(flags, 'json', ['variables'])
  if (flags.variables) return listVariables(terminal, role, flags.json)
  const foreign = foreignAddresses(flags.host ?? [])
  if (foreign.length > 0)
    throw new UserError(`--host: this machine has no address ${foreign.join(', ')}. It has ${listAddresses()}.`)
  const named = flags.config ?? variableText(process.env.FIDUCIA_CONFIG)
  const file = named ?? (existsSync(`${role}.json`) || flags.init ? `${role}.json` : undefined)
  if (flags.init && file !== undefined && !isWorker())
    await initialize(role, {
      directory: dirname(file),
      fileName: basename(file),
      publicUrl: flags.publicUrl,
      port: flags.port,
      environment: process.env,
    })
  const settings = readSettings(role, sourcesOf(file, flags))
  const workers = flags.workers ?? 1
  if (workers > 1 && !isShared(settings.database))
    throw new ConfigError(['--workers needs PostgreSQL: the embedded store takes one process (DATABASE_URL)'])
  if (workers > 1 && flags.newStore)
    throw new ConfigError(['--new-store is for one process: start once without --workers'])
  if (workers > 1 && !isWorker()) return serveInWorkers(terminal, role, settings, workers)
  return serveHere(terminal, role, settings, flags.newStore ?? false)
}

const sourcesOf = (file: string | undefined, flags: ServeFlags): SettingsSources => ({
  file,
  environment: process.env,
  overrides: { publicUrl: flags.publicUrl, port: flags.port, hosts: flags.host, database: flags.database },
})

const logOf = (terminal: Terminal, role: ServedRole) =>
  createJsonLog(role, { write: (line: string) => (terminal.log ?? terminal.out)(line) })

async function serveHere<R extends ServedRole>(
  terminal: Terminal,
  role: R,
  settings: RoleSettings[R],
  newStore: boolean,
): Promise<void> {
  keepNextTickFast()
  tuneHeap()
  const stopSignal = waitForStop({ cut: () => process.exit(1), neverCut: isWorker() })
  const log = logOf(terminal, role)
  const running = await runService(role, settings, {
    log,
    warn: log.notice,
    withoutOperations: isWorker(),
    sharedPort: sharesPort(),
    newStore,
  })
  const stopReporting = isWorker() ? reportReadiness(() => running.readiness.report()) : undefined
  await stopSignal
  await running.stop()
  // Reports until the stop is complete, because a stop may take long and a process without reports counts as hanging.
  stopReporting?.()
}

async function serveInWorkers<R extends ServedRole>(
  terminal: Terminal,
  role: R,
  settings: RoleSettings[R],
  count: number,
): Promise<void> {
  const log = logOf(terminal, role)
  let cut = (): void => undefined
  const stopSignal = waitForStop({ cut: () => cut(), neverCut: false })
  const workers = await runWorkers(role, count, settings, log)
  cut = () => workers.cut()
  log.info('starting', { count })
  const code = await Promise.race([stopSignal.then(() => undefined), workers.broken])
  await workers.stop()
  if (code === 2) throw new ConfigError(['the workers could not start: see their messages above'])
  if (code !== undefined) throw new UserError('The workers could not start: see their messages above.')
}
