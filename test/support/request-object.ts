/** A valid Request Object of each variant, which tests change and then verify. */
import { decodeBase64url, failed, type JsonObject, type Verified, verified } from '../../src/base/index.ts'
import type { TrustEvaluator, TrustedEntity, TrustHint } from '../../src/federation/trust-evaluator.ts'
import { generateSigner, type Signer, signJwt } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import {
  createDcqlRequestObject,
  createScopeRequestObject,
  type RequestExpectation,
  verifyRequestObject,
} from '../../src/oid4vp/index.ts'
import { askForPid } from './dcql.ts'

export const crypto = createNodeCrypto()
export const now = 1_768_478_400
export const clientId = 'https://rp.example'
export const responseUri = 'https://rp.example/response_uri'
export const signer = await generateSigner({ crypto })
export const stranger = await generateSigner({ crypto })
const state = 'state-of-this-session'
const presentationNonce = 'n'.repeat(32)

export const definition = {
  id: 'login',
  input_descriptors: [
    {
      id: 'pid',
      format: { 'vc+sd-jwt': { alg: ['ES256'] } },
      constraints: {
        limit_disclosure: 'required',
        fields: [{ path: ['$.vct'], filter: { type: 'string', const: 'eu.eudiw.pid.it' } }, { path: ['$.given_name'] }],
      },
    },
  ],
}
const dcqlQuery = {
  credentials: [askForPid('given_name'), { id: 'wallet_attestation', format: 'jwt', claims: [{ path: ['iss'] }] }],
}

export const members = (keys: Signer[] = [signer]): JsonObject => ({
  client_id: clientId,
  client_name: 'Comune',
  response_uris_supported: [responseUri],
  presentation_definitions_supported: [definition],
  vp_formats: { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
  jwks: { keys: keys.map(({ publicJwk }) => publicJwk) as unknown as JsonObject[] },
})

export const entity = (metadata: TrustedEntity['metadata'], entityId = clientId): Verified<TrustedEntity> =>
  verified({ entityId, metadata, federationKeys: [], trustChain: ['a', 'b'], expiresAt: now + 3600 })

/** Returns the Relying Party as a trusted entity, with the same metadata under both of its entity types. */
export const both = (change: JsonObject = {}, keys?: Signer[]): Verified<TrustedEntity> => {
  const published = { ...members(keys), ...change }
  return entity({ wallet_relying_party: published, openid_credential_verifier: published })
}

export interface Seen {
  readonly entityId: string
  readonly types: readonly string[]
  readonly hint: TrustHint | undefined
}

/** Returns a trust evaluator with this answer. It adds each request to `seen`. */
export const trusting = (
  answer: Awaited<ReturnType<TrustEvaluator['evaluate']>>,
  seen: Seen[] = [],
): TrustEvaluator => ({
  evaluate: async (entityId, types, hint) => {
    seen.push({ entityId, types, hint })
    return answer
  },
})

export const settings = {
  clientId,
  responseUri,
  presentationNonce,
  state,
  trustChain: ['chain.leaf.jwt', 'chain.top.jwt'],
  lifetimeSeconds: 300,
}

interface Parts {
  header: Record<string, unknown>
  payload: Record<string, unknown>
}

function partsOf(compact: string): Parts {
  const [header = '', payload = ''] = compact.split('.')
  const read = (part: string) => JSON.parse(new TextDecoder().decode(decodeBase64url(part)))
  const { alg: _, ...rest } = read(header)
  return { header: rest, payload: read(payload) }
}

export const valid: Record<'scope' | 'dcql', Parts> = {
  scope: partsOf(await createScopeRequestObject(signer, { ...settings, scope: 'login' }, now)),
  dcql: partsOf(
    await createDcqlRequestObject(signer, { ...settings, dcqlQuery, requestUriMethod: 'post', walletNonce: 'wn' }, now),
  ),
}

export const expectation: RequestExpectation = { clientId, state, walletNonce: undefined, now, skew: 30 }

export interface Case extends Parts {
  signer: Signer
  expected: RequestExpectation
  trust: TrustEvaluator
}

/** Changes a case, and verifies its Request Object. Returns the code of the refusal, or `accepted`. */
export async function run(kind: 'scope' | 'dcql', mutate: (one: Case) => void = () => {}): Promise<string> {
  const one: Case = {
    ...structuredClone(valid[kind]),
    signer,
    expected: kind === 'dcql' ? { ...expectation, walletNonce: 'wn' } : expectation,
    trust: trusting(both()),
  }
  mutate(one)
  const compact = await signJwt(one.signer, one.header, one.payload)
  const result = await verifyRequestObject({ crypto, trust: one.trust }, compact, one.expected)
  return failed(result) ? result.code : 'accepted'
}

export type Row = readonly [id: string, title: string, mutate: (one: Case) => void, code: string]
/** Sets a claim. */
export const set =
  (name: string, value: unknown) =>
  ({ payload }: Case): void => {
    payload[name] = value
  }
/** Removes a claim. */
export const drop =
  (name: string) =>
  ({ payload }: Case): void => {
    delete payload[name]
  }

/** Sets a member of the header. `undefined` removes it. */
export const head =
  (name: string, value: unknown) =>
  ({ header }: Case): void => {
    if (value === undefined) delete header[name]
    else header[name] = value
  }
/** Replaces the trust evaluator. */
export const trust =
  (evaluator: TrustEvaluator) =>
  (one: Case): void => {
    one.trust = evaluator
  }
