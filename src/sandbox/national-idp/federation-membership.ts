/**
 * The sandbox's national identity providers in its federation. Both evaluate the trust in their clients with the
 * federation's anchor. Only the OpenID Provider is a member of the federation, with its own federation key.
 */
import { type Clock, type CryptoContext, failed } from '../../base/index.ts'
import { createFederationTrustEvaluator, type TrustAnchors, type TrustEvaluator } from '../../federation/index.ts'
import { type Signer, withKeyCache } from '../../jose/index.ts'
import { createGuardedFetch, type GuardedFetch } from '../../node/guarded-fetch.ts'
import { loadKeys } from '../../node/key-file.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { createSystemClock } from '../../node/system-clock.ts'
import { skewSeconds } from '../organizations.ts'

/** Description of the federation that can be passed to a worker. */
export interface FederationDescription {
  readonly trustAnchor: string
  readonly anchors: TrustAnchors
  readonly trustedHosts: readonly string[]
  /** Certificates in PEM. */
  readonly certificateAuthorities: readonly string[]
}

/** Membership of a provider that signs its own Entity Configuration. */
export interface FederationMembership extends FederationDescription {
  /** Key file of the provider. */
  readonly keyFile: string
}

interface FederationContext extends CryptoContext {
  readonly clock: Clock
  readonly fetch: GuardedFetch
  readonly trust: TrustEvaluator
}

/** Parts of a provider that is a member, with its federation key. */
export interface JoinedFederation extends FederationContext {
  readonly signer: Signer
  readonly membership: FederationMembership
}

/** Loads the key, or creates it. Sends no request. */
export async function loadNationalIdpKey(ctx: CryptoContext, keyFile: string): Promise<Signer> {
  const { signers } = await loadKeys(ctx, keyFile, { federation: { use: 'sig', alg: 'ES256' } })
  return signers.federation[0]
}

/** Loads the provider's key and creates its trust evaluator. Sends no request until the first client arrives. */
export async function joinFederation(membership: FederationMembership): Promise<JoinedFederation> {
  const signer = await loadNationalIdpKey({ crypto: createNodeCrypto() }, membership.keyFile)
  return { ...createFederationContext(membership), membership, signer }
}

/**
 * Creates a trust evaluator, and a `fetch` that the caller must close. After a failure the evaluator empties its cache,
 * so that a newly registered member can try again at once. Evaluators of other parties cache refusals (D-352).
 */
export function createFederationContext(federation: FederationDescription): FederationContext {
  const { anchors, trustedHosts, certificateAuthorities } = federation
  const fetch = createGuardedFetch({ loopbackHttp: true, trustedHosts, certificateAuthorities })
  const ctx = { crypto: withKeyCache(createNodeCrypto()), clock: createSystemClock(), fetch }
  const createTrust = () => createFederationTrustEvaluator(ctx, { anchors, urls: urlsOf(federation), skewSeconds })
  let evaluator = createTrust()
  const evaluate: TrustEvaluator['evaluate'] = async (...query) => {
    const entity = await evaluator.evaluate(...query)
    if (failed(entity)) evaluator = createTrust()
    return entity
  }
  return { ...ctx, trust: { evaluate } }
}

/**
 * Returns the policy for identifiers: https, and also plain http on loopback hosts if the Trust Anchor has plain http.
 */
export const urlsOf = ({ trustAnchor }: FederationDescription) => ({ loopbackHttp: trustAnchor.startsWith('http:') })
