/**
 * The administration of a member: each request carries an administrator's bearer token (RFC 6750 §2.1), and each act is
 * logged with the administrator's name. Protection from web pages of other origins is in `withAdministration`.
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
import { type Act, actorFor } from './act.ts'
import type { AdministrationRight } from './administration-rights.ts'
import { requireAdministrationTokens } from './administration-token.ts'
import { type Operator, requireOperatorRight } from './operator.ts'

/** An administrator in the configuration. */
export interface Administrator {
  /** The name in the audit log. */
  readonly name: string
  /**
   * Bearer token (RFC 6750 §2.1) of at least 128 random bits. A member refuses to start with less than 32 or more than
   * 512 characters.
   */
  readonly token: string
  /** Rights. Defaults to all. Ignored if `operators` is present. */
  readonly may?: readonly AdministrationRight[]
  /**
   * Operators for whom the holder of the token acts, with their rights. Present only for the console's token. A request
   * with that token and without an operator may only observe.
   */
  readonly operators?: readonly Operator[]
}

/** Reasons to refuse the token of a request. */
export type AdministratorFault = 'authorization_missing' | 'authorization_malformed' | 'token_unknown'

/** The administrators of a member, and the member's own failure codes for `AdministratorFault`. */
interface AdministrationOptions<A, C extends string> {
  readonly administrators: readonly Administrator[]
  /** Failure code and place for each fault. */
  readonly codes: Readonly<Record<AdministratorFault, readonly [code: C, at: string]>>
  readonly rules: Rules<C, A>
  /** Answer to a request whose sender lacks the right (GEN-45). */
  readonly forbidden: A
}

/** Headers that identify the sender of a request, and the right that the request needs. */
export interface AdministrationRequest {
  /** The header `Authorization` as received. */
  readonly authorization: string | undefined
  /** The header `Fiducia-Operator` as received. */
  readonly operator: string | undefined
  readonly right: AdministrationRight
}

/** The decision about a request of a verified administrator. */
export interface Administered<A> {
  readonly decision: Decision<A>
  /** Returns the act for the audit log, with the time at which the administrator was verified. */
  act(reason?: string): Act
}

/**
 * Verifies token, operator and right in a decision, then calls `run`. Rejects with a `Refusal` if the token is missing,
 * malformed or unknown, if the operator is unknown, or if the right is missing. Also rejects if the request names an
 * operator and the token is not the console's.
 */
export type Administer<A> = <R>(
  surface: string,
  request: AdministrationRequest,
  run: (administered: Administered<A>) => Promise<R>,
) => Promise<R>

/**
 * Returns the administrator whose token the header contains. Compares the sent token with every configured one in
 * constant time.
 */
function verifyAdministrator<A, C extends string>(
  ctx: CryptoContext,
  { administrators, codes }: AdministrationOptions<A, C>,
  authorization: string | undefined,
): Administrator | Failure<C> {
  if (authorization === undefined) return fail(...codes.authorization_missing)
  const token = parseBearerAuthorization(authorization)
  if (token === undefined) return fail(...codes.authorization_malformed)
  const [administrator] = administrators.filter((one) => equalTexts(ctx, one.token, token))
  if (administrator === undefined) return fail(...codes.token_unknown)
  return administrator
}

/** Creates the `Administer` function. Throws a TypeError for a token that is too short, too long or malformed. */
export function createAdminister<A extends Answer, C extends string>(
  ctx: CryptoContext & { readonly clock: Clock; readonly decide: Decide<A> },
  options: AdministrationOptions<A, C>,
): Administer<A> {
  requireAdministrationTokens(options.administrators)
  return (surface, { authorization, operator: name, right }, run) =>
    ctx.decide(surface, async (decision) => {
      const verify = (): Administrator | Failure<C> => verifyAdministrator(ctx, options, authorization)
      const administrator = decision.checkNow<Administrator, C>(options.rules, verify)
      decision.note('actor', administrator.name)
      const { may, operators } = administrator
      const operator = requireOperatorRight(decision, options.forbidden, { may, operators, name, right })
      const at = ctx.clock.now()
      const actor = operator === undefined ? administrator.name : actorFor(administrator.name, operator)
      return run({ decision, act: (reason) => ({ at, actor, ...(reason !== undefined && { reason }) }) })
    })
}
