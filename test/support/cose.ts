/** COSE_Sign1 from bytes, as tests have them. */

import { Failure } from '../../src/base/index.ts'
import { type CoseSign1Policy, decodeCbor, readCoseSign1 } from '../../src/cose/index.ts'

export function parseCoseSign1(bytes: Uint8Array, policy: CoseSign1Policy) {
  const structure = decodeCbor(bytes, 'sign1', { anyValue: true })
  return structure instanceof Failure ? structure : readCoseSign1(structure, policy, 'sign1')
}
