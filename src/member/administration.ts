/**
 * The administration of a member: each request carries an administrator's bearer token (RFC 6750 §2.1), and each act is
 * noted with the administrator's name. `withAdministration` guards the endpoints against pages of other origins besides.
 */
import {
  type Answer,
  type Clock,
  type CryptoContext,
  type Decide,
  type Decision,
  equalTexts,
  type Failure,
  fail,
  type Rules,
} from '../base/index.ts'
import { parseBearerAuthorization } from '../oauth/index.ts'
import type { Act } from './act.ts'
import { requireAdministrationTokens } from './administration-token.ts'

/** An administrator, as the configuration names them. */
export interface Administrator {
  /** The name in the audit log. */
  readonly name: string
  /** Bearer token (RFC 6750 §2.1) of at least 128 random bits, 32 to 512 characters. A member refuses to start with any other. */
  readonly token: string
}

/** The reasons why a request carries no administrator's token. */
export type AdministratorFault = 'authorization_missing' | 'authorization_malformed' | 'token_unknown'

/** The administrators of a member, and the member's own failure codes for `AdministratorFault`. */
interface AdministrationOptions<A, C extends string, T extends Administrator> {
  readonly administrators: readonly T[]
  /** Failure code and place for each fault. */
  readonly codes: Readonly<Record<AdministratorFault, readonly [code: C, at: string]>>
  readonly rules: Rules<C, A>
}

/** A decision about the request of a known administrator. */
export interface Administered<A, T extends Administrator = Administrator> {
  readonly decision: Decision<A>
  readonly administrator: T
  /** Returns the entry for the audit log. */
  act(reason?: string): Act
}

/** Runs `run` in a decision once the token is verified. Throws a `Refusal` for any other token. */
export type Administer<A, T extends Administrator = Administrator> = <R>(
  surface: string,
  /** The header `Authorization` as received. */
  authorization: string | undefined,
  run: (administered: Administered<A, T>) => Promise<R>,
) => Promise<R>

/** Returns the administrator whose token the header carries. Compares with every token, in constant time. */
function verifyAdministrator<A, C extends string, T extends Administrator>(
  ctx: CryptoContext,
  { administrators, codes }: AdministrationOptions<A, C, T>,
  authorization: string | undefined,
): T | Failure<C> {
  if (authorization === undefined) return fail(...codes.authorization_missing)
  const token = parseBearerAuthorization(authorization)
  if (token === undefined) return fail(...codes.authorization_malformed)
  const [administrator] = administrators.filter((one) => equalTexts(ctx, one.token, token))
  if (administrator === undefined) return fail(...codes.token_unknown)
  return administrator
}

/** Returns the function that runs administrators' work. Throws a TypeError for a token that can be guessed. */
export function createAdminister<A extends Answer, C extends string, T extends Administrator>(
  ctx: CryptoContext & { readonly clock: Clock; readonly decide: Decide<A> },
  options: AdministrationOptions<A, C, T>,
): Administer<A, T> {
  requireAdministrationTokens(options.administrators)
  return (surface, authorization, run) =>
    ctx.decide(surface, async (decision) => {
      const verify = (): T | Failure<C> => verifyAdministrator(ctx, options, authorization)
      const administrator = decision.checkNow<T, C>(options.rules, verify)
      const [at, actor] = [ctx.clock.now(), administrator.name]
      decision.note('actor', actor)
      return run({
        decision,
        administrator,
        act: (reason) => ({ at, actor, ...(reason !== undefined && { reason }) }),
      })
    })
}
