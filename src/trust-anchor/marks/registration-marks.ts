/**
 * Registration trust marks: a member has one for each of its entity types (IT-Wallet 1.4.6 trust-infrastructure). The
 * Trust Anchor grants them when it adds the member, and the member fetches them.
 */
import type { Act } from '../../member/index.ts'
import type { TrustMarkGrants } from '../stores.ts'

/**
 * Returns the type of the mark for a role. Leaves out the path of the Trust Anchor's identifier, because readers
 * require exactly two segments after `/trust_marks/`.
 */
export const registrationMarkType = (entityId: string, role: string): string =>
  new URL(`/trust_marks/registration-entity/${role}`, entityId).href

/** The part of a member's record that determines its marks. */
interface MarkHolder {
  readonly entityId: string
  readonly entityTypes: readonly string[]
  readonly intermediate: boolean
}

/** The Trust Anchor and the types of marks in its settings. */
interface MarkTypes {
  readonly entityId: string
  readonly trustMarks: readonly { readonly type: string }[]
}

function marksOf({ entityTypes, intermediate }: MarkHolder, { entityId, trustMarks }: MarkTypes): readonly string[] {
  const roles = intermediate ? [...entityTypes, 'intermediate'] : entityTypes
  const types = new Set(roles.map((role) => registrationMarkType(entityId, role)))
  return trustMarks.flatMap(({ type }) => (types.has(type) ? [type] : []))
}

/** Grants a member the registration marks of its types (FED-109). Existing grants stay, unless they were revoked. */
export async function grantRegistrationMarks(
  grants: TrustMarkGrants,
  member: MarkHolder,
  config: MarkTypes,
  act: Act,
): Promise<void> {
  for (const type of marksOf(member, config)) await grants.grant(type, member.entityId, act)
}

/** Grants the registration marks of a member's new types and revokes those of its former types (FED-109). */
export async function exchangeRegistrationMarks(
  grants: TrustMarkGrants,
  before: MarkHolder,
  after: MarkHolder,
  config: MarkTypes,
  act: Act,
): Promise<void> {
  const [former, current] = [marksOf(before, config), marksOf(after, config)]
  for (const type of former) if (!current.includes(type)) await grants.revoke(type, after.entityId, act)
  for (const type of current) if (!former.includes(type)) await grants.grant(type, after.entityId, act)
}
