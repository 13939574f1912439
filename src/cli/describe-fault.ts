/** Describes the error that ended a command. Loaded on demand, because it imports the errors of all folders. */
import { Unavailable } from '../base/index.ts'
import { AddressUnavailable, ConfigError, Pkcs11Fault, PortUnavailable, PrivateFileError } from '../node/index.ts'
import { SandboxFault } from '../sandbox/sandbox-fault.ts'
import { DatabaseFault } from '../stores/migrations.ts'
import { UserError } from './user-error.ts'

const faultsWithUserMessage = [
  UserError,
  SandboxFault,
  ConfigError,
  PortUnavailable,
  AddressUnavailable,
  PrivateFileError,
  DatabaseFault,
  Pkcs11Fault,
  Unavailable,
]

interface FaultDescription {
  readonly text: string
  /** Exit code of the program: 2 for a `ConfigError`, otherwise 1. */
  readonly code: number
}

/**
 * Describes an error for the user. For an unexpected error, the text contains the first line of the error's message, or
 * is the error's stack if FIDUCIA_DEBUG is set.
 */
export function describeFault(thrown: unknown): FaultDescription {
  if (thrown instanceof ConfigError)
    return { text: [thrown.heading, ...thrown.faults.map((fault) => `  ${fault}`)].join('\n'), code: 2 }
  if (faultsWithUserMessage.some((kind) => thrown instanceof kind)) return { text: (thrown as Error).message, code: 1 }
  if (process.env.FIDUCIA_DEBUG && thrown instanceof Error) return { text: thrown.stack ?? thrown.message, code: 1 }
  const message = thrown instanceof Error ? thrown.message.split('\n', 1)[0] : String(thrown)
  return { text: `fiducia failed: ${message} (set FIDUCIA_DEBUG=1 to see the stack).`, code: 1 }
}
