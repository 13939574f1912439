/** Metadata of a PID Provider in a later profile (PP-170). Every endpoint that they name exists. */
import type { JsonObject, PublicJwk } from '../../base/index.ts'
import { itWallet1Pid, itWalletId, itWalletPid } from '../../credential/index.ts'
import type { MdocIssuer } from '../../credential/issuer.ts'
import { type EntityConfigurationInput, federationEntityOf } from '../../federation/index.ts'
import {
  createProfileIssuerMetadata,
  createProfileServerMetadata,
  type ProfileIssuerInput,
} from '../../oid4vci/index.ts'
import { type FurtherProfileName, pidProviderWire } from '../../profiles/index.ts'
import type { PidProviderConfig } from '../config.ts'
import { documentKey } from '../issuance/mdoc-issuer.ts'
import type { Endpoints } from '../metadata.ts'

/** Contents of the metadata that are not settings. */
interface PublishedParts {
  readonly issuerKeys: readonly PublicJwk[]
  /** Undefined if no mdocs are issued. */
  readonly mdocIssuer: MdocIssuer | undefined
  readonly endpoints: Endpoints
}

/** Creates the metadata of each entity type of the profile. */
export function profileMetadata(
  config: PidProviderConfig,
  profile: FurtherProfileName,
  { issuerKeys, mdocIssuer, endpoints }: PublishedParts,
): EntityConfigurationInput['metadata'] {
  const { organization, authorityHints } = config
  const trustAnchor = authorityHints[0] ?? config.entityId
  const { locale, background_color, text_color } = itWalletPid(trustAnchor).display
  const input: ProfileIssuerInput = {
    profile,
    issuer: config.entityId,
    authorizationEndpoint: endpoints.authorize,
    tokenEndpoint: endpoints.token,
    pushedAuthorizationRequestEndpoint: endpoints.par,
    trustAnchor,
    issuerName: organization.organization_name,
    algorithms: config.algorithms,
    types: {
      'it-wallet-1.0 PID': itWallet1Pid(trustAnchor),
      PID: itWalletPid(trustAnchor),
      'IT-Wallet ID': itWalletId(trustAnchor),
    },
    display: {
      ...{ locale, background_color, text_color },
      logo: { url: organization.logo_uri, alt_text: organization.organization_name },
    },
    keys: issuerKeys,
    documentKeys: mdocIssuer ? [documentKey(mdocIssuer)] : [],
  }
  const types: Readonly<Record<string, () => object>> = {
    federation_entity: () => federationEntityOf(organization),
    oauth_authorization_server: () => createProfileServerMetadata(input),
    openid_credential_issuer: () => createProfileIssuerMetadata(input),
  }
  const described = pidProviderWire[profile].entityTypes.map((type) => [type, types[type]?.() as JsonObject])
  return Object.fromEntries(described) as EntityConfigurationInput['metadata']
}
