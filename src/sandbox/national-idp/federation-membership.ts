/**
 * The sandbox's OpenID Provider as a member of the sandbox's federation: with a federation key of its own, below the
 * sandbox's anchor, by which it judges who else is a member.
 */
import type { Clock, CryptoContext } from '../../base/index.ts'
import { createFederationTrustEvaluator, type TrustAnchors, type TrustEvaluator } from '../../federation/index.ts'
import { type Signer, withKeyCache } from '../../jose/index.ts'
import { createGuardedFetch, type GuardedFetch } from '../../node/guarded-fetch.ts'
import { loadKeys } from '../../node/key-file.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { createSystemClock } from '../../node/system-clock.ts'
import { skewSeconds } from '../compose/parts.ts'

/** What a worker can be told. */
export interface FederationMembership {
  /** The provider's. */
  readonly keyFile: string
  readonly trustAnchor: string
  readonly anchors: TrustAnchors
  readonly trustedHosts: readonly string[]
  /** PEM. */
  readonly certificateAuthorities: readonly string[]
}

export interface JoinedFederation extends CryptoContext {
  readonly clock: Clock
  readonly fetch: GuardedFetch
  readonly signer: Signer
  readonly trust: TrustEvaluator
  readonly membership: FederationMembership
}

/** Loads the key, or makes it. Nothing is asked. */
export async function loadNationalIdpKey(ctx: CryptoContext, keyFile: string): Promise<Signer> {
  const { signers } = await loadKeys(ctx, keyFile, { federation: { use: 'sig', alg: 'ES256' } })
  return signers.federation[0]
}

/** Nothing is asked before a first client comes. */
export async function joinFederation(membership: FederationMembership): Promise<JoinedFederation> {
  const { anchors, keyFile, trustedHosts, certificateAuthorities } = membership
  const fetch = createGuardedFetch({ loopbackHttp: true, trustedHosts, certificateAuthorities })
  const ctx = { crypto: withKeyCache(createNodeCrypto()), clock: createSystemClock(), fetch }
  return {
    ...ctx,
    membership,
    signer: await loadNationalIdpKey(ctx, keyFile),
    trust: createFederationTrustEvaluator(ctx, { anchors, urls: urlsOf(membership), skewSeconds }),
  }
}

/** Identifiers are plain http on loopback hosts, or https. */
export const urlsOf = ({ trustAnchor }: FederationMembership) => ({ loopbackHttp: trustAnchor.startsWith('http:') })
