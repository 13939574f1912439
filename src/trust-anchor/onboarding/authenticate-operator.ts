/**
 * Who administers: whoever has the token. Compared by digests, in constant time; the surface is guarded against browsers
 * by its own host (`withAdministration`) besides.
 */
import { type Decision, equalTexts } from '../../base/index.ts'
import type { AnswerWithHeaders, EndpointRequest } from '../../http/index.ts'
import { parseBearerAuthorization } from '../../oauth/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { Act } from '../stores.ts'

/** A decision whose operator is known. */
export interface OperatorDecision {
  readonly decision: Decision<AnswerWithHeaders>
  /** For the log. */
  readonly act: (reason: string | undefined) => Act
}

/** Runs the operator's work in a decision, after the token has been judged. */
export function asOperator<T>(
  ctx: Pick<TrustAnchorServices, 'decide' | 'clock' | 'crypto' | 'adminToken' | 'adminName'>,
  surface: string,
  request: EndpointRequest,
  run: (operator: OperatorDecision) => Promise<T>,
): Promise<T> {
  return ctx.decide(surface, async (decision) => {
    const sent = parseBearerAuthorization(request.header('authorization'))
    const token = decision.found('FED-34', TA.unauthenticated, sent, 'token_missing')
    const right = ctx.adminToken !== undefined && equalTexts(ctx, token, ctx.adminToken)
    decision.that('FED-34', TA.unauthenticated, right, 'token_wrong', 'authorization')
    const [at, actor] = [ctx.clock.now(), ctx.adminName ?? 'operator']
    decision.note('actor', actor)
    return run({ decision, act: (reason) => ({ at, actor, ...(reason !== undefined && { reason }) }) })
  })
}
