/** Ends an announcement of keys about which the operator no longer needs to decide. */
import type { NumericDate } from '../../base/index.ts'
import type { TrustAnchorServices } from '../context.ts'

/**
 * Marks the pending announcement of an entity as decided, if its `iat` is at most `until`. Does nothing if there is
 * none, and in a profile without certificates.
 */
export async function endAnnouncement(
  { certification }: Pick<TrustAnchorServices, 'certification'>,
  entityId: string,
  until: NumericDate,
): Promise<void> {
  const announcement = await certification?.announcements.find(entityId)
  if (announcement?.pending !== true || announcement.issuedAt > until) return
  await certification?.announcements.markDecided(entityId, announcement.issuedAt)
}
