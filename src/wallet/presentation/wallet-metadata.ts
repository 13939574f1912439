/**
 * Capabilities that the wallet sends when it fetches a Request Object by POST, with the wire names of each profile
 * (WI-141).
 */
import type { JsonObject } from '../../base/index.ts'
import { algorithmsByIdentifier } from '../../cose/index.ts'
import { formatMdoc } from '../../oauth/index.ts'
import type { WalletCapabilities } from '../../oid4vp/index.ts'
import { type ProfileName, walletWire } from '../../profiles/index.ts'
import type { WalletConfig } from '../config.ts'
import { holderAlgorithm } from '../context.ts'

/** Returns the capabilities of this wallet for a Relying Party of the profile. */
export function walletMetadataOf(
  { authorizationEndpoint, algorithms }: Pick<WalletConfig, 'authorizationEndpoint' | 'algorithms'>,
  profile: ProfileName,
): WalletCapabilities {
  const { offeredFormats, finalFormatNames, responseModes } = walletWire[profile]
  const identifiers = (names: readonly string[]) =>
    [...algorithmsByIdentifier].flatMap(([identifier, name]) => (names.includes(name) ? [Number(identifier)] : []))
  const mdoc: JsonObject = finalFormatNames
    ? { issuerauth_alg_values: identifiers(algorithms), deviceauth_alg_values: identifiers([holderAlgorithm]) }
    : { alg: algorithms }
  const sdJwt: JsonObject = {
    'sd-jwt_alg_values': algorithms,
    ...(finalFormatNames && { 'kb-jwt_alg_values': [holderAlgorithm] }),
  }
  return {
    profile,
    authorizationEndpoint,
    vpFormats: Object.fromEntries(offeredFormats.map((name) => [name, name === formatMdoc ? mdoc : sdJwt])),
    responseModes,
    requestObjectAlgorithms: algorithms,
  }
}
