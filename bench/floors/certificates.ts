/** Floor of a registration: device certificates, which only the vectors can create. */
import { X509Certificate } from 'node:crypto'
import type { Floor } from './crypto-floors.ts'

export interface CertificateInputs {
  /** Leaf certificate and attestation certificate of each device in DER, both unknown to the service. */
  readonly devices: readonly (readonly [leaf: Uint8Array, attester: Uint8Array])[]
  /** Known certificate with the key that signed the attestation certificates. */
  readonly intermediate: Uint8Array
}

/** Returns the floor: parses and verifies two certificates. Those above them are known. */
export function registerFloor({ devices, intermediate }: CertificateInputs): Floor {
  const { publicKey } = new X509Certificate(intermediate)
  return (input) => {
    const [leaf, attester] = (devices[input % devices.length] ?? []).map((der) => new X509Certificate(der))
    if (!leaf?.verify((attester as X509Certificate).publicKey)) throw new Error('a floor certificate does not hold')
    if (!attester?.verify(publicKey)) throw new Error('a floor certificate does not hold')
    return leaf.publicKey
  }
}
