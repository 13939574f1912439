/**
 * The sandbox's Trust Anchor: vouches for the three services of the sandbox, and for whom its operator takes in.
 */

import { pid } from '../../credential/index.ts'
import {
  type ConfiguredSubordinate,
  createMemorySubordinates,
  createMemoryTrustMarkGrants,
  createTrustAnchor,
  type OperatorEvent,
  type TrustAnchor,
  trustAnchorConfig,
} from '../../trust-anchor/index.ts'
import { commonParts, type EcosystemParts, loopbackHttp, organizationOf } from './parts.ts'

export function composeTrustAnchor(parts: EcosystemParts): TrustAnchor {
  const { origins, keys, secrets, anchorOperation } = parts
  const config = trustAnchorConfig.parse({
    entityId: origins.trustAnchor,
    organization: organizationOf('trust-anchor', origins.trustAnchor),
    trustMarks: [{ type: `${origins.trustAnchor}/trust-marks/member` }],
    loopbackHttp: loopbackHttp(parts),
  })
  const events: OperatorEvent[] = []
  return createTrustAnchor({
    ...commonParts(parts, 'trust-anchor'),
    config,
    signer: keys.trustAnchor.federation,
    ...(anchorOperation && { keyRing: anchorOperation.keyRing }),
    adminToken: secrets.adminToken,
    subordinates: anchorOperation?.subordinates ?? createMemorySubordinates(sandboxMembers(parts), config, events),
    trustMarkGrants: anchorOperation?.trustMarkGrants ?? createMemoryTrustMarkGrants(events),
  })
}

export const member = (
  entityId: string,
  { publicJwk }: { readonly publicJwk: object },
  ...types: readonly string[]
): ConfiguredSubordinate =>
  ({ entityId, jwks: { keys: [publicJwk] }, entityTypes: ['federation_entity', ...types] }) as ConfiguredSubordinate

const pidTypes = [pid.credentialType, pid.doctype]

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
