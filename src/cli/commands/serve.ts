/**
 * `fiducia serve <role>` and `fiducia init <role>`: one role, from its settings, until it is told to stop.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { JwsAlgorithm } from '../../jose/index.ts'
import { ConfigError, keepTick } from '../../node/index.ts'
import {
  initialize,
  isShared,
  isWorker,
  type PinnedAnchor,
  type RoleSettings,
  readSettings,
  roleNames,
  runService,
  runWorkers,
  type ServedRole,
  type SettingsSources,
  sharesPort,
  tellReadiness,
  trustAdvice,
  variablesOfRole,
} from '../../serve/index.ts'
import { createJsonLog } from '../../telemetry/index.ts'
import { fetchAnchor, judgeSuperior, knownAlgorithms } from '../fetch-anchor.ts'
import type { Terminal } from '../program.ts'
import { untilTold } from '../until-told.ts'
import { requireBeside } from '../user-error.ts'

interface ServeFlags {
  readonly config?: string
  readonly port?: number
  readonly host?: string[]
  readonly publicUrl?: string
  readonly database?: string
  readonly workers?: number
  readonly init?: true
  readonly variables?: true
}

interface InitFlags {
  readonly dir?: string
  readonly port?: number
  readonly publicUrl?: string
  readonly anchor?: string
  readonly superior?: string[]
  readonly algorithms?: string[]
}

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(`A whole number from ${least} to ${most}.`)
    return number
  }
const port = wholeNumber(0, 65_535)
const theRole = (): Argument => new Argument('<role>', 'which one').choices(roleNames)

export function register(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('serve one role from its settings, in this process or in several')
    .addArgument(theRole())
    .addOption(new Option('--config <file>', 'its settings; ROLE.json when there is one here').env('FIDUCIA_CONFIG'))
    .option('--port <number>', 'to listen on', port)
    .option('--host <address...>', 'addresses to listen on')
    .option('--public-url <url>', 'entity identifier and public URL; its path is the prefix of all routes')
    .option('--database <url>', 'sqlite:FILE or postgresql://…')
    .option('--workers <number>', 'processes, one per core; needs PostgreSQL', wholeNumber(1, 256))
    .option('--init', 'write the settings and make the keys where they are missing, as fiducia init does')
    .option('--variables', 'list the environment variables of the role, and serve nothing')
    .action(async (role: ServedRole, flags: ServeFlags) => {
      try {
        await serveRole(terminal, role, flags)
      } finally {
        // A worker lives as long as its channel to the first process.
        if (isWorker()) process.disconnect?.()
      }
    })
  program
    .command('init')
    .description('begin a service: write its settings, with comments, and make its keys')
    .addArgument(theRole())
    .option('--dir <directory>', 'where; a directory named as the role when not said')
    .option('--port <number>', 'to listen on', port)
    .option('--public-url <url>', 'entity identifier and public URL')
    .option('--anchor <url>', 'the Trust Anchor above it: its keys are fetched, pinned and shown')
    .option('--superior <urls...>', 'intermediates right above it, where that is not the anchor itself')
    .option(
      '--algorithms <names...>',
      'in which the federation may sign its statements; ES256, ES384 and ES512 when not said',
    )
    .action((role: ServedRole, flags: InitFlags) => init(terminal, role, flags))
}

async function init(terminal: Terminal, role: ServedRole, flags: InitFlags): Promise<void> {
  const { port: listening, publicUrl, superior: superiors } = flags
  const { dir: directory = role === 'trust-anchor' && flags.anchor !== undefined ? 'intermediate' : role } = flags
  requireBeside(flags, 'superior', ['anchor'])
  const algorithms = knownAlgorithms(flags.algorithms)
  const anchor = flags.anchor === undefined ? undefined : await fetchAnchor(flags.anchor, algorithms)
  const notYet = anchor ? await faultsAbove(superiors ?? [], anchor, algorithms) : []
  const options = {
    directory,
    port: listening,
    publicUrl,
    anchor,
    superiors,
    algorithms: flags.algorithms,
    environment: process.env,
  }
  const { file, written } = await initialize(role, options)
  for (const { kid } of anchor?.keys ?? [])
    terminal.out(`${written ? 'pinned' : 'not pinned'}  ${anchor?.entityId}  ${kid}\n`)
  if (written && anchor && anchor.superiors.length > 0)
    terminal.out(
      `intermediate  ${anchor.entityId} stands below ${anchor.superiors.join(', ')}: with its keys alone nobody is trusted but those below it. To trust all of the federation, name the anchor above with --anchor, and this one with --superior\n`,
    )
  for (const fault of written ? notYet : []) terminal.out(`not yet  ${fault}\n`)
  const asked = {
    '--superior': superiors,
    '--port': listening,
    '--public-url': publicUrl,
    '--algorithms': flags.algorithms,
  }
  for (const [option, value] of Object.entries(written ? {} : asked))
    if (value !== undefined) terminal.out(`not taken  ${option}: it stands in the settings, edit ${file}\n`)
  terminal.out(`${written ? 'wrote' : 'kept'}  ${file}\nkeys  ${join(directory, 'keys')}\n`)
  if (written && anchor === undefined && role !== 'trust-anchor')
    terminal.out('anchors  none: the service trusts nobody before one stands in the file (--anchor pins it)\n')
  terminal.out(`next  fiducia serve ${role} --config ${file}\n`)
}

/** Superiors that no chain leads up from, which can be mended after the service was begun. */
async function faultsAbove(
  superiors: readonly string[],
  anchor: PinnedAnchor,
  algorithms: readonly JwsAlgorithm[],
): Promise<readonly string[]> {
  const faults = superiors.map(async (superior) => {
    const fault = await judgeSuperior(superior, anchor, algorithms)
    return fault && `${superior} has no chain to ${anchor.entityId}: ${trustAdvice(fault.code, fault.at)}`
  })
  return (await Promise.all(faults)).filter((fault) => fault !== undefined)
}

async function serveRole(terminal: Terminal, role: ServedRole, flags: ServeFlags): Promise<void> {
  if (flags.variables) {
    for (const { name, path } of variablesOfRole(role)) terminal.out(`${name}  ${path.join('.')}\n`)
    return
  }
  const file = flags.config ?? (existsSync(`${role}.json`) || flags.init ? `${role}.json` : undefined)
  if (flags.init && file !== undefined && !isWorker())
    await initialize(role, { directory: dirname(file), publicUrl: flags.publicUrl, environment: process.env })
  const settings = readSettings(role, sourcesOf(file, flags))
  const workers = flags.workers ?? 1
  if (workers > 1 && !isShared(settings.database))
    throw new ConfigError(['--workers needs PostgreSQL: the embedded store takes one process (DATABASE_URL)'])
  if (workers > 1 && !isWorker()) return serveInWorkers(terminal, role, settings, workers)
  return serveHere(terminal, role, settings)
}

const sourcesOf = (file: string | undefined, flags: ServeFlags): SettingsSources => ({
  file,
  environment: process.env,
  overrides: { publicUrl: flags.publicUrl, port: flags.port, hosts: flags.host, database: flags.database },
})

const logOf = (terminal: Terminal, role: ServedRole) =>
  createJsonLog(role, { write: (line: string) => (terminal.log ?? terminal.out)(line) })

async function serveHere<R extends ServedRole>(terminal: Terminal, role: R, settings: RoleSettings[R]): Promise<void> {
  keepTick()
  const told = untilTold({ cut: () => process.exit(1), neverCut: isWorker() })
  const running = await runService(role, settings, {
    log: logOf(terminal, role),
    warn: (sentence) => terminal.err(`${sentence}\n`),
    withoutOperations: isWorker(),
    sharedPort: sharesPort(),
  })
  const quiet = isWorker() ? tellReadiness(() => running.readiness.report()) : undefined
  await told
  await running.stop()
  // Not before: who says nothing for a while is taken for one that hangs, and a stop may take longer.
  quiet?.()
}

async function serveInWorkers<R extends ServedRole>(
  terminal: Terminal,
  role: R,
  settings: RoleSettings[R],
  count: number,
): Promise<void> {
  const log = logOf(terminal, role)
  let cut = (): void => undefined
  const told = untilTold({ cut: () => cut(), neverCut: false })
  const workers = await runWorkers(count, settings, log)
  cut = () => workers.cut()
  log.info('starting', { count })
  const code = await Promise.race([told.then(() => undefined), workers.broken])
  await workers.stop()
  if (code !== undefined) throw new ConfigError(['the workers could not start: what they said stands above'])
}
