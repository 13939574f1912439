/** `fiducia console --config FILE`: runs the web console for running services. A sandbox has its own console. */
import type { Command } from 'commander'
import { withExamples } from '../examples.ts'
import type { Terminal } from '../program.ts'

/** Registers `fiducia console`. */
export function register(program: Command, terminal: Terminal): void {
  const command = program
    .command('console')
    .description('run the web console for running services, to which operators log in')
    .option('--config <file>', 'settings file', 'console.json')
    .action(async ({ config }: { readonly config: string }) => {
      const { serveConsole } = await import('../serve-console.ts')
      await serveConsole(terminal, config)
    })
  withExamples(command, 'fiducia console --config console/console.json')
}
