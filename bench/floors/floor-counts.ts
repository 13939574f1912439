/** Minimum cryptography of each operation, as data. */
import type { FloorName } from './crypto-floors.ts'

/**
 * Number of verifications (V), imports of unseen keys (K), signatures (S) and key agreements (E) of each floor. Tests
 * compare the floors and the product with this table.
 */
export const floorCounts: {
  readonly [name in FloorName]: { readonly V: number; readonly K: number; readonly S: number; readonly E: number }
} = {
  verify: { V: 1, K: 0, S: 0, E: 0 },
  'wp-nonce': { V: 0, K: 0, S: 0, E: 0 },
  'wp-token': { V: 3, K: 2, S: 1, E: 0 },
  'pid-par-cold': { V: 2, K: 1, S: 0, E: 0 },
  'pid-par-warm': { V: 1, K: 0, S: 0, E: 0 },
  'pid-authorize': { V: 0, K: 0, S: 0, E: 0 },
  'pid-token': { V: 2, K: 1, S: 1, E: 0 },
  'pid-credential': { V: 2, K: 1, S: 1, E: 0 },
  'sd-jwt-issue': { V: 0, K: 0, S: 1, E: 0 },
  'sd-jwt-verify': { V: 2, K: 1, S: 0, E: 0 },
  'rp-request-object': { V: 0, K: 0, S: 1, E: 0 },
  'rp-response': { V: 3, K: 2, S: 0, E: 1 },
  'rp-response-1.0': { V: 2, K: 2, S: 0, E: 1 },
  'rp-response-1.4': { V: 2, K: 2, S: 0, E: 1 },
  'registered-par': { V: 2, K: 0, S: 0, E: 0 },
  'registered-token': { V: 2, K: 1, S: 1, E: 0 },
  'trust-chain-cold': { V: 4, K: 2, S: 0, E: 0 },
  'trust-chain-cached': { V: 0, K: 0, S: 0, E: 0 },
}
