import { algorithmRow, type JwsAlgorithm } from '../../jose/index.ts'

/** Returns true for an algorithm of EC keys. A Wallet Provider attests no other keys (WP-56). */
export const isAttestable = (algorithm: JwsAlgorithm): boolean => algorithmRow(algorithm).kty === 'EC'
