/**
 * A wallet that ignores status lists presents the revoked PID again. The Relying Party checks the status and must
 * refuse.
 */
import { Refusal } from '../../base/index.ts'
import { statusTtlSeconds } from '../organizations.ts'
import { present } from './present-pid.ts'
import { type Step, Unexpected } from './step.ts'

export const presentRevokedPid: Step = {
  title: 'Presentation of the revoked PID: the relying party must refuse',
  run: async (ctx) => {
    ctx.person.ignoreStatusLists()
    ctx.narrator.say(
      `the status list is valid for ${statusTtlSeconds} seconds: waiting until the relying party fetches it again`,
    )
    await ctx.pause(statusTtlSeconds + 1)
    const refusal = await refusalOf(present(ctx, { variant: 'dcql', method: 'post' }))
    if (refusal === undefined) throw new Unexpected('The relying party accepted a revoked PID.')
    // The text ends with the Relying Party's description of its refusal, which has the code and the place in brackets.
    if (refusal.code !== 'response_refused' || !refusal.answer.text.includes('(revoked at ')) throw refusal
    ctx.narrator.passed(`correctly refused: ${refusal.answer.text}`)
  },
}

async function refusalOf(running: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await running
    return undefined
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
}
