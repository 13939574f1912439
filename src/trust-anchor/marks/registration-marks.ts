/**
 * Trust marks of registration: a member has one for each of its entity types (IT-Wallet 1.4.6 trust-infrastructure). The
 * anchor grants them when it adds the member, and the member fetches them.
 */
import type { Act } from '../../member/index.ts'
import type { TrustMarkGrants } from '../stores.ts'

/**
 * Returns the type of the mark. Readers demand exactly two segments after `/trust_marks/`, so the path of the anchor's
 * identifier is not part of it.
 */
export const registrationMarkType = (entityId: string, role: string): string =>
  new URL(`/trust_marks/registration-entity/${role}`, entityId).href

/** The part of a member's record that its marks follow. */
interface Marked {
  readonly entityId: string
  readonly entityTypes: readonly string[]
  readonly intermediate: boolean
}

/** Types of marks that an authority has. */
interface MarkTypes {
  readonly entityId: string
  readonly trustMarks: readonly { readonly type: string }[]
}

function marksOf({ entityTypes, intermediate }: Marked, { entityId, trustMarks }: MarkTypes): readonly string[] {
  const roles = intermediate ? [...entityTypes, 'intermediate'] : entityTypes
  const types = new Set(roles.map((role) => registrationMarkType(entityId, role)))
  return trustMarks.flatMap(({ type }) => (types.has(type) ? [type] : []))
}

/** Grants a member the marks of its types (FED-109). Does not change marks that it has. */
export async function grantRegistrationMarks(
  grants: TrustMarkGrants,
  member: Marked,
  config: MarkTypes,
  act: Act,
): Promise<void> {
  for (const type of marksOf(member, config)) await grants.grant(type, member.entityId, act)
}

/** Grants the marks of new entity types, and revokes those of types that the member no longer has (FED-109). */
export async function exchangeRegistrationMarks(
  grants: TrustMarkGrants,
  before: Marked,
  after: Marked,
  config: MarkTypes,
  act: Act,
): Promise<void> {
  const [former, present] = [marksOf(before, config), marksOf(after, config)]
  for (const type of former) if (!present.includes(type)) await grants.revoke(type, after.entityId, act)
  for (const type of present) if (!former.includes(type)) await grants.grant(type, after.entityId, act)
}
