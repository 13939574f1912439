/** Port for signing. Roles use only this port. The private key stays in the implementation (file, PKCS#11, KMS). */
import type { MaybePromise, PublicJwk } from '../base/index.ts'
import type { JwsAlgorithm } from './algorithms.ts'

/** A private key that signs. */
export interface Signer {
  /** RFC 7638 thumbprint of the public key, unless the deployment configures another name. */
  readonly kid: string
  readonly alg: JwsAlgorithm
  /** The published key, with `kid`, `use: "sig"` and `alg`. */
  readonly publicJwk: PublicJwk
  /**
   * Returns the raw signature: r‖s for ECDSA. Throws or rejects with `Unavailable` if the key cannot be reached. Any
   * other error counts as a bug.
   */
  sign(data: Uint8Array): MaybePromise<Uint8Array>
}
