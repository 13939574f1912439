/** The sandbox's PID Provider, with the sandbox's national login. */
import { createFederationTrustEvaluator } from '../../federation/index.ts'
import { createPidProvider, type PidProvider, pidProviderConfig } from '../../pid-provider/index.ts'
import {
  anchorsOf,
  attestationKeptSeconds,
  commonParts,
  type EcosystemParts,
  loopbackHttp,
  organizationOf,
  skewSeconds,
  statusTtlSeconds,
} from './parts.ts'

export function composePidProvider(parts: EcosystemParts): PidProvider {
  const { origins, keys, secrets, serviceProviderMetadata } = parts
  const common = commonParts(parts, 'pid-provider')
  const anchors = anchorsOf(parts)
  const urls = { loopbackHttp: loopbackHttp(parts) }
  return createPidProvider({
    ...common,
    config: pidProviderConfig.parse({
      entityId: origins.pidProvider,
      organization: organizationOf('pid-provider', origins.pidProvider),
      authorityHints: [origins.trustAnchor],
      statusLists: { ttlSeconds: statusTtlSeconds, count: 1 },
      attestationWatchSeconds: attestationKeptSeconds,
      walletStatusIntervalSeconds: 1, // seen at each sweep of the sandbox
      // Under https too: a wallet on this machine listens for its redirect in plain http (RFC 8252 §7.3).
      loopbackHttp: true,
    }),
    anchors,
    trust: createFederationTrustEvaluator(common, { anchors, urls, skewSeconds }),
    federationSigner: keys.pidProvider.federation,
    credentialSigner: keys.pidProvider.credential,
    mdocIssuer: keys.pidProvider.mdoc,
    nationalLoginKeys: keys.pidProvider.login,
    nonceKeys: secrets.cNonce,
    personSecret: secrets.person,
    identityProviders: parts.identityProviders,
    ...(serviceProviderMetadata && { serviceProviderMetadata }),
    administrators: [{ name: 'sandbox', token: secrets.adminToken }],
    stores: parts.stores.pidProvider,
  })
}
