/**
 * `fiducia serve <role>` runs one role from its settings until a signal stops it. `fiducia init <role>` creates the
 * settings and keys of a role or of the console.
 */
import { Argument, type Command } from 'commander'
import { roleNames, type ServedRole } from '../../serve/role-names.ts'
import { withExamples } from '../examples.ts'
import type { InitFlags } from '../init-service.ts'
import { jsonOption } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import type { ServeFlags } from '../serve-role.ts'
import { wholeNumber } from '../whole-number.ts'

const parsePort = wholeNumber(0, 65_535)
const roleArgument = (): Argument => new Argument('<role>', 'role to run').choices(roleNames)
const serviceArgument = (): Argument =>
  new Argument('<role>', 'role, or the console').choices([...roleNames, 'console'])

export function register(program: Command, terminal: Terminal): void {
  const serve = program
    .command('serve')
    .description('serve one role from its settings, in this process or in several')
    .addArgument(roleArgument())
    .option('--config <file>', 'settings file; default: FIDUCIA_CONFIG, or ROLE.json if it exists')
    .option('--port <number>', 'port to listen on', parsePort)
    .option('--host <address...>', 'addresses to listen on')
    .option('--public-url <url>', 'entity identifier and public URL; its path is the prefix of all routes')
    .option('--database <url>', 'sqlite:FILE or postgresql://…')
    .option(
      '--workers <number>',
      'number of processes, for example one per core; needs PostgreSQL; default: 1',
      wholeNumber(1, 256),
    )
    .option('--init', 'create missing settings and keys, as fiducia init does')
    .option(
      '--new-store',
      'accept an empty store for keys that were used with another store; binds the keys to that store, so omit it at the next start',
    )
    .option('--variables', 'list the environment variables of the role and exit')
    .option('--json', 'print the variables as JSON')
    .action(async (role: ServedRole, flags: ServeFlags) => {
      const { serveRole } = await import('../serve-role.ts')
      await serveRole(terminal, role, flags)
    })
  withExamples(
    serve,
    'fiducia serve wallet-provider --config wallet-provider/wallet-provider.json',
    'fiducia serve pid-provider --variables',
  )
  const init = program
    .command('init')
    .description('create a service: write its settings, with comments, and its keys')
    .addArgument(serviceArgument())
    .option(
      '--dir <directory>',
      'directory; default: the name of the role, or intermediate for a trust-anchor with --anchor',
    )
    .option('--port <number>', 'port to listen on', parsePort)
    .option('--public-url <url>', 'entity identifier and public URL')
    .option('--anchor <url>', 'Trust Anchor of the federation: its keys are fetched, pinned and shown')
    .option('--superior <urls...>', 'intermediates directly above the service, if not the anchor itself')
    .option(
      '--algorithms <names...>',
      'permitted signature algorithms of federation statements; default: ES256, ES384 and ES512',
    )
    .option(...jsonOption)
    .action(async (role: ServedRole | 'console', flags: InitFlags) => {
      if (role === 'console') return (await import('../init-console.ts')).initConsole(terminal, flags)
      const { initService } = await import('../init-service.ts')
      await initService(terminal, role, flags)
    })
  withExamples(
    init,
    'fiducia init trust-anchor',
    'fiducia init relying-party --public-url https://wallet.comune.example --anchor https://anchor.example',
  )
}
