/**
 * The command line: `bin/fiducia.mjs` calls `main` and exits with what it returns.
 */
import { register as registerApiKey } from './commands/api-key.ts'
import { register as registerCredentials } from './commands/credentials.ts'
import { register as registerDb } from './commands/db.ts'
import { register as registerExplain } from './commands/explain.ts'
import { register as registerFederation } from './commands/federation.ts'
import { register as registerInstances } from './commands/instances.ts'
import { register as registerKeys } from './commands/keys.ts'
import { register as registerSandbox } from './commands/sandbox.ts'
import { register as registerServe } from './commands/serve.ts'
import { register as registerTrust } from './commands/trust.ts'
import { register as registerWallet } from './commands/wallet.ts'
import { type Register, runProgram } from './program.ts'
import { logTo, writerTo } from './standard-stream.ts'

const registrations: readonly Register[] = [
  registerSandbox,
  registerApiKey,
  registerCredentials,
  registerExplain,
  registerFederation,
  registerInstances,
  registerKeys,
  registerServe,
  registerTrust,
  registerWallet,
  registerDb,
]

export async function main(words: readonly string[]): Promise<number> {
  const log = logTo(process.stdout)
  const code = await runProgram(registrations, words, {
    out: writerTo(process.stdout),
    err: writerTo(process.stderr),
    log: log.write,
    isTerminal: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  })
  log.end(() => process.exit(code))
  return code
}
