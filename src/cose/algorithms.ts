/** COSE identifiers of the signature algorithms. RSA has no row: no COSE object of this project uses it. */
import type { JwsAlgorithm } from '../jose/index.ts'
import type { Cbor } from './cbor.ts'

/** Identifiers for writing (RFC 9053 §2, RFC 8812 §3.2). */
export const coseAlgorithms = { ES256: -7, ES384: -35, ES512: -36, ES256K: -47, EdDSA: -8 } as const satisfies Partial<
  Record<JwsAlgorithm, number>
>

/** Fully specified algorithms (RFC 9864). The identifier also determines the curve, as the key does (D-262). */
const fullySpecified = { ES256: -9, ES384: -51, ES512: -52, EdDSA: -19 } as const satisfies Partial<
  Record<JwsAlgorithm, number>
>

/** Algorithms by identifier, for reading: both kinds of identifiers. */
export const algorithmsByIdentifier: ReadonlyMap<Cbor, JwsAlgorithm> = new Map(
  [coseAlgorithms, fullySpecified].flatMap((identifiers) =>
    Object.entries(identifiers).map(([alg, identifier]): [Cbor, JwsAlgorithm] => [identifier, alg as JwsAlgorithm]),
  ),
)
