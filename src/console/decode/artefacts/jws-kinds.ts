/**
 * Table of the kinds of JWS: how each is recognised, which strict parser checks its form, which keys it contains, and
 * which checks only this kind has.
 */
import {
  type Failure,
  failed,
  isJsonObject,
  isNumericDate,
  type JsonObject,
  type PublicJwk,
} from '../../../base/index.ts'
import { parseEntityStatement, parseTrustMark } from '../../../federation/index.ts'
import { allAlgorithms, checkJwtTimes, typMatches } from '../../../jose/index.ts'
import { parseRequestObject } from '../../../oid4vp/index.ts'
import {
  checkWalletAttestation,
  itWallet1Attestation,
  parseWalletAttestation,
  parseWalletAttestationRequest,
  specificationAttestation,
} from '../../../wallet-attestation/index.ts'
import type { Verdict } from '../decoded.ts'
import type { DecodedKind } from '../kinds.ts'
import { reasonWithout } from '../pasted-keys.ts'
import { type Reading, type SourceKeys, skew } from '../reading.ts'
import { type Findings, notVerifiable, passed, verdictOf } from '../verdicts.ts'
import { checkDpop } from './dpop.ts'
import type { OpenedJws } from './open-jws.ts'
import { asKeys, headerKeys, keysOfSet, verifySignature, withoutKids } from './signature.ts'
import { readStatusList } from './status-list.ts'

export interface JwsKind {
  readonly kind: DecodedKind
  /** Accepted values of `typ`. `undefined` accepts a JWS without `typ`. */
  readonly typ: readonly (string | undefined)[]
  /** Returns true if the content has members of this kind. Decides only if `typ` names no kind, or several. */
  readonly looksLike?: (payload: JsonObject, header: JsonObject) => boolean
  /** Returns the result of the strict parser, or its failure. If absent, only the strict JWS parser checks the form. */
  readonly form?: (reading: Reading, jws: OpenedJws, payload: JsonObject) => Failure | object | undefined
  /** Returns the keys that the artefact contains. Defaults to the keys in its header. */
  readonly keys?: (payload: JsonObject, header: JsonObject) => readonly SourceKeys[]
  readonly extraChecks?: (reading: Reading, jws: OpenedJws, payload: JsonObject) => Promise<Findings>
}

const urls = { loopbackHttp: true }
const issuedAt = (payload: JsonObject, reading: Reading) => (isNumericDate(payload.iat) ? payload.iat : reading.now)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const genericTyp = ['JWT', undefined]

const federationStatement = {
  typ: ['entity-statement+jwt'],
  form: (_: Reading, { compact }: OpenedJws) =>
    parseEntityStatement(compact, { algorithms: allAlgorithms, urls }, 'statement'),
}

/**
 * Returns the verdict about the Trust Anchor of an Entity Configuration. Only the configuration of the Trust Anchor
 * itself, which names no superior, can be verified with pasted keys. Any other configuration needs a trust chain.
 */
async function checkAnchor(reading: Reading, jws: OpenedJws['strict'], payload: JsonObject): Promise<Verdict> {
  const { pastedKeys } = reading
  if (pastedKeys.keys.length === 0) return notVerifiable('anchor', reasonWithout(pastedKeys, 'anchor_not_pinned'))
  if (failed(jws)) return notVerifiable('anchor', 'form_refused')
  const signed = await verifySignature({ ...reading, neighbours: [] }, 'entity_configuration', jws, [])
  const isAnchor = signed.result === 'verified' && payload.authority_hints === undefined
  return isAnchor ? passed('anchor', { by: 'pasted' }) : notVerifiable('anchor', 'chain_absent')
}

/** Kinds. If several fit, the first one is taken. */
const jwsKinds: readonly JwsKind[] = [
  {
    ...federationStatement,
    kind: 'entity_configuration',
    looksLike: ({ iss, sub, jwks }) => iss !== undefined && iss === sub && jwks !== undefined,
    keys: ({ jwks }, header) => [...headerKeys(header), { source: 'own_jwks', keys: keysOfSet(jwks) }],
    extraChecks: async (reading, { strict }, payload) => ({ verdicts: [await checkAnchor(reading, strict, payload)] }),
  },
  {
    ...federationStatement,
    kind: 'subordinate_statement',
    looksLike: ({ iss, sub, jwks }) => iss !== undefined && sub !== undefined && isJsonObject(jwks),
  },
  {
    kind: 'trust_mark',
    typ: ['trust-mark+jwt'],
    looksLike: (payload) => payload.trust_mark_type !== undefined || payload.trust_mark_id !== undefined,
    form: (_, { compact }) => parseTrustMark(compact, allAlgorithms, 'trust_mark'),
  },
  { kind: 'trust_mark_delegation', typ: ['trust-mark-delegation+jwt'] },
  { kind: 'resolve_response', typ: ['resolve-response+jwt'] },
  { kind: 'historical_keys', typ: ['jwk-set+jwt'] },
  {
    kind: 'status_list_token',
    typ: ['statuslist+jwt'],
    looksLike: ({ status_list: list }) => isJsonObject(list) && list.lst !== undefined,
    extraChecks: readStatusList,
  },
  {
    kind: 'wallet_attestation_request',
    typ: ['war+jwt', 'wp-war+jwt'],
    looksLike: ({ hardware_signature: signature }) => signature !== undefined,
    form: (reading, { compact, header }, payload) =>
      parseWalletAttestationRequest(reading.ctx, compact, {
        ...{ walletProvider: text(payload.aud), algorithms: allAlgorithms, now: issuedAt(payload, reading), skew },
        profile: typMatches(text(header.typ), 'wp-war+jwt') ? itWallet1Attestation : specificationAttestation,
      }),
    keys: ({ cnf }) => [{ source: 'cnf', keys: withoutKids(keysInCnf(cnf)) }],
    extraChecks: async () => ({
      verdicts: [notVerifiable('hardware', 'registration_absent'), notVerifiable('nonce', 'server_only')],
    }),
  },
  {
    kind: 'wallet_attestation',
    typ: ['wallet-attestation+jwt', 'oauth-client-attestation+jwt'],
    looksLike: ({ cnf, aal }) => isJsonObject(cnf) && aal !== undefined,
    form: (reading, { compact }, payload) => {
      const parsed = parseWalletAttestation(compact, { algorithms: allAlgorithms })
      if (failed(parsed)) return parsed
      return checkWalletAttestation(reading.ctx, parsed, { now: issuedAt(payload, reading), skew })
    },
    extraChecks: async () => ({ verdicts: [notVerifiable('issuer', 'issuer_not_evaluated')] }),
  },
  {
    kind: 'attestation_pop',
    typ: ['jwt-client-attestation-pop', 'oauth-client-attestation-pop+jwt'],
    extraChecks: async () => ({ verdicts: [notVerifiable('single_use', 'store_only')] }),
  },
  {
    kind: 'dpop_proof',
    typ: ['dpop+jwt'],
    looksLike: ({ htm, htu }) => htm !== undefined && htu !== undefined,
    extraChecks: checkDpop,
  },
  {
    kind: 'key_proof',
    typ: ['openid4vci-proof+jwt'],
    extraChecks: async () => ({ verdicts: [notVerifiable('nonce', 'server_only')] }),
  },
  {
    kind: 'presentation_request_object',
    typ: ['oauth-authz-req+jwt', ...genericTyp],
    looksLike: ({ response_type: type, response_uri: uri }) => type === 'vp_token' || uri !== undefined,
    form: (reading, { compact }, payload) =>
      parseRequestObject(compact, {
        clientId: text(payload.client_id),
        now: issuedAt(payload, reading),
        skew,
        urls,
        algorithms: allAlgorithms,
        ...(typeof payload.state === 'string' && { state: payload.state }),
        ...(typeof payload.wallet_nonce === 'string' && { walletNonce: payload.wallet_nonce }),
      }),
    extraChecks: async () => ({ verdicts: [notVerifiable('issuer', 'issuer_not_evaluated')] }),
  },
  {
    kind: 'pushed_request_object',
    typ: ['oauth-authz-req+jwt', ...genericTyp],
    looksLike: ({ response_type: type }) => type !== undefined,
  },
  { kind: 'access_token', typ: ['at+jwt'] },
  {
    kind: 'key_binding_jwt',
    typ: ['kb+jwt'],
    looksLike: (payload) => payload.sd_hash !== undefined,
  },
  {
    kind: 'sd_jwt',
    typ: ['dc+sd-jwt', 'vc+sd-jwt', 'example+sd-jwt'],
    looksLike: ({ _sd: digests, vct }) => digests !== undefined || vct !== undefined,
  },
  {
    kind: 'client_assertion',
    typ: genericTyp,
    looksLike: ({ iss, sub, aud, jti }) => iss !== undefined && iss === sub && aud !== undefined && jti !== undefined,
  },
  {
    kind: 'id_token',
    typ: genericTyp,
    looksLike: ({ iss, sub, aud, acr, nonce }) =>
      ![iss, sub, aud].includes(undefined) && (acr !== undefined || nonce !== undefined),
  },
]

const otherJwt: JwsKind = { kind: 'jwt', typ: [] }

/**
 * Returns the kind that `typ` names. If `typ` names several, returns the first whose `looksLike` accepts the content,
 * or else the first. If `typ` is `JWT` or names no kind, applies `looksLike` of all kinds, and defaults to `jwt`.
 */
export function jwsKindOf(header: JsonObject, payload: JsonObject): JwsKind {
  const { typ } = header
  const isNamedByTyp = (row: JwsKind): boolean =>
    typeof typ === 'string' && row.typ.some((name) => name !== undefined && name !== 'JWT' && typMatches(typ, name))
  const rows = jwsKinds.filter(isNamedByTyp)
  const fits = (row: JwsKind): boolean => row.looksLike?.(payload, header) ?? false
  return rows.find(fits) ?? rows[0] ?? jwsKinds.find(fits) ?? otherJwt
}

/** Returns the key in `cnf.jwk` as a list. Empty if the key is absent, malformed, private or unsupported. */
export function keysInCnf(cnf: unknown): readonly PublicJwk[] {
  return isJsonObject(cnf) ? asKeys(cnf.jwk) : []
}

/** Returns the verdict about `iat`, `nbf` and `exp`. It is `not_verifiable` if all three are absent. */
export function checkTimes({ now }: Pick<Reading, 'now'>, payload: JsonObject): Verdict {
  if (payload.exp === undefined && payload.iat === undefined && payload.nbf === undefined)
    return notVerifiable('times', 'no_times')
  return verdictOf('times', checkJwtTimes(payload, { now, skew }, 'payload'))
}
