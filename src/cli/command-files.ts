/**
 * The files of the commands, with descriptions, in the order of the help. Each command is imported lazily, because it
 * needs only a part of the package. Top-level help imports none.
 */
import type { Register } from './program.ts'

interface CommandFile {
  /** Descriptions of the commands, by usage (name and arguments). */
  readonly outlines: Readonly<Record<string, string>>
  readonly load: () => Promise<{ readonly register: Register }>
}

const sandbox: CommandFile = {
  outlines: { 'sandbox [options]': 'run the whole ecosystem on this machine (the default)' },
  load: () => import('./commands/sandbox.ts'),
}

export const commandFiles: readonly CommandFile[] = [
  sandbox,
  {
    outlines: {
      'api-key [options]':
        'create an API key for an application of the Relying Party, and its digest for the configuration',
    },
    load: () => import('./commands/api-key.ts'),
  },
  {
    outlines: { applications: 'administer the applications in the store of a Relying Party' },
    load: () => import('./commands/applications.ts'),
  },
  {
    outlines: { 'console [options]': 'run the web console for running services, to which operators log in' },
    load: () => import('./commands/console.ts'),
  },
  {
    outlines: { credentials: "administer a PID Provider's register of issued credentials" },
    load: () => import('./commands/credentials.ts'),
  },
  {
    outlines: {
      'decode [options] <anything>':
        'decode, explain and verify a token, credential, key, certificate, query, link or HTTP message',
    },
    load: () => import('./commands/decode.ts'),
  },
  {
    outlines: {
      'explain [options] [trace]': 'explain a decision: the reason, the compared values, what to change, and the rule',
    },
    load: () => import('./commands/explain.ts'),
  },
  {
    outlines: { federation: 'administer a Trust Anchor or intermediate' },
    load: () => import('./commands/federation.ts'),
  },
  {
    outlines: { instances: "administer a Wallet Provider's Wallet Instances" },
    load: () => import('./commands/instances.ts'),
  },
  {
    outlines: { keys: 'manage key files, and the attestation keys of a running Wallet Provider' },
    load: () => import('./commands/keys.ts'),
  },
  {
    outlines: { profile: 'show the wire profiles and what differs between them' },
    load: () => import('./commands/profile.ts'),
  },
  {
    outlines: {
      'serve [options] <role>': 'serve one role from its settings, in this process or in several',
      'init [options] <role>': 'create a service: write its settings, with comments, and its keys',
    },
    load: () => import('./commands/serve.ts'),
  },
  { outlines: { trust: 'explain trust in an entity' }, load: () => import('./commands/trust.ts') },
  { outlines: { 'wallet [options]': 'a command line wallet' }, load: () => import('./commands/wallet.ts') },
  {
    outlines: { db: "migrate, check and partition the roles' databases" },
    load: () => import('./commands/db.ts'),
  },
  {
    outlines: { 'completion <shell>': 'print a script that completes commands and options in a shell' },
    load: async () => ({ register: (await import('./commands/completion.ts')).completionOf(loadAll) }),
  },
]

const loadAll = (): Promise<readonly Register[]> =>
  Promise.all(commandFiles.map(async ({ load }) => (await load()).register))

/** Returns the names of the commands of a file, without their arguments. */
export const namesOf = ({ outlines }: CommandFile): readonly string[] =>
  Object.keys(outlines).map((usage) => usage.replace(/ .*/, ''))

/**
 * Returns the command files that these arguments need. The first matching rule applies:
 *
 * - The first word, or the word after `help`, is the name of a command: the file of this command.
 * - There is no word, or the first word is an option: the sandbox. Not for `--version`, and not if `--help` or `-h`
 *   precedes any `--`.
 * - Any word is the name of a command: all files.
 * - No rule matches: no files.
 */
export function filesFor(words: readonly string[]): readonly CommandFile[] {
  const [firstWord = '--', secondWord = '--'] = words
  const filesOfCommand = filesNamedIn(firstWord === 'help' ? [secondWord] : [firstWord])
  if (filesOfCommand.length > 0) return filesOfCommand
  const end = words.indexOf('--')
  const asksForHelp = words.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h')
  if (firstWord.startsWith('-') && firstWord !== '--version' && !asksForHelp) return [sandbox]
  return filesNamedIn(words).length > 0 ? commandFiles : []
}

const filesNamedIn = (words: readonly string[]): readonly CommandFile[] =>
  commandFiles.filter((file) => namesOf(file).some((name) => words.includes(name)))

/**
 * Returns functions that register the commands for these arguments. If `filesFor` returns no files, the functions
 * register only the name and the description of every command.
 */
export async function registrationsFor(words: readonly string[]): Promise<readonly Register[]> {
  const files = filesFor(words)
  if (files.length === 0) return commandFiles.map(outline)
  const loaded = await Promise.all(files.map(({ load }) => load()))
  return loaded.map(({ register }) => register)
}

const outline =
  ({ outlines }: CommandFile): Register =>
  (program) => {
    for (const [usage, description] of Object.entries(outlines)) program.command(usage).description(description)
  }
