/**
 * Creates the parts of the console's screen "Connect yours": the Trust Anchor's keys, the logins, the administration,
 * and explanations of trust.
 */
import { type Clock, type Crypto, type Fetch, failed } from '../base/index.ts'
import type { Administer, ConnectParts, ConsoleRole } from '../console/index.ts'
import { explainTrust, type ResolveCode, type TrustAnchors, trustStepOf } from '../federation/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { pidSupport } from '../oid4vci/index.ts'
import { adviceOf } from '../rules/index.ts'
import { trustAdvice } from '../serve/index.ts'
import { isSamlifyInstalled } from './national-idp/saml/samlify-installed.ts'
import { skewSeconds } from './organizations.ts'
import { isOpenToOthers, type SandboxOrigins, walletAuthorizationEndpoint } from './origins.ts'
import { pinTrustAnchor } from './pin-trust-anchor.ts'

interface ConnectInput {
  readonly clock: Clock
  readonly crypto: Crypto
  readonly fetch: Fetch
  readonly administer: Administer
  readonly origins: SandboxOrigins
  readonly roles: readonly ConsoleRole[]
  readonly anchors: TrustAnchors
  readonly certificateAuthority: string | undefined
  readonly host: string | undefined
}

/**
 * Creates the parts of the screen. If the Trust Anchor gives no valid answer, `anchorKeys` returns the keys that the
 * Trust Anchor had when the sandbox started.
 */
export function createConnectParts(input: ConnectInput): ConnectParts {
  const { clock, crypto, fetch, origins, roles, anchors } = input
  const { trustAnchor } = origins
  const anchorKeys: ConnectParts['anchorKeys'] = async () => {
    const keys = await pinTrustAnchor(fetch, trustAnchor)
    return failed(keys) ? (anchors.get(trustAnchor) ?? []) : keys
  }
  const urls = { loopbackHttp: trustAnchor.startsWith('http:') }
  return {
    ...{ clock, roles, walletAuthorizationEndpoint, anchorKeys },
    publicUrl: origins.console,
    logins: [
      { name: 'national-idp', url: origins.nationalIdp },
      ...(isSamlifyInstalled ? [{ name: 'national-saml-idp', url: origins.nationalSamlIdp }] : []),
    ],
    administer: input.administer,
    explain: async (entityId) => {
      const pinned = new Map([[trustAnchor, await anchorKeys()]])
      const policy = { anchors: pinned, algorithms: defaultAlgorithms, urls, now: clock.now(), skew: skewSeconds }
      return explainTrust({ crypto, fetch }, entityId, [], policy)
    },
    advise: ({ code, at }) =>
      Object.hasOwn(trustStepOf, code) ? trustAdvice(code as ResolveCode, at) : (adviceOf(code)?.[1] ?? ''),
    certificateAuthority: input.certificateAuthority,
    host: isOpenToOthers(input.host) ? input.host : undefined,
    credentialTypes: [pidSupport.credentialType, pidSupport.doctype],
  }
}
