/** Floor of a registration. Its inputs contain device certificates, which only the vectors can create. */
import { X509Certificate } from 'node:crypto'
import type { Floor } from './crypto-floors.ts'
import { sha256 } from './primitives.ts'

export interface CertificateInputs {
  /**
   * Bodies of registrations. Each has the chain of a device in `key_attestation`, of which leaf and attestation
   * certificate are unknown to the service.
   */
  readonly bodies: readonly string[]
  /** Known certificate with the key that signed the attestation certificates. */
  readonly intermediate: Uint8Array
}

/**
 * Returns the floor: reads the body, and parses and verifies two certificates. Those above them are known by their
 * hash.
 */
export function registerFloor({ bodies, intermediate }: CertificateInputs): Floor {
  const { publicKey } = new X509Certificate(intermediate)
  return (input) => {
    const { key_attestation } = JSON.parse(bodies[input % bodies.length] as string) as { key_attestation: string }
    const chain = Buffer.from(key_attestation, 'base64').toString().split(',')
    const [leaf, attester, ...above] = chain.map((one) => Buffer.from(one, 'base64'))
    for (const known of above) sha256(known)
    const [first, second] = [new X509Certificate(leaf as Buffer), new X509Certificate(attester as Buffer)]
    if (!first.verify(second.publicKey)) throw new Error('the signature of a leaf certificate is not valid')
    if (!second.verify(publicKey)) throw new Error('the signature of an attestation certificate is not valid')
    return first.publicKey
  }
}
