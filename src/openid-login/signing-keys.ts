/**
 * Signing keys of the ID Tokens. Each signs through a `Signer`, whose private key may be in a file or in a hardware
 * token.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { ExternalSigningKey } from 'oidc-provider'
import type { Signer } from '../jose/index.ts'

class SigningKey extends ExternalSigningKey {
  readonly #signer: Signer
  readonly #publicKey: KeyObject

  constructor(signer: Signer) {
    super()
    this.#signer = signer
    this.#publicKey = createPublicKey({ key: { ...signer.publicJwk } as JsonWebKey, format: 'jwk' })
    this.kid = signer.kid
    this.alg = signer.alg
  }

  override keyObject(): KeyObject {
    return this.#publicKey
  }

  override async sign(data: Uint8Array): Promise<Uint8Array> {
    return this.#signer.sign(data)
  }
}

/** Returns the keys for `oidc-provider`, which publishes all and signs with the first key of the client's algorithm. */
export const signingKeysOf = (signers: readonly Signer[]): readonly ExternalSigningKey[] =>
  signers.map((signer) => new SigningKey(signer))
