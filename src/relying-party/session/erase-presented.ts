/**
 * Deletes the claims that a person presented, at the person's request: in the store at once, at the applications by one
 * task for each (RP-140). A task contains the person's identifier until the application has confirmed, at most 30 days.
 * The audit records the deletion without the person.
 */
import { type Decision, type JsonObject, type NumericDate, randomToken } from '../../base/index.ts'
import { signJwt } from '../../jose/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import { resultFromJson } from '../application/presentation-result.ts'
import { findApplication, visitErasing } from '../application/registered-applications.ts'
import type { RelyingPartyServices } from '../context.ts'
import type { Erasures, ErasureTask } from '../stores.ts'
import type { PresentationSession } from './presentation-session.ts'

/** Result of an erasure for the browser. */
export interface Erased {
  /** Random identifier of the request. No personal data. */
  readonly receipt: string
  readonly callbackUrl?: string
}

/**
 * Creates a task for each application with an `erasureUrl`, and deletes all sessions whose result contains the person's
 * identifier. Throws a `Refusal` for a presentation without an identifier of the person.
 */
export async function erasePresented(
  ctx: RelyingPartyServices,
  erasures: Erasures,
  decision: Decision<RpAnswer>,
  { erasure, result }: PresentationSession,
): Promise<Erased> {
  const now = ctx.clock.now()
  const { pidIdentifiers } = relyingPartyWire[ctx.config.profile]
  const claims = resultFromJson(result ?? { credentials: [] }).credentials.flatMap((one) => Object.entries(one.claims))
  const identifying = claims.find(([name, value]) => pidIdentifiers.includes(name) && typeof value === 'string')
  const [name, value] = decision.found('RP-140', RP.erasureUnidentified, identifying, 'person_unidentified')
  const receipt = randomToken(ctx.random)
  const holder = JSON.stringify({ [name]: value })
  await visitErasing(ctx, async ({ id: application }) => {
    await erasures.add({ id: randomToken(ctx.random), receipt, application, holder }, now)
  })
  const audit = { at: now, application: '', presentation: receipt, event: 'erased', outcome: 'person_request' } as const
  await erasures.eraseHeld({ text: JSON.stringify(value), audit }) // this session too
  return { receipt, ...erasure }
}

/** Maximum number of tasks in one round. */
const roundSize = 20
/** Seconds until a failed task is retried. Doubles with each attempt up to the second number. */
const [firstPause, longestPause] = [60, 6 * 3600]
/** Seconds for which a task is retried and its receipt is kept. */
const keptSeconds = 30 * 86_400

/**
 * Sends at most 20 due tasks to their applications, and schedules a retry of those that fail. Deletes tasks and
 * receipts after 30 days. The caller must call it every minute.
 */
export async function sendErasures(ctx: RelyingPartyServices, erasures: Erasures): Promise<void> {
  const now = ctx.clock.now()
  for (const task of await erasures.due(now, roundSize)) {
    const done = await send(ctx, task, now)
    if (done) await erasures.settle(task.id, now)
    else await erasures.postpone(task.id, now + Math.min(longestPause, firstPause * 2 ** Math.min(task.attempts, 10)))
  }
  await erasures.prune(now - keptSeconds)
}

/** Returns true if the application has answered 2xx, no longer exists or has no `erasureUrl` any more. */
async function send(ctx: RelyingPartyServices, task: ErasureTask, now: NumericDate): Promise<boolean> {
  const { config, requestSigner } = ctx
  const { erasureUrl } = (await findApplication(ctx, task.application)) ?? {}
  if (erasureUrl === undefined) return true
  const claims = { iss: config.entityId, aud: erasureUrl, iat: now, exp: now + 600, jti: task.receipt }
  const holder = JSON.parse(task.holder) as JsonObject
  const header = { typ: 'erasure-request+jwt', kid: requestSigner.kid }
  try {
    const body = await signJwt(requestSigner, header, { ...claims, holder })
    const headers = { 'content-type': 'application/jwt' }
    const response = await ctx.fetch(new Request(erasureUrl, { method: 'POST', headers, body, redirect: 'manual' }))
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
