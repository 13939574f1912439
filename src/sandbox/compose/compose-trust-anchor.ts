/**
 * The sandbox's Trust Anchor: vouches for the three services of the sandbox, and for whom its operator takes in.
 */

import { pidSupport } from '../../oid4vci/index.ts'
import {
  type ConfiguredSubordinate,
  createTrustAnchor,
  type TrustAnchor,
  trustAnchorConfig,
} from '../../trust-anchor/index.ts'
import { commonParts, type EcosystemParts, loopbackHttp, organizationOf } from './parts.ts'

export function composeTrustAnchor(parts: EcosystemParts): TrustAnchor {
  const { origins, keys, secrets } = parts
  const { keyRing, subordinates, trustMarkGrants } = parts.anchorOperation
  const config = trustAnchorConfig.parse({
    entityId: origins.trustAnchor,
    organization: organizationOf('trust-anchor', origins.trustAnchor),
    trustMarks: [{ type: `${origins.trustAnchor}/trust-marks/member` }],
    loopbackHttp: loopbackHttp(parts),
  })
  return createTrustAnchor({
    ...commonParts(parts, 'trust-anchor'),
    config,
    signer: keys.trustAnchor.federation,
    ...(keyRing && { keyRing }),
    subordinates,
    trustMarkGrants,
    adminToken: secrets.adminToken,
  })
}

export const member = (
  entityId: string,
  { publicJwk }: { readonly publicJwk: object },
  ...types: readonly string[]
): ConfiguredSubordinate =>
  ({ entityId, jwks: { keys: [publicJwk] }, entityTypes: ['federation_entity', ...types] }) as ConfiguredSubordinate

const pidTypes = [pidSupport.credentialType, pidSupport.doctype]

/** The services with which the anchor begins. */
export function sandboxMembers({
  origins,
  keys,
}: Pick<EcosystemParts, 'origins' | 'keys'>): readonly ConfiguredSubordinate[] {
  return [
    member(origins.walletProvider, keys.walletProvider.federation, 'wallet_provider'),
    {
      ...member(
        origins.pidProvider,
        keys.pidProvider.federation,
        'openid_credential_issuer',
        'oauth_authorization_server',
        'openid_relying_party',
      ),
      credentialTypes: pidTypes,
    },
    member(origins.relyingParty, keys.relyingParty.federation, 'wallet_relying_party', 'openid_credential_verifier'),
  ]
}
