/**
 * Deletes the claims that a person presented, at the person's request. Deletes them in the store at once, and stores a
 * task for each application with an `erasureUrl`, to request the deletion by the application (RP-140). A task contains
 * the person's identifier until the application has confirmed, at most 30 days. The audit records the deletion without
 * the person.
 */
import { type Decision, daySeconds, type JsonObject, type NumericDate, randomToken } from '../../base/index.ts'
import { signJwt } from '../../jose/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import { resultFromJson } from '../application/presentation-result.ts'
import { findApplication, visitApplicationsWithErasureUrl } from '../application/registered-applications.ts'
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
 * Deletes this session and all sessions whose result contains an identifier of the person, and stores a task for each
 * application with an `erasureUrl`. Rejects with a `Refusal` for a presentation without an identifier of the person,
 * and for a session that another request has erased in the meantime.
 */
export async function erasePresented(
  ctx: RelyingPartyServices,
  erasures: Erasures,
  decision: Decision<RpAnswer>,
  { id: session, erasure, result }: PresentationSession,
): Promise<Erased> {
  const now = ctx.clock.now()
  const { pidIdentifiers } = relyingPartyWire[ctx.config.profile]
  const claims = resultFromJson(result ?? { credentials: [] }).credentials.flatMap((one) => Object.entries(one.claims))
  const identifying = claims.filter(([name, value]) => pidIdentifiers.includes(name) && isIdentifier(value))
  decision.that('RP-140', RP.erasureUnidentified, identifying.length > 0, 'person_unidentified')
  const receipt = randomToken(ctx.random)
  const holder = JSON.stringify(Object.fromEntries(identifying))
  const tasks: Omit<ErasureTask, 'attempts'>[] = []
  await visitApplicationsWithErasureUrl(ctx, async ({ id: application }) => {
    tasks.push({ id: randomToken(ctx.random), receipt, application, holder })
  })
  const audit = { at: now, application: '', presentation: receipt, event: 'erased', outcome: 'person_request' } as const
  const texts = identifying.map(([, value]) => JSON.stringify(value))
  const outcome = await erasures.erase({ session, texts, tasks, audit })
  decision.that('RP-17', RP.pageRefused, outcome === 'erased', 'response_code_unknown')
  return { receipt, ...erasure }
}

/**
 * Returns true for a text of at least six characters with a digit. A shorter text, or a word, could equal a claim of
 * other people, and their results would be deleted (D-1042).
 */
const isIdentifier = (value: unknown): boolean => typeof value === 'string' && value.length >= 6 && /\d/.test(value)

/** Number of requests that are sent at the same time. */
const batchSize = 20
/** Seconds after which `sendErasures` begins no further batch. The next deletion of old sessions waits for its end. */
const callSeconds = 30
/** Seconds until a failed task is retried. `firstPause` doubles with each attempt, up to `longestPause`. */
const [firstPause, longestPause] = [60, 6 * 3600]
/** Seconds for which a task is retried and its receipt is kept (RP-209). The text of the report says 30 days. */
const keptSeconds = 30 * daySeconds

/**
 * Deletes tasks and receipts after 30 days, and reports the tasks that no application has confirmed. Then sends the due
 * tasks to their applications, in batches. Begins no batch after half a minute. Schedules a retry of each task that
 * fails. Replicas that call this function at the same time may send a task twice, with the same `jti`. The caller must
 * call it every minute. Rejects if the requests cannot be signed. The tasks then stay due. Begins no further step after
 * `end` aborts.
 */
export async function sendErasures(ctx: RelyingPartyServices, erasures: Erasures, end?: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  await endUnconfirmed(ctx, erasures, now, end)
  await erasures.prune(now - keptSeconds, end)
  let sent = batchSize
  while (sent === batchSize && ctx.clock.now() - now < callSeconds && !end?.aborted) {
    const batch = await erasures.due(now, batchSize)
    await Promise.all(batch.map((task) => processTask(ctx, erasures, task, now)))
    sent = batch.length
  }
}

/** Ends the tasks that no application has confirmed in time, and reports each with its receipt (RP-209). */
async function endUnconfirmed(
  { onTrouble }: Pick<RelyingPartyServices, 'onTrouble'>,
  erasures: Erasures,
  now: NumericDate,
  end: AbortSignal | undefined,
): Promise<void> {
  let count = batchSize
  while (count === batchSize && !end?.aborted) {
    const ended = await erasures.endUnconfirmed({ before: now - keptSeconds, now, limit: batchSize })
    for (const { application, receipt } of ended)
      onTrouble?.(
        `the application ${application} has not confirmed the erasure request with the receipt ${receipt} in 30 days: the request has ended`,
      )
    count = ended.length
  }
}

async function processTask(
  ctx: RelyingPartyServices,
  erasures: Erasures,
  task: ErasureTask,
  now: NumericDate,
): Promise<void> {
  const isDone = await requestErasure(ctx, task, now)
  if (isDone) return erasures.settle(task.id, now)
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(task.attempts, 10))
  await erasures.postpone(task.id, now + pause)
}

/**
 * Returns true if the application has answered 2xx, no longer exists or has no `erasureUrl` any more. Rejects if the
 * request cannot be signed, which is not a fault of the application.
 */
async function requestErasure(ctx: RelyingPartyServices, task: ErasureTask, now: NumericDate): Promise<boolean> {
  const { config, requestSigner } = ctx
  const { erasureUrl } = (await findApplication(ctx, task.application)) ?? {}
  if (erasureUrl === undefined) return true
  const claims = { iss: config.entityId, aud: erasureUrl, iat: now, exp: now + 600, jti: task.receipt }
  const holder = JSON.parse(task.holder) as JsonObject
  const header = { typ: 'erasure-request+jwt', kid: requestSigner.kid }
  const body = await signJwt(requestSigner, header, { ...claims, holder })
  try {
    const headers = { 'content-type': 'application/jwt' }
    const response = await ctx.fetch(new Request(erasureUrl, { method: 'POST', headers, body, redirect: 'manual' }))
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
