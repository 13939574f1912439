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
import { type Act, actorFor } from './act.ts'
import type { AdministrationRight } from './administration-rights.ts'
import { requireAdministrationTokens } from './administration-token.ts'
import { judgeOperator, type Operator } from './operator.ts'

/** An administrator, as the configuration names them. */
export interface Administrator {
  /** The name in the audit log. */
  readonly name: string
  /** Bearer token (RFC 6750 §2.1) of at least 128 random bits, 32 to 512 characters. A member refuses to start with any other. */
  readonly token: string
  /** Defaults to all rights. Ignored for the console. */
  readonly may?: readonly AdministrationRight[]
  /** Operators for whom the holder of the token acts. Marks the token as that of the console. */
  readonly operators?: readonly Operator[]
}

/** The reasons why a request carries no administrator's token. */
export type AdministratorFault = 'authorization_missing' | 'authorization_malformed' | 'token_unknown'

/** The administrators of a member, and the member's own failure codes for `AdministratorFault`. */
interface AdministrationOptions<A, C extends string> {
  readonly administrators: readonly Administrator[]
  /** Failure code and place for each fault. */
  readonly codes: Readonly<Record<AdministratorFault, readonly [code: C, at: string]>>
  readonly rules: Rules<C, A>
  /** Answer to a request without the right (GEN-45). */
  readonly forbidden: A
}

/** Headers that identify the sender of a request, and the right that it needs. */
export interface AdministrationSender {
  /** The header `Authorization` as received. */
  readonly authorization: string | undefined
  /** The header `Fiducia-Operator` as received. */
  readonly operator: string | undefined
  readonly right: AdministrationRight
}

/** A decision about the request of a known administrator. */
export interface Administered<A> {
  readonly decision: Decision<A>
  /** Returns the entry for the audit log. */
  act(reason?: string): Act
}

/**
 * Runs `run` in a decision once token, operator and right are verified. Throws a `Refusal` for any other request.
 */
export type Administer<A> = <R>(
  surface: string,
  sender: AdministrationSender,
  run: (administered: Administered<A>) => Promise<R>,
) => Promise<R>

/** Returns the administrator whose token the header carries. Compares with every token, in constant time. */
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

/** Returns the function that runs administrators' work. Throws a TypeError for a token that can be guessed. */
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
      const operator = judgeOperator(decision, options.forbidden, { may, operators, name, right })
      const at = ctx.clock.now()
      const actor = operator === undefined ? administrator.name : actorFor(administrator.name, operator)
      return run({ decision, act: (reason) => ({ at, actor, ...(reason !== undefined && { reason }) }) })
    })
}
