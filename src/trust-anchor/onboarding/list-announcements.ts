/** The pending announcements of keys, as the administration shows them (FED-112). */
import { failed, type JsonObject } from '../../base/index.ts'
import { type EntityStatement, parseEntityStatement } from '../../federation/index.ts'
import { trustAnchorWire } from '../../profiles/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { Subordinate, SubordinateEntry } from '../stores.ts'
import { policyOf, storeOf } from './announce-keys.ts'
import type { KeyAnnouncement } from './key-announcements.ts'
import { changesOfKeys, protocolKeysIn } from './member-keys.ts'

/** Maximum number of announcements in an answer. The OpenAPI description states it. */
const maximumAnnouncements = 200

/**
 * Returns the pending announcements in the order of identifiers, at most 200, with their keys and changes (FED-112).
 * With `entity_id`, returns only the announcement of that member. An announcement of a former member has no keys, and
 * neither has one that the current settings refuse, for example for its algorithm. Reads one record at a time.
 */
export async function listAnnouncements(
  ctx: TrustAnchorServices,
  query: ReadonlyMap<string, string>,
): Promise<readonly JsonObject[]> {
  const named = query.get('entity_id')
  const found = named === undefined ? await storeOf(ctx).list(maximumAnnouncements) : [await storeOf(ctx).find(named)]
  const shown: JsonObject[] = []
  for (const announcement of found) if (announcement?.pending === true) shown.push(await show(ctx, announcement))
  return shown
}

async function show(
  ctx: TrustAnchorServices,
  { entityId, statement, issuedAt, receivedAt }: KeyAnnouncement,
): Promise<JsonObject> {
  const parsed = parseEntityStatement(statement, policyOf(ctx, receivedAt), 'configuration')
  const record = await ctx.subordinates.find(entityId)
  const keys = failed(parsed) || record === undefined ? [] : changesOfKeys(ctx, record, keysAfter(ctx, record, parsed))
  return { entity_id: entityId, issued_at: issuedAt, received_at: receivedAt, keys }
}

/** Returns the keys that the record would have after the approval of this Entity Configuration. */
function keysAfter(
  { config }: TrustAnchorServices,
  { protocolKeys, entityTypes, intermediate }: Subordinate,
  { keys, metadata }: EntityStatement,
): Pick<SubordinateEntry, 'keys' | 'protocolKeys'> {
  const pins = !intermediate && trustAnchorWire[config.profile].pinsProtocolKeys
  const after = pins ? protocolKeysIn(metadata, entityTypes) : protocolKeys
  return { keys, ...(after && { protocolKeys: after }) }
}
