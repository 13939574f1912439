/**
 * Checks whether an issuer may issue a credential type (RP-60, D-237). The issuer itself writes the type into a
 * credential. Without this check, every issuer of the federation could issue a PID.
 */
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts'
import type { TrustedEntity } from '../../federation/index.ts'
import type { RelyingPartyConfig } from '../config.ts'

/**
 * Returns true if an issuer may issue a credential of these types. Returns false if there are no types. For each type,
 * all of these must hold:
 *
 * - The issuer's resolved metadata name the type, or contain no list of credentials. An empty list names no type, and
 *   neither does a malformed one. `null` counts as no list.
 * - The issuer's superiors allow the type, if `credential_types_allowed` is present. A malformed list allows none.
 * - The configuration names the issuer, if it names issuers for the type.
 */
export function mayIssue(
  config: Pick<RelyingPartyConfig, 'credentialIssuers'>,
  { entityId, metadata: { openid_credential_issuer: metadata = {} } }: Pick<TrustedEntity, 'entityId' | 'metadata'>,
  types: readonly string[],
): boolean {
  const { credential_types_allowed: allowed } = metadata
  const members = [metadata.credentials_supported, metadata.credential_configurations_supported]
  const lists = members.filter((list) => list !== undefined && list !== null)
  if (types.length === 0 || !isConfiguredIssuer(config, entityId, types)) return false
  return types.every((type) => {
    const isListed = lists.length === 0 || lists.some((list) => listsType(list, type))
    const isAllowed = allowed === undefined || (Array.isArray(allowed) && allowed.includes(type))
    return isListed && isAllowed
  })
}

/**
 * Returns true if the configuration names this issuer for each type for which it names issuers. Needs no trust in the
 * issuer, so unknown issuers of these types cost no evaluation.
 */
export const isConfiguredIssuer = (
  { credentialIssuers }: Pick<RelyingPartyConfig, 'credentialIssuers'>,
  entityId: string,
  types: readonly string[],
): boolean =>
  types.every((type) => !Object.hasOwn(credentialIssuers, type) || credentialIssuers[type]?.includes(entityId) === true)

/**
 * Returns the types of an SD-JWT, from `vct` and `type`. Leaves out `VerifiableCredential`, which every credential of
 * W3C's data model has.
 */
export const statedTypes = ({ vct, type }: JsonObject): readonly string[] =>
  [vct, type].flat().filter((one): one is string => typeof one === 'string' && one !== 'VerifiableCredential')

/**
 * Returns true if the list names the type: as the name of an entry, or inside an entry (OpenID4VCI D13 §A; it-wallet:
 * `credential_definition`). The list of older drafts is an array of entries, whose name is the member `id`.
 */
const listsType = (list: Json, type: string): boolean =>
  (isJsonObject(list) && Object.hasOwn(list, type)) ||
  (Array.isArray(list) && list.some((entry) => isJsonObject(entry) && entry.id === type)) ||
  (typeof list === 'object' && Object.values(list ?? {}).some((entry) => entryHasType(entry, type)))

/** Returns true if the entry names the type, in a member that draft 13 or an older draft defines for it. */
function entryHasType(entry: Json, type: string): boolean {
  if (!isJsonObject(entry)) return false
  const { vct, doctype, types, credential_definition } = entry
  const definition = isJsonObject(credential_definition) ? credential_definition : {}
  const lists = [types, definition.type, definition.types].filter(Array.isArray)
  return [vct, doctype, definition.vct, definition.type, ...lists.flat()].includes(type)
}
