/** The floor of a registration: certificates of devices, which only the vectors can make. */
import { X509Certificate } from 'node:crypto'
import type { Floor } from './crypto-floors.ts'

export interface CertificateInputs {
  /** Leaf and the device's own attestation certificate, DER: neither was seen before. */
  readonly devices: readonly (readonly [leaf: Uint8Array, attester: Uint8Array])[]
  /** Whose key signs the second: known. */
  readonly intermediate: Uint8Array
}

/** Two certificates parsed and verified; what lies above them is known. */
export function registerFloor({ devices, intermediate }: CertificateInputs): Floor {
  const { publicKey } = new X509Certificate(intermediate)
  return (input) => {
    const [leaf, attester] = (devices[input % devices.length] ?? []).map((der) => new X509Certificate(der))
    if (!leaf?.verify((attester as X509Certificate).publicKey)) throw new Error('a floor certificate does not hold')
    if (!attester?.verify(publicKey)) throw new Error('a floor certificate does not hold')
    return leaf.publicKey
  }
}
