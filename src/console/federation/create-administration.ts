/** Implements the administration of an authority with the client for all roles. */
import { failed } from '../../base/index.ts'
import type { Administer } from '../administration.ts'
import { type Administration, authorityRole } from './administration.ts'

const mayHaveChanged = 'A change may have taken effect nevertheless.'

/**
 * Creates the administration of the Trust Anchor or intermediate at `authority`. `administer` must send the calls of the
 * role `trust-anchor` to it. Shows a failed call as status 503.
 */
export const createAdministration = (administer: Administer, authority: string): Administration => ({
  authority,
  administer: async (call) => {
    const answer = await administer({ role: authorityRole, ...call })
    if (!failed(answer)) return answer
    return { status: 503, body: { error_description: `${authority} gave no usable answer. ${mayHaveChanged}` } }
  },
})
