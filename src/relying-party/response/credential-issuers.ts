/**
 * Who may issue what (RP-60, D-237). The type in a credential is its issuer's own word: without this any issuer of the
 * federation answers for the PID.
 */
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts'
import type { TrustedEntity } from '../../federation/index.ts'
import type { RelyingPartyConfig } from '../config.ts'

/**
 * Whether an issuer may have issued a credential that states these types: its resolved metadata names each, its superiors
 * let it (`credential_types_allowed`), and the configuration names it where it names anybody for one of them. Metadata that
 * list no credentials bound nothing. What states no type is a credential of no kind, and nobody's to issue.
 */
export function mayIssue(
  { credentialIssuers }: Pick<RelyingPartyConfig, 'credentialIssuers'>,
  { entityId, metadata: { openid_credential_issuer: metadata = {} } }: Pick<TrustedEntity, 'entityId' | 'metadata'>,
  types: readonly string[],
): boolean {
  const { credential_types_allowed: allowed } = metadata
  const lists = [metadata.credentials_supported, metadata.credential_configurations_supported].filter(isJsonObject)
  if (types.length === 0) return false
  return types.every((type) => {
    const named = lists.length === 0 || lists.some((list) => names(list, type))
    const within = allowed === undefined || (Array.isArray(allowed) && allowed.includes(type))
    const issuers = Object.hasOwn(credentialIssuers, type) ? credentialIssuers[type] : undefined
    return named && within && (issuers === undefined || issuers.includes(entityId))
  })
}

/** What an SD-JWT says it is, in one word or in several. What each credential of W3C's data model says besides is no type. */
export const statedTypes = ({ vct, type }: JsonObject): readonly string[] =>
  [vct, type].flat().filter((one): one is string => typeof one === 'string' && one !== 'VerifiableCredential')

/** By the entry's own name, or by what the format calls its type (OpenID4VCI D13 §A; it-wallet: `credential_definition`). */
const names = (list: JsonObject, type: string): boolean =>
  Object.hasOwn(list, type) || Object.values(list).some((entry) => isJsonObject(entry) && describes(entry, type))

function describes({ vct, doctype, credential_definition: definition }: JsonObject, type: string): boolean {
  const defined: Json | undefined = isJsonObject(definition) ? definition.type : undefined
  return vct === type || doctype === type || (Array.isArray(defined) && defined.includes(type))
}
