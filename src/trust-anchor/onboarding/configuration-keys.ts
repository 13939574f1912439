/** Keys for a member's record from its Entity Configuration. */
import type { PublicJwk } from '../../base/index.ts'
import { type EntityStatement, findKey } from '../../federation/index.ts'
import { sameKey } from '../../jose/index.ts'
import { trustAnchorWire } from '../../profiles/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { Subordinate, SubordinateEntry } from '../stores.ts'
import type { Operator } from './admin-requests.ts'
import type { CandidateConfiguration } from './check-candidate.ts'
import { bareKey, findTypeWithoutKeys, hasStorableKids, protocolKeysIn } from './member-keys.ts'

/**
 * Returns federation keys for a record. In the profiles with certificates, leaves out members of a key that the
 * statement must not contain (`bareKey`), and refuses a `kid` that is too long for the store (FED-120).
 */
export function federationKeysFor(
  { config }: Pick<TrustAnchorServices, 'config'>,
  decision: Operator['decision'],
  keys: readonly PublicJwk[],
  at = 'configuration.payload.jwks',
): readonly PublicJwk[] {
  if (!trustAnchorWire[config.profile].certifies) return keys
  decision.that('FED-120', TA.candidateRefused, hasStorableKids(keys), 'kid_too_long', at)
  return keys.map(bareKey)
}

/**
 * Returns the protocol keys of a leaf, and refuses a leaf without keys for one of its types. Returns none for an
 * intermediate, and in a profile whose statements do not contain protocol keys by value (FED-108).
 */
export function protocolKeysToPin(
  { config }: Pick<TrustAnchorServices, 'config'>,
  decision: Operator['decision'],
  { statement }: Pick<CandidateConfiguration, 'statement'>,
  { entityTypes, intermediate }: Pick<SubordinateEntry, 'entityTypes' | 'intermediate'>,
): Pick<SubordinateEntry, 'protocolKeys'> {
  if (intermediate || !trustAnchorWire[config.profile].pinsProtocolKeys) return {}
  const protocolKeys = protocolKeysIn(statement.metadata, entityTypes)
  const lacking = findTypeWithoutKeys(protocolKeys)
  const place = `configuration.payload.metadata.${lacking}.jwks`
  decision.that('FED-108', TA.candidateRefused, lacking === undefined, 'protocol_keys_missing', place)
  return { protocolKeys }
}

/**
 * Returns the protocol keys for the entity types of a record, if the profile pins them. A type that has keys in the
 * record keeps those keys. Another type gets the keys in the Entity Configuration.
 */
export function pinKeysOfNewTypes(
  ctx: Pick<TrustAnchorServices, 'config'>,
  decision: Operator['decision'],
  candidate: Pick<CandidateConfiguration, 'statement'>,
  { entityTypes, intermediate, protocolKeys: recorded = {} }: Subordinate,
): Pick<SubordinateEntry, 'protocolKeys'> {
  const { protocolKeys } = protocolKeysToPin(ctx, decision, candidate, { entityTypes, intermediate })
  if (protocolKeys === undefined) return {}
  const pins = Object.entries(protocolKeys).map(([type, keys]) => [type, recorded[type] ?? keys] as const)
  return { protocolKeys: Object.fromEntries(pins) }
}

/**
 * Returns the keys for a record from the member's Entity Configuration: federation keys, and protocol keys if the
 * profile pins them.
 */
export function keysOfConfiguration(
  ctx: Pick<TrustAnchorServices, 'config'>,
  decision: Operator['decision'],
  candidate: Pick<CandidateConfiguration, 'statement'>,
  record: Subordinate,
): Pick<SubordinateEntry, 'keys' | 'protocolKeys'> {
  const keys = federationKeysFor(ctx, decision, candidate.statement.keys)
  return { keys, ...protocolKeysToPin(ctx, decision, candidate, record) }
}

/**
 * Returns true if the record has the key that `kid` of the Entity Configuration names. Does not verify the signature.
 */
export const namesRecordedKey = (
  { keys }: Subordinate,
  { statement }: { readonly statement: Pick<EntityStatement, 'keys' | 'kid'> },
): boolean => {
  const signing = findKey(statement.keys, statement.kid)
  const recorded = findKey(keys, statement.kid)
  return signing !== undefined && recorded !== undefined && sameKey(signing, recorded)
}
