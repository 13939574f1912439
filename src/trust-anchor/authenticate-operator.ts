/**
 * Who administers: whoever has the token. Compared by digests, in constant time; the surface is guarded against browsers
 * by `refuseForeign` besides.
 */
import type { Decision } from '../base/index.ts'
import type { AnswerWithHeaders, EndpointRequest } from '../http/index.ts'
import { TA } from './answers.ts'
import type { TrustAnchorServices } from './context.ts'
import type { Act } from './stores.ts'

/** A decision whose operator is known. */
export interface OperatorDecision {
  readonly decision: Decision<AnswerWithHeaders>
  /** For the log. */
  readonly act: (reason: string | undefined) => Act
}

/** Runs the operator's work in a decision, after the token has been judged. */
export function asOperator<T>(
  ctx: Pick<TrustAnchorServices, 'decide' | 'clock' | 'crypto' | 'adminToken'>,
  surface: string,
  request: EndpointRequest,
  run: (operator: OperatorDecision) => Promise<T>,
): Promise<T> {
  return ctx.decide(surface, async (decision) => {
    const [scheme = '', ...rest] = (request.header('authorization') ?? '').split(' ')
    const given = scheme.toLowerCase() === 'bearer' ? rest.join(' ').trim() : ''
    decision.that('FED-34', TA.unauthenticated, given !== '', 'token_missing', 'authorization')
    const digest = (text: string): Uint8Array => ctx.crypto.digest('sha-256', text)
    const right = ctx.crypto.equal(digest(given), digest(ctx.adminToken ?? ''))
    decision.that('FED-34', TA.unauthenticated, ctx.adminToken !== undefined && right, 'token_wrong', 'authorization')
    const [at, actor] = [ctx.clock.now(), 'operator']
    decision.note('actor', actor)
    return run({ decision, act: (reason) => ({ at, actor, ...(reason !== undefined && { reason }) }) })
  })
}
