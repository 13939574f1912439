/**
 * Records the first protocol keys (`jwks` in the metadata of an entity type) of members whose entry in the
 * configuration file has none (FED-108). The keys come from the member's Entity Configuration. A recorded federation
 * key must have signed it. Recorded protocol keys change only by an announcement or by the operator.
 */
import { Refusal } from '../../base/index.ts'
import { trustAnchorWire } from '../../profiles/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { Subordinate } from '../stores.ts'
import { fetchCandidate } from './check-candidate.ts'
import { keysOfConfiguration, namesRecordedKey } from './configuration-keys.ts'

/** Actor of this change in the log. */
const pinningActor = 'first configuration'

/** Number of members that one step takes. */
const membersAtOnce = 10
/** Seconds until the next attempt at a member that does not answer or is refused. */
const retrySeconds = 60

/**
 * Pins the protocol keys of every active leaf that has none. Skips a member that does not answer or is refused: the
 * next attempt is a minute later. Reads only members without keys, in steps, and no member that another replica has
 * taken. Does nothing in a profile that does not pin protocol keys. Fetches from no further member after `end` aborts.
 */
export async function pinMembers(ctx: TrustAnchorServices, end?: AbortSignal): Promise<void> {
  if (!trustAnchorWire[ctx.config.profile].pinsProtocolKeys) return
  const begunAt = ctx.clock.now()
  for (let takenCount = membersAtOnce; takenCount === membersAtOnce && !end?.aborted; ) {
    const nextDue = Math.max(begunAt, ctx.clock.now()) + retrySeconds
    const entityIds = await ctx.subordinates.takeUnpinned({ now: begunAt, nextDue, limit: membersAtOnce })
    for (const entityId of entityIds) {
      if (end?.aborted) return
      const member = await ctx.subordinates.find(entityId)
      if (member && isUnpinned(member)) await tryToPin(ctx, member)
    }
    takenCount = entityIds.length
  }
}

/** Returns true unless the record has changed since it was taken. */
const isUnpinned = ({ protocolKeys, intermediate, status }: Subordinate): boolean =>
  protocolKeys === undefined && !intermediate && status === 'active'

async function tryToPin(ctx: TrustAnchorServices, member: Subordinate): Promise<void> {
  try {
    await pinMember(ctx, member)
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown // the decision has recorded a refusal
  }
}

const pinMember = (ctx: TrustAnchorServices, member: Subordinate): Promise<void> =>
  ctx.decide('trust-anchor/first_keys', async (decision) => {
    const now = ctx.clock.now()
    const candidate = await fetchCandidate(ctx, decision, member.entityId, now)
    const isRecorded = namesRecordedKey(member, candidate)
    decision.that('FED-14', TA.candidateRefused, isRecorded, 'subject_key_mismatch', 'configuration.payload.jwks')
    const { protocolKeys } = keysOfConfiguration(ctx, decision, candidate, member)
    const act = { at: now, actor: pinningActor }
    await ctx.subordinates.change(member.entityId, { protocolKeys }, act, member.revision)
  })
