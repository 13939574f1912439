/** The sandbox's Trust Anchor: vouches for the three services of the sandbox and nobody else. */
import {
  type ConfiguredSubordinate,
  createMemorySubordinates,
  createTrustAnchor,
  type TrustAnchor,
  trustAnchorConfig,
} from '../../trust-anchor/index.ts'
import { commonParts, type EcosystemParts, loopbackHttp, organizationOf } from './parts.ts'

export function composeTrustAnchor(parts: EcosystemParts): TrustAnchor {
  const { origins, keys } = parts
  const config = trustAnchorConfig.parse({
    entityId: origins.trustAnchor,
    organization: organizationOf('Autorità della federazione (sandbox)', origins.trustAnchor),
    loopbackHttp: loopbackHttp(parts),
  })
  const member = (
    entityId: string,
    { publicJwk }: { readonly publicJwk: object },
    ...types: readonly string[]
  ): ConfiguredSubordinate =>
    ({ entityId, jwks: { keys: [publicJwk] }, entityTypes: ['federation_entity', ...types] }) as ConfiguredSubordinate
  const subordinates = [
    member(origins.walletProvider, keys.walletProvider.federation, 'wallet_provider'),
    member(
      origins.pidProvider,
      keys.pidProvider.federation,
      'openid_credential_issuer',
      'oauth_authorization_server',
      'openid_relying_party',
    ),
    member(origins.relyingParty, keys.relyingParty.federation, 'wallet_relying_party', 'openid_credential_verifier'),
  ]
  return createTrustAnchor({
    ...commonParts(parts, 'trust-anchor'),
    config,
    signer: keys.trustAnchor.federation,
    subordinates: createMemorySubordinates(subordinates, config),
  })
}
