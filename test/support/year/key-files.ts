/**
 * Key files of services as `fiducia keys rotate` changes them: the first key of a purpose signs, the others are
 * published.
 */
import type { NonceKeys, PublicJwk } from '../../../src/base/index.ts'
import type { Signer } from '../../../src/jose/index.ts'

export interface KeyFile {
  readonly keys: readonly [Signer, ...Signer[]]
  /** Published keys except the one that signs. */
  readonly further: readonly PublicJwk[]
  add(next: Signer): void
  activateNext(): void
  /** Removes all keys except the one that signs. */
  removeOld(): void
}

export function createKeyFile(first: Signer): KeyFile {
  let keys: [Signer, ...Signer[]] = [first]
  return {
    get keys() {
      return keys
    },
    get further() {
      return keys.slice(1).map(({ publicJwk }) => publicJwk)
    },
    add: (next) => void keys.push(next),
    activateNext: () => {
      const next = keys.at(-1) as Signer
      keys = [next, ...keys.filter((key) => key !== next)]
    },
    removeOld: () => {
      keys = [keys[0]]
    },
  }
}

interface SecretFile {
  readonly keys: NonceKeys
  /**
   * Performs one step of `fiducia keys rotate-secret`: adds the next secret last, moves it to the front, then removes
   * the others.
   */
  step(): void
}

export function createSecretFile(make: () => Uint8Array): SecretFile {
  let id = 1
  let keys: NonceKeys = [{ id, secret: make() }]
  let inFront = false
  return {
    get keys() {
      return keys
    },
    step: () => {
      const [first, second] = keys
      if (second === undefined) {
        id = (id + 1) % 256
        keys = [first, { id, secret: make() }]
        inFront = false
      } else if (inFront) keys = [first]
      else {
        keys = [second, first]
        inFront = true
      }
    },
  }
}
