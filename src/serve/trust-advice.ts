/**
 * Advice for each reason why no trust chain is found. It appears in explanations, in notes of readiness, in the log of
 * refusals and in errors of commands.
 */
import { type ResolveCode, reasonOfNoTrustChain, type TrustStep, trustStepOf } from '../federation/index.ts'
import { trustAdviceOf } from '../rules/index.ts'
import { lastEntity, reachAdvice } from './reach-advice.ts'

/**
 * Advice by the step that fails. `adviceByCode` is more specific for some codes. The tables of `rules/advice/` have
 * advice for each code of `statements`.
 */
const adviceByStep: Readonly<Record<TrustStep, string>> = {
  reach: 'make the last entity of the path answer at its well-known URL, over https, with the right media type.',
  statements: 'correct the statement at the named place. Its issuer must sign it again.',
  times: 'compare the clocks, and have the statement signed again before it expires.',
  links: 'compare authority_hints, iss and sub of the named statements: identifiers must be exactly equal.',
  anchor:
    'configure the anchor with its keys where trust is evaluated, or join a federation whose anchor is configured.',
  signatures: 'let the superior adopt the keys that are published now ("fiducia federation refresh <entity>").',
  constraints: 'ask the named superior to change its constraints, or shorten the path.',
  metadata:
    'change the metadata so that it satisfies the policy at the named place, or ask the superior to change it ("fiducia federation policy <entity>" shows it).',
}

const noFetchEndpoint =
  'make the fetch endpoint of the last entity of the path answer about its subordinate, over https, as application/entity-statement+jwt.'
const otherAnchor =
  'the last entity of the path names no superior and is not pinned as an anchor here: obtain its keys out of band and pin them where trust is evaluated, or join a federation whose anchor is pinned.'
const otherKeys =
  'the statement of the superior contains other keys than the entity signs with: first check whether another service answers at the identifier of the entity. If it does, with the keys in the statement, correct publicUrl and change nothing at the superior. If the entity has changed its keys: publish the new key beside the old one, signed with the old one, and have the superior adopt it ("fiducia federation refresh <entity>"); if the old one is lost, have the entity removed and registered again ("fiducia federation add <entity>").'

const ownKid =
  'the named configuration is signed with a kid that its own jwks lacks: publish the key there, or sign with a published one.'
const anchorsKid =
  'the anchor signs with a kid that its configuration, as served now, lacks: its operator must publish the key there, and look for an older copy in a cache or another replica.'
const whiteSpace =
  'the document has white space around the JWT or in it: serve only the JWT, without the newline that an editor or "echo" adds.'
const otherSignature =
  'the named statement is not signed with the key of its kid: its issuer must sign it again with that key. A new key needs a kid of its own.'
const otherSubject =
  "the sub in the entity's configuration differs from the name that was given here: use exactly that sub, with scheme, port and path. A slash at the end counts."
const otherSuperior =
  'the sub in the configuration of the last entity of the path differs from the hint before it: write exactly that sub into authority_hints, with scheme, port and path. A slash at the end counts.'
const mismatchedKey =
  'the key for the kid of the named statement does not fit its alg: its issuer must sign with a key of that algorithm, published with a kid of its own.'
const superiorsPolicy =
  'no metadata can satisfy the policy at the named place: its issuer must correct the policy so that it does not contradict that of the superior above, or have that superior change its policy ("fiducia federation policy <entity>" shows them).'
const unfitMetadata =
  'change the metadata at the named place, where the entity publishes it or a superior sets it: this value is not permitted for this member.'

const adviceByCode: { readonly [code in ResolveCode]?: string } = {
  no_superior: 'the entity names no superior: publish authority_hints, and have the superior register the entity.',
  fetch_endpoint_missing:
    'the last entity of the path has no fetch endpoint, so it has no subordinates: name an authority in authority_hints, and pin an authority as anchor.',
  superior_not_hinted:
    "add exactly the superior's identifier to the entity's authority_hints, with scheme, port and path. A slash at the end counts.",
  anchor_key_mismatch: 'the anchor signs with a key that is not pinned here: obtain its keys out of band and pin them.',
  subject_key_mismatch: otherKeys,
  signature_invalid: otherSignature,
  key_mismatch: mismatchedKey,
  key_unusable: mismatchedKey,
  time_invalid:
    'write iat and exp as numbers, in seconds since 1970, not in milliseconds. The issuer of the statement must sign it again.',
  policy_malformed: superiorsPolicy,
  policy_operand_invalid: superiorsPolicy,
  policy_combination_invalid: superiorsPolicy,
  policy_merge_impossible: superiorsPolicy,
  metadata_schema_violated: unfitMetadata,
  metadata_key_private: unfitMetadata,
  federation_endpoint_invalid: unfitMetadata,
  expired:
    'the named statement has expired: its issuer must sign a new one, and a cache on the way must drop the old one. If it is new, the clock here is ahead.',
  not_yet_valid:
    'the named statement is not valid yet: the clock of its issuer is ahead, or the one here is behind. Correct both clocks.',
  address_forbidden:
    'the host name resolves to an address that is not public. Services send no request there unless network.trustedHosts of their settings names the host, with its port unless it is 443. Commands never do. Services send one to an endpoint outside the origin of its entity only if trustedHosts names both hosts, and never for an unknown client. Publish a public address.',
  url_forbidden: 'identifiers and endpoints must be https URLs: services send no request elsewhere.',
  answer_too_large:
    'make the document smaller: the configuration of the evaluated entity may have 524288 bytes, and any other document 65536.',
  limit_reached: 'name fewer superiors, or shorten the path: no more are examined.',
  superior_loops: "remove the entity's own subordinates, and the entity itself, from authority_hints.",
}

/**
 * Returns what to change. `at` is the place of the failure, as the resolution and `parseJws` write it. It decides
 * between the advice for a superior's statement and the advice for the entity's own configuration. `who` replaces the
 * phrase for the last entity of the path, for readers who do not see the path.
 */
export const trustAdvice = (code: ResolveCode, at: string, who = lastEntity): string =>
  adviceOf(code, at).replaceAll(lastEntity, () => who)

function adviceOf(code: ResolveCode, at: string): string {
  const [document] = at.split('.', 1)
  const fetchAdvice = trustStepOf[code] === 'reach' ? reachAdvice(code, at) : undefined
  if (fetchAdvice !== undefined) return fetchAdvice
  if (code === 'jws_malformed' && at.endsWith('.white_space')) return whiteSpace
  if (code === 'no_superior' && at.startsWith('configuration')) return otherAnchor
  if (code === 'kid_unknown' && at.startsWith('statement[0]')) return ownKid
  if (code === 'kid_unknown' && at.endsWith('.jwks')) return anchorsKid
  if (code === 'subject_mismatch') return document === 'configuration' ? otherSuperior : otherSubject
  const step = trustStepOf[code]
  const advice = adviceByCode[code]
  if (advice !== undefined) return advice
  if (step === 'statements') return statementAdvice(code, at)
  return step === 'reach' && document === 'statement' ? noFetchEndpoint : adviceByStep[step]
}

/** Returns the advice of the general tables for a malformed statement, as the end of a sentence. */
function statementAdvice(code: ResolveCode, at: string): string {
  const [, remedy = adviceByStep.statements] = trustAdviceOf({ code, at }) ?? []
  return `${remedy.charAt(0).toLowerCase()}${remedy.slice(1)}`
}

/**
 * Returns the advice for a refusal because of a missing trust chain. The place of such a refusal contains the reason.
 * Returns `undefined` if `place` contains no known reason. `who` is the phrase for the last entity of the path.
 */
export function trustAdviceAt(place: string, who: string): string | undefined {
  const { code = '', at = '' } = reasonOfNoTrustChain(place) ?? {}
  if (!Object.hasOwn(trustStepOf, code)) return undefined
  return trustAdvice(code as ResolveCode, at, who)
}
