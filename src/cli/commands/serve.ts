/** `fiducia serve <role>` and `fiducia init <role>`: runs one role from its settings until a signal stops it. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { roleNames, type ServedRole } from '../../serve/role-names.ts'
import type { InitFlags } from '../begin-service.ts'
import type { Terminal } from '../program.ts'
import type { ServeFlags } from '../serve-role.ts'

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
    .option('--new-store', 'take an empty store for keys that were used with another one; works once')
    .option('--variables', 'list the environment variables of the role, and serve nothing')
    .action(async (role: ServedRole, flags: ServeFlags) => {
      const { serveRole } = await import('../serve-role.ts')
      await serveRole(terminal, role, flags)
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
    .action(async (role: ServedRole, flags: InitFlags) => {
      const { beginService } = await import('../begin-service.ts')
      await beginService(terminal, role, flags)
    })
}
