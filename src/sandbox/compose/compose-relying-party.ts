/** The sandbox's Relying Party: asks for a PID in both variants and shows what it got. */
import { createFederationTrustEvaluator } from '../../federation/index.ts'
import { createLocalDecrypter } from '../../jose/index.ts'
import { createRelyingParty, type RelyingParty, relyingPartyConfig, secretDigest } from '../../relying-party/index.ts'
import {
  anchorsOf,
  commonParts,
  type EcosystemParts,
  loopbackHttp,
  organizationNames,
  organizationOf,
  skewSeconds,
} from './parts.ts'

/** One application: whatever runs on this machine and may read the sandbox's state. */
const applicationsOf = (parts: EcosystemParts): readonly object[] => {
  const { applicationKey } = parts.secrets
  if (applicationKey === undefined) return []
  return [{ id: 'sandbox', apiKeyDigests: [secretDigest(parts, applicationKey)], loopbackReturnUrls: true }]
}

export function composeRelyingParty(parts: EcosystemParts): RelyingParty {
  const { origins, keys } = parts
  const common = commonParts(parts, 'relying-party')
  const anchors = anchorsOf(parts)
  const urls = { loopbackHttp: loopbackHttp(parts) }
  return createRelyingParty({
    ...common,
    config: relyingPartyConfig.parse({
      entityId: origins.relyingParty,
      clientName: organizationNames['relying-party'],
      organization: organizationOf('relying-party', origins.relyingParty),
      authorityHints: [origins.trustAnchor],
      walletAuthorizationEndpoint: parts.walletAuthorizationEndpoint,
      ...(parts.dcqlQuery && { dcqlQuery: parts.dcqlQuery }),
      applications: applicationsOf(parts),
      ...parts.definitions,
      ...urls,
    }),
    anchors,
    trust: createFederationTrustEvaluator(common, { anchors, urls, skewSeconds }),
    federationSigner: keys.relyingParty.federation,
    requestSigner: keys.relyingParty.request,
    decrypter: createLocalDecrypter(parts, 'ECDH-ES', keys.relyingParty.response),
    stores: parts.stores.relyingParty,
  })
}
