/** COSE labels of the signature algorithms. RSA has no row, because nothing uses it. */
import type { JwsAlgorithm } from '../jose/index.ts'
import type { Cbor } from './cbor.ts'

/** Labels that we write: RFC 9053 table 1, RFC 8812. */
export const coseAlgorithms = { ES256: -7, ES384: -35, ES512: -36, ES256K: -47, EdDSA: -8 } as const satisfies Partial<
  Record<JwsAlgorithm, number>
>

/** Fully specified algorithms (RFC 9864). Their label also names the curve, which the key names too (D-262). */
const fullySpecified = { ES256: -9, ES384: -51, ES512: -52, EdDSA: -19 } as const satisfies Partial<
  Record<JwsAlgorithm, number>
>

/** Labels that we read: both kinds. */
export const algorithmsByLabel: ReadonlyMap<Cbor, JwsAlgorithm> = new Map(
  [coseAlgorithms, fullySpecified].flatMap((labels) =>
    Object.entries(labels).map(([alg, label]): [Cbor, JwsAlgorithm] => [label, alg as JwsAlgorithm]),
  ),
)
