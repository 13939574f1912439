/**
 * Registration trust marks: a member has one for each of its entity types (IT-Wallet 1.4.6 trust-infrastructure). The
 * Trust Anchor grants them when it adds the member, and the member fetches them.
 */
import type { Act } from '../../member/index.ts'
import type { MarkChange, TrustMarkGrants } from '../stores.ts'

/**
 * Returns the type of the mark for a role. Leaves out the path of the Trust Anchor's identifier, because readers
 * require exactly two segments after `/trust_marks/`. Escapes the role, because a candidate chooses the names of its
 * entity types.
 */
export const registrationMarkType = (entityId: string, role: string): string =>
  new URL(`/trust_marks/registration-entity/${encodeURIComponent(role)}`, entityId).href

/** The part of a member's record that determines its marks. */
interface MarkHolder {
  readonly entityId: string
  readonly entityTypes: readonly string[]
  readonly intermediate: boolean
}

/** The Trust Anchor and the types of marks in its settings. */
export interface MarkTypes {
  readonly entityId: string
  readonly trustMarks: readonly { readonly type: string }[]
}

/** Returns the types of a member's registration marks. Leaves out types that the settings lack (FED-109). */
export function registrationMarksOf(
  { entityTypes, intermediate }: MarkHolder,
  { entityId, trustMarks }: MarkTypes,
): readonly string[] {
  const roles = intermediate ? [...entityTypes, 'intermediate'] : entityTypes
  const types = new Set(roles.map((role) => registrationMarkType(entityId, role)))
  return trustMarks.flatMap(({ type }) => (types.has(type) ? [type] : []))
}

/** Grants a member the registration marks of its types, even after a revocation (FED-109). Keeps existing grants. */
export async function grantRegistrationMarks(
  grants: TrustMarkGrants,
  member: MarkHolder,
  config: MarkTypes,
  act: Act,
): Promise<void> {
  for (const type of registrationMarksOf(member, config)) await grants.grant(type, member.entityId, act)
}

/** Returns the registration marks to grant and to revoke if a member's record changes (FED-109). */
export function changedRegistrationMarks(before: MarkHolder, after: MarkHolder, config: MarkTypes): MarkChange {
  const [former, current] = [registrationMarksOf(before, config), registrationMarksOf(after, config)]
  return {
    grant: current.filter((type) => !former.includes(type)),
    revoke: former.filter((type) => !current.includes(type)),
  }
}
