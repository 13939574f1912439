/** Lists the foreign parties that are registered at the Trust Anchor, and whether the sandbox trusts them. */
import { failed, isJsonObject } from '../../base/index.ts'
import type { TrustExplanation } from '../../federation/index.ts'
import { adminPaths } from '../../trust-anchor/paths.ts'
import type { ConnectParts, FailedStep } from './connect-parts.ts'

/** A foreign subordinate of the Trust Anchor. */
export interface ConnectedParty {
  readonly entityId: string
  /** State of the entry: `active` or `suspended`. */
  readonly status: string
  readonly entityTypes: readonly string[]
  readonly trust: 'trusted' | 'untrusted'
  /** Failed steps, each with its remedy. If no step failed, only the verdict. Empty for a trusted party. */
  readonly reasons: readonly (FailedStep & { readonly advice: string })[]
  /** Seconds since 1970 at which the chain expires. */
  readonly expiresAt?: number
}

/** Maximum number of listed parties. The list is limited because each party needs an evaluation of its trust chain. */
export const maximumParties = 20

/** Returns at most 20 foreign parties, or `undefined` if the Trust Anchor does not answer with a list. */
export async function listConnected(parts: ConnectParts): Promise<readonly ConnectedParty[] | undefined> {
  const answer = await parts.administer({ role: 'trust-anchor', method: 'GET', path: adminPaths.subordinates })
  if (failed(answer) || !Array.isArray(answer.body)) return undefined
  const sandboxUrls = new Set([...parts.roles, ...parts.logins].map(({ url }) => url))
  const foreign = answer.body.filter(isJsonObject).filter(({ entity_id }) => !sandboxUrls.has(String(entity_id)))
  return Promise.all(
    foreign.slice(0, maximumParties).map(async ({ entity_id, status, entity_types }) => {
      const entityId = String(entity_id)
      const types = Array.isArray(entity_types) ? entity_types.map(String) : []
      return { entityId, status: String(status), entityTypes: types, ...trustOf(parts, await parts.explain(entityId)) }
    }),
  )
}

/** Code of the refusal of an entity in a role whose keys its metadata name only by a URL (D-1112). */
const keySetCode = 'key_set_by_reference'

function trustOf(
  { advise }: ConnectParts,
  { verdict, paths, keySetUrls, expiresAt }: TrustExplanation,
): Pick<ConnectedParty, 'trust' | 'reasons' | 'expiresAt'> {
  const until = expiresAt !== undefined && { expiresAt }
  const byUrl = keySetUrls.map(({ entityType, member }) => ({
    code: keySetCode,
    at: `metadata.${entityType}.${member}`,
  }))
  if (verdict === 'trusted' && byUrl.length === 0) return { trust: 'trusted', reasons: [], ...until }
  const failures = paths.flatMap(({ steps }) => steps.filter(({ result }) => result === 'fails'))
  const faults = verdict === 'trusted' ? byUrl : failures
  const reasons = faults.map(({ code = verdict, at = '' }) => ({ code, at, advice: advise({ code, at }) }))
  return { trust: 'untrusted', reasons: reasons.length > 0 ? reasons : [{ code: verdict, at: '', advice: '' }] }
}
