/**
 * Merging and applying metadata policies: a sample, by their numbers, of the 2000 and more test vectors that Connect2id
 * published for OpenID Federation 1.0 §6.1 (metadata-policy-test-vectors-2025-02-13.json,
 * https://connect2id.com/blog/metadata-policy-test-vectors-openid-federation). Inputs and outcomes; the notation is
 * ours.
 */
import type { JsonObject } from '../../src/base/index.ts'

type PolicyOutcome =
  /** `resolved` is the parameter's value; it is absent if the parameter is absent. */
  | { readonly merged: JsonObject; readonly resolved?: JsonObject[string] }
  /** The policies cannot be merged. */
  | 'invalid_policy'
  /** The metadata does not satisfy the merged policy. */
  | 'invalid_metadata'

export interface PolicyVector {
  readonly n: number
  readonly parameter: string
  readonly anchor: JsonObject
  readonly intermediate: JsonObject
  /** Absent if the subject's metadata has no such parameter. */
  readonly value?: JsonObject[string]
  readonly outcome: PolicyOutcome
}

const [code, refresh, password] = ['authorization_code', 'refresh_token', 'password']
const [png, org] = ['https://example.com/logo.png', 'https://example.org/logo.png']
const essential = true

const parameters = {
  alg: 'id_token_signed_response_alg',
  logo: 'logo_uri',
  grants: 'grant_types',
} as const

const rows: [
  n: number,
  parameter: keyof typeof parameters,
  anchor: JsonObject,
  intermediate: JsonObject,
  value: JsonObject[string] | undefined,
  outcome: PolicyOutcome,
][] = [
  [1, 'alg', { value: 'RS256', essential }, { value: 'RS256', essential }, 'RS256', ofValue('RS256', { essential })],
  [2, 'alg', { value: 'RS256', essential }, { value: 'RS256' }, 'RS256', ofValue('RS256', { essential })],
  [3, 'alg', { value: 'RS256' }, { value: 'RS256', essential }, 'RS256', ofValue('RS256', { essential })],
  [4, 'alg', { value: 'RS256' }, { value: 'RS256' }, 'RS256', ofValue('RS256')],
  [8, 'alg', { value: 'RS256' }, { value: 'RS256' }, 'EdDSA', ofValue('RS256')],
  [11, 'alg', { value: 'RS256' }, { value: 'RS256', essential }, undefined, ofValue('RS256', { essential })],
  [12, 'alg', { value: 'RS256' }, { value: 'RS256' }, undefined, ofValue('RS256')],
  [13, 'logo', { value: null }, { value: png }, png, 'invalid_policy'],
  [15, 'logo', { value: null }, { value: png }, undefined, 'invalid_policy'],
  [
    306,
    'alg',
    { value: 'RS256' },
    { one_of: ['RS256', 'ES256'] },
    undefined,
    ofValue('RS256', { one_of: ['RS256', 'ES256'] }),
  ],
  [307, 'logo', { value: null }, { one_of: [png, org] }, png, 'invalid_policy'],
  [309, 'logo', { value: null }, { one_of: [png, org] }, undefined, 'invalid_policy'],
  [
    310,
    'grants',
    { value: [], essential },
    { subset_of: [code], essential },
    [code],
    ofValue([], { subset_of: [code], essential }),
  ],
  [313, 'grants', { value: [] }, { subset_of: [code] }, [code], ofValue([], { subset_of: [code] })],
  [317, 'grants', { value: [] }, { subset_of: [code] }, [password], ofValue([], { subset_of: [code] })],
  [
    777,
    'grants',
    { add: [] },
    { superset_of: [code, refresh] },
    [code, refresh],
    { merged: { add: [], superset_of: [code, refresh] }, resolved: [code, refresh] },
  ],
  [781, 'grants', { add: [] }, { superset_of: [code, refresh] }, [code, password], 'invalid_metadata'],
  [785, 'grants', { add: [] }, { superset_of: [code, refresh] }, [], 'invalid_metadata'],
  [786, 'grants', { add: [], essential }, { superset_of: [code, refresh], essential }, undefined, 'invalid_metadata'],
  [
    1197,
    'grants',
    { default: [] },
    { superset_of: [code] },
    [code, refresh],
    { merged: { default: [], superset_of: [code] }, resolved: [code, refresh] },
  ],
  [
    1201,
    'grants',
    { default: [] },
    { superset_of: [code] },
    [code, password],
    { merged: { default: [], superset_of: [code] }, resolved: [code, password] },
  ],
  [1202, 'grants', { default: [], essential }, { superset_of: [code], essential }, [], 'invalid_metadata'],
  [1205, 'grants', { default: [] }, { superset_of: [code] }, [], 'invalid_metadata'],
  [1209, 'grants', { default: [] }, { superset_of: [code] }, undefined, 'invalid_metadata'],
  [
    1265,
    'alg',
    { one_of: ['RS256', 'ES256'] },
    { value: 'RS256' },
    'EdDSA',
    ofValue('RS256', { one_of: ['RS256', 'ES256'] }),
  ],
  [
    1266,
    'alg',
    { one_of: ['RS256', 'ES256'], essential },
    { value: 'RS256', essential },
    undefined,
    ofValue('RS256', { one_of: ['RS256', 'ES256'], essential }),
  ],
  [
    1273,
    'alg',
    { one_of: ['RS256', 'ES256'] },
    { default: 'RS256' },
    'RS256',
    { merged: { one_of: ['RS256', 'ES256'], default: 'RS256' }, resolved: 'RS256' },
  ],
  [1425, 'grants', { subset_of: [code] }, { add: [code, refresh] }, [code, refresh], 'invalid_policy'],
  [1433, 'grants', { subset_of: [code] }, { add: [code, refresh] }, [], 'invalid_policy'],
  [1437, 'grants', { subset_of: [code] }, { add: [code, refresh] }, undefined, 'invalid_policy'],
  [
    1438,
    'grants',
    { subset_of: [], essential },
    { default: [code], essential },
    [code],
    { merged: { default: [code], subset_of: [], essential }, resolved: [] },
  ],
  [
    1535,
    'grants',
    { subset_of: [], essential },
    { subset_of: [code, refresh] },
    [code],
    { merged: { subset_of: [], essential }, resolved: [] },
  ],
  [
    1537,
    'grants',
    { subset_of: [] },
    { subset_of: [code, refresh] },
    [code],
    { merged: { subset_of: [] }, resolved: [] },
  ],
  [
    1541,
    'grants',
    { subset_of: [] },
    { subset_of: [code, refresh] },
    [password],
    { merged: { subset_of: [] }, resolved: [] },
  ],
  [2005, 'grants', { superset_of: [code] }, { superset_of: [code, refresh] }, [code, password], 'invalid_metadata'],
  [2009, 'grants', { superset_of: [code] }, { superset_of: [code, refresh] }, [], 'invalid_metadata'],
  [
    2010,
    'grants',
    { superset_of: [code], essential },
    { superset_of: [code, refresh], essential },
    undefined,
    'invalid_metadata',
  ],
  [
    2013,
    'grants',
    { superset_of: [code] },
    { superset_of: [code, refresh] },
    undefined,
    { merged: { superset_of: [code, refresh] } },
  ],
  [2014, 'logo', { value: null }, { essential }, png, 'invalid_policy'],
  [2016, 'logo', { value: null }, { essential }, undefined, 'invalid_policy'],
  [2017, 'logo', { value: null }, { essential: false }, png, { merged: { value: null, essential: false } }],
]

/** Returns the outcome of a `value`, which applies whatever the metadata has. */
function ofValue(value: JsonObject[string], further: JsonObject = {}): PolicyOutcome {
  return { merged: { value, ...further }, resolved: value }
}

export const policyVectors: readonly PolicyVector[] = rows.map(
  ([n, parameter, anchor, intermediate, value, outcome]) => ({
    n,
    parameter: parameters[parameter],
    anchor,
    intermediate,
    ...(value !== undefined && { value }),
    outcome,
  }),
)
