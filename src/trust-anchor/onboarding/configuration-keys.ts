/** Keys for a member's record from its Entity Configuration. */
import { type EntityStatement, findKey } from '../../federation/index.ts'
import { sameKey } from '../../jose/index.ts'
import { trustAnchorWire } from '../../profiles/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { Subordinate, SubordinateEntry } from '../stores.ts'
import type { Operator } from './admin-requests.ts'
import type { CandidateConfiguration } from './check-candidate.ts'
import { bareKey, protocolKeysIn, typeWithoutKeys } from './member-keys.ts'

/**
 * Returns the protocol keys of a leaf that its statement must contain by value, in the profiles with such statements
 * (FED-108). Refuses a leaf that has no keys for one of its types.
 */
export function protocolKeysToPin(
  { config }: Pick<TrustAnchorServices, 'config'>,
  decision: Operator['decision'],
  { statement }: Pick<CandidateConfiguration, 'statement'>,
  { entityTypes, intermediate }: Pick<SubordinateEntry, 'entityTypes' | 'intermediate'>,
): Pick<SubordinateEntry, 'protocolKeys'> {
  if (intermediate || !trustAnchorWire[config.profile].pinsProtocolKeys) return {}
  const protocolKeys = protocolKeysIn(statement.metadata, entityTypes)
  const lacking = typeWithoutKeys(protocolKeys)
  const place = `configuration.payload.metadata.${lacking}.jwks`
  decision.that('FED-108', TA.candidateRefused, lacking === undefined, 'protocol_keys_missing', place)
  return { protocolKeys }
}

/**
 * Returns the protocol keys for the entity types of a record, if they are pinned. A type that has keys in the record
 * keeps those keys. Another type gets the keys of the configuration.
 */
export function pinsOfTypes(
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
 * Returns the keys for a record from the member's configuration: federation keys, and protocol keys if the profile pins
 * them.
 */
export function keysOfConfiguration(
  ctx: Pick<TrustAnchorServices, 'config'>,
  decision: Operator['decision'],
  candidate: Pick<CandidateConfiguration, 'statement'>,
  record: Subordinate,
): Pick<SubordinateEntry, 'keys' | 'protocolKeys'> {
  const { keys } = candidate.statement
  const { certifies } = trustAnchorWire[ctx.config.profile]
  return { keys: certifies ? keys.map(bareKey) : keys, ...protocolKeysToPin(ctx, decision, candidate, record) }
}

/**
 * Returns true if the record has the key that the configuration names as its signing key. Does not verify the
 * signature.
 */
export const namesRecordedKey = (
  { keys }: Subordinate,
  { statement }: { readonly statement: Pick<EntityStatement, 'keys' | 'kid'> },
): boolean => {
  const signing = findKey(statement.keys, statement.kid)
  const recorded = findKey(keys, statement.kid)
  return signing !== undefined && recorded !== undefined && sameKey(signing, recorded)
}
