/**
 * The files of the commands, in the order of the help, and the words that call them: a command loads its own, since what
 * one of them does not need is most of the package.
 */
import type { Register } from './program.ts'

export interface CommandFile {
  readonly names: readonly string[]
  readonly load: () => Promise<{ readonly register: Register }>
}

const sandbox: CommandFile = { names: ['sandbox'], load: () => import('./commands/sandbox.ts') }

export const commandFiles: readonly CommandFile[] = [
  sandbox,
  { names: ['api-key'], load: () => import('./commands/api-key.ts') },
  { names: ['credentials'], load: () => import('./commands/credentials.ts') },
  { names: ['explain'], load: () => import('./commands/explain.ts') },
  { names: ['federation'], load: () => import('./commands/federation.ts') },
  { names: ['instances'], load: () => import('./commands/instances.ts') },
  { names: ['keys'], load: () => import('./commands/keys.ts') },
  { names: ['serve', 'init'], load: () => import('./commands/serve.ts') },
  { names: ['trust'], load: () => import('./commands/trust.ts') },
  { names: ['wallet'], load: () => import('./commands/wallet.ts') },
  { names: ['db'], load: () => import('./commands/db.ts') },
]

/** Those that these words need: all of them for the help, and to say what there is beside a misspelt one. */
export function filesFor(words: readonly string[]): readonly CommandFile[] {
  const [first = '--'] = words
  const named = commandFiles.filter(({ names }) => names.includes(first))
  if (named.length > 0) return named
  if (first === '--version') return []
  const asksForHelp = words.some((word) => word === '--help' || word === '-h')
  return first.startsWith('-') && !asksForHelp ? [sandbox] : commandFiles
}
