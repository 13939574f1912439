/**
 * Finds the running service that a command addresses: the service at `--url`, otherwise a role of the local sandbox.
 */
import type { Command } from 'commander'
import { entityIdFault, type Fetch, isLoopbackHost, printable } from '../base/index.ts'
import type { GuardedFetch } from '../node/index.ts'
import { UserError } from './user-error.ts'
import { variableText } from './variable-text.ts'

export interface ServiceFlags {
  readonly url?: string
  readonly data?: string
  readonly token?: string
}

/** The addressed service, and HTTP clients for the service and its federation. */
export interface AddressedService {
  readonly entityId: string
  readonly token: string | undefined
  /** True if the clients may send requests to this machine, also over plain http. */
  readonly loopbackHttp: boolean
  readonly fetch: Fetch & Pick<GuardedFetch, 'close'>
  /** HTTP client with a longer timeout. The administration may send requests to other entities before it responds. */
  readonly administrationFetch: Fetch & Pick<GuardedFetch, 'close'>
  /** Time at which the command began, in seconds since 1970. */
  readonly now: number
}

/**
 * Maximum time for a response of the administration, in milliseconds. A registration may wait for one request to the
 * entity (5 s by default), and then for the service's own trust chain (20 s). `console-federation.ts` has the same
 * value.
 */
export const administrationMilliseconds = 30_000

/** Names of roles with an administration, by their member names in the sandbox's state file. */
export const roleNames = {
  trust_anchor: 'Trust Anchor',
  wallet_provider: 'Wallet Provider',
  pid_provider: 'PID Provider',
  relying_party: 'Relying Party',
} as const

export type AdministeredRole = keyof typeof roleNames

/**
 * Adds the options for the service and for the token of its administration. `name` is the name of the service in the
 * help. The token may also come from the environment, so that no process list shows it.
 */
export const withServiceOptions = (command: Command, name = 'the Trust Anchor or intermediate'): Command =>
  command
    .option('--url <entity>', `${name}; default: that of the running sandbox`)
    .option('--data <directory>', "the running sandbox's directory")
    .option(
      '--token <token>',
      'token of the administration; default: FIDUCIA_ADMIN_TOKEN, or that of the running sandbox',
    )

/** Throws a UserError for a text that is not an entity identifier. Accepts every http URL. */
export function requireEntityId(text: string): void {
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    throw new UserError(
      `${printable(text)} is not an entity identifier such as https://member.example, without query and fragment.`,
    )
  // The service that receives the identifier decides whether plain http is allowed.
  const fault = /^http:/i.test(text) ? undefined : entityIdFault(text, { loopbackHttp: false })
  if (fault !== undefined) throw new UserError(`${printable(text)} is ${fault}.`)
}

/**
 * Finds the service of the role, runs `work` with HTTP clients for it, and closes the clients. Rejects with a UserError
 * if `--url` is not an entity identifier, if there is no `--url` and no sandbox with this role, or if the token is not
 * a bearer token. Imports the clients lazily, because help does not need them.
 */
export async function withAddressedService<T>(
  flags: ServiceFlags,
  work: (service: AddressedService) => Promise<T>,
  role: AdministeredRole = 'trust_anchor',
): Promise<T> {
  const { createGuardedFetch, createSystemClock, retryOverloaded } = await import('../node/index.ts')
  const { isBearerToken } = await import('../oauth/index.ts')
  const { readStateFile } = await import('../sandbox/state-file.ts')
  const state = flags.url === undefined || flags.data !== undefined ? readStateFile(flags.data) : undefined
  const entityId = flags.url ?? state?.[role]
  if (entityId === undefined)
    throw new UserError(
      `No sandbox with a ${roleNames[role]} is running here: start it with "npx fiducia", or use --url.`,
    )
  requireEntityId(entityId)
  const token = flags.token?.trim() ?? variableText(process.env.FIDUCIA_ADMIN_TOKEN) ?? state?.admin_token
  if (token !== undefined && !isBearerToken(token))
    throw new UserError(
      'The token of --token or FIDUCIA_ADMIN_TOKEN cannot be sent as a bearer token (RFC 6750 §2.1): copy it again, without quotation marks, spaces and "Bearer".',
    )
  const { protocol, hostname } = new URL(entityId)
  const loopbackHttp = protocol === 'http:' || isLoopbackHost(hostname) || state !== undefined
  const options = {
    loopbackHttp,
    ...(state && { trustedHosts: [hostname] }),
    ...(state?.certificate_authority !== undefined && { certificateAuthorities: [state.certificate_authority] }),
  }
  const fetch = retryOverloaded(createGuardedFetch(options))
  const administrationFetch = retryOverloaded(
    createGuardedFetch({ ...options, timeoutMilliseconds: administrationMilliseconds }),
  )
  try {
    return await work({ entityId, token, loopbackHttp, fetch, administrationFetch, now: createSystemClock().now() })
  } finally {
    await Promise.all([fetch.close(), administrationFetch.close()])
  }
}
