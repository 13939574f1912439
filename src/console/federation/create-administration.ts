/** Implements the administration of an authority with the client for all roles. */
import { failed, type Json } from '../../base/index.ts'
import type { Administer } from '../administration.ts'
import type { Administration } from './administration.ts'

/** Creates the administration of the Trust Anchor or intermediate at `authority`. */
export const createAdministration = (administer: Administer, authority: string): Administration => ({
  authority,
  administer: async (call) => {
    const answer = await administer({ role: 'trust-anchor', ...call })
    if (failed(answer)) return { status: 503, body: { error_description: `${authority} does not answer.` } }
    const { status, body } = answer
    return { status, ...(body !== undefined && { body: body as Json }) }
  },
})
