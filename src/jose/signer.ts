/**
 * Who signs. Roles see this port only; a private key stays behind it (file, PKCS#11, KMS).
 */
import type { MaybePromise, PublicJwk } from '../base/index.ts'
import type { JwsAlgorithm } from './algorithms.ts'

/** A private key that signs, wherever it is kept: in a file, in a token, in a device. */
export interface Signer {
  /** RFC 7638 thumbprint of the public key, unless the deployment names its keys otherwise. */
  readonly kid: string
  readonly alg: JwsAlgorithm
  /** Key material with `kid`, `use: "sig"` and `alg`: what is published. */
  readonly publicJwk: PublicJwk
  /** The raw signature, r‖s for ECDSA. */
  sign(data: Uint8Array): MaybePromise<Uint8Array>
}
