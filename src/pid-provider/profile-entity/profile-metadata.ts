/**
 * Metadata of a PID Provider in a profile other than `seed` (PP-170). Every endpoint in the metadata has a route. The
 * issuance endpoints refuse every request (`unbuilt-endpoints.ts`).
 */
import type { JsonObject, PublicJwk } from '../../base/index.ts'
import type { MdocIssuer } from '../../credential/issuer.ts'
import { type EntityConfigurationInput, leafEntityOf } from '../../federation/index.ts'
import {
  createProfileIssuerMetadata,
  createProfileServerMetadata,
  type ProfileIssuerInput,
  profileTypes,
} from '../../oid4vci/index.ts'
import { pidProviderWire } from '../../profiles/index.ts'
import type { PidProviderConfig } from '../config.ts'
import { documentKey } from '../issuance/mdoc-issuer.ts'

/**
 * Creates the metadata of each entity type of the profile. Uses the first authority hint as the Trust Anchor, or this
 * provider's identifier if there is no hint. `mdocIssuer` is undefined if no mdocs are issued.
 */
export function profileMetadata(
  config: PidProviderConfig,
  endpoints: { readonly authorize: string; readonly token: string; readonly par: string },
  { issuerKeys, mdocIssuer }: { issuerKeys: readonly PublicJwk[]; mdocIssuer: MdocIssuer | undefined },
): EntityConfigurationInput['metadata'] {
  const { organization, authorityHints, profile } = config
  const trustAnchor = authorityHints[0] ?? config.entityId
  const { name: _, ...look } = profileTypes(trustAnchor).PID.display
  const input: ProfileIssuerInput = {
    profile,
    issuer: config.entityId,
    authorizationEndpoint: endpoints.authorize,
    tokenEndpoint: endpoints.token,
    pushedAuthorizationRequestEndpoint: endpoints.par,
    trustAnchor,
    issuerName: organization.organization_name,
    algorithms: config.algorithms,
    display: {
      ...look,
      logo: { url: organization.logo_uri, alt_text: organization.organization_name },
    },
    keys: issuerKeys,
    documentKeys: mdocIssuer ? [documentKey(mdocIssuer)] : [],
  }
  const describe: Readonly<Record<string, () => object>> = {
    federation_entity: () => leafEntityOf(config),
    oauth_authorization_server: () => createProfileServerMetadata(input),
    openid_credential_issuer: () => createProfileIssuerMetadata(input),
  }
  const metadataByType = pidProviderWire[profile].entityTypes.map((type) => [type, describe[type]?.() as JsonObject])
  return Object.fromEntries(metadataByType) as EntityConfigurationInput['metadata']
}
