/** A Relying Party in service. */
import { createFederationTrustEvaluator } from '../federation/index.ts'
import { createLocalDecrypter } from '../jose/index.ts'
import { keyPlans, openRoleKeys } from '../node/index.ts'
import { createRelyingParty } from '../relying-party/index.ts'
import type { RelyingPartySettings } from './role-settings.ts'
import { anchorsOf, nothing, privateFilesOf, type Service, type ServiceParts } from './service.ts'

export async function composeRelyingParty(
  settings: RelyingPartySettings,
  parts: ServiceParts<'relying-party'>,
): Promise<Service> {
  const { role: config, network } = settings
  const files = privateFilesOf(settings, parts)
  const anchors = anchorsOf(settings)
  const urls = { loopbackHttp: network.loopbackHttp }
  const keys = await openRoleKeys(parts, files.keys, keyPlans['relying-party'], files.environment)
  const party = createRelyingParty({
    ...parts,
    config,
    anchors,
    trust: createFederationTrustEvaluator(parts, { anchors, urls, skewSeconds: config.clockSkewSeconds }),
    federationSigner: keys.signers.federation[0],
    requestSigner: keys.signers.request[0],
    decrypter: createLocalDecrypter(parts, 'ECDH-ES', keys.agreementKeys.response[0]),
  })
  return {
    role: 'relying-party',
    app: party.app,
    publisher: party.publisher,
    advertised: ['/.well-known/openid-federation', '/'],
    notes: () => [],
    start: nothing,
    stop: nothing,
    close: () => keys.close(),
    forget: () => party.forgetOldSessions(),
  }
}
