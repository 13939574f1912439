/**
 * Advice for each reason why no trust chain is found, in one sentence. Explanations, the service's own notes and
 * refusals of wallets show it.
 */
import { type ResolveCode, reasonOfNoTrustChain, type TrustStep, trustStepOf } from '../federation/index.ts'
import { lastEntity, reachAdvice } from './reach-advice.ts'

/** Advice by the step that fails. `betterAdvice` is more specific for some codes. */
const advice: Readonly<Record<TrustStep, string>> = {
  reach: 'see that the last entity of the path answers at its well-known URL, over https, with the right media type.',
  statements: 'correct the statement at the place named; its issuer must sign it anew.',
  times: 'compare the clocks, and see that the statement is signed anew before its end.',
  links: 'compare authority_hints, iss and sub of the statements named: identifiers must be equal to the letter.',
  anchor: 'configure the anchor with its keys where you judge, or join a federation whose anchor is configured.',
  signatures: 'let the superior take over the keys that are published now ("fiducia federation refresh <entity>").',
  constraints: 'ask the superior named to change its constraints, or shorten the path.',
  metadata:
    'change the metadata so that it satisfies the policy at the place named, or ask the superior to change that ("fiducia federation policy <entity>" shows it).',
}

const noFetchEndpoint =
  'see that the fetch endpoint of the last entity of the path answers about its subordinate, over https, as application/entity-statement+jwt.'
const otherAnchor =
  'the last entity of the path names no superior and is no anchor here: obtain its keys out of band and pin them where you judge, or join a federation whose anchor is pinned.'
const otherKeys =
  'the superior states other keys than the entity signs with: see first whether another service answers at the identifier of the entity with the stated keys; then correct publicUrl, and change nothing at the superior. If the entity has changed its keys: publish the new key beside the old one, signed with the old one, and have the superior take it over ("fiducia federation refresh <entity>"); if the old one is lost, have the entity removed and taken in anew ("fiducia federation add <entity>").'

const ownKid =
  'the configuration named is signed under a kid that its own jwks lacks: publish the key there, or sign with one that is published.'
const anchorsKid =
  'the anchor signs under a kid that its own configuration, as it is served now, lacks: its operator publishes the key there, and looks for an older copy on the way (a cache, another replica).'
const whiteSpace =
  'white space stands around the JWT or in it: serve the JWT alone, without the newline that an editor or "echo" puts at its end.'
const otherSignature =
  'the statement named is not signed with the key that its kid names: its issuer signs it anew with that key. A new key gets a kid of its own.'
const otherSubject =
  'the entity calls itself otherwise in its configuration (sub) than it was named here: name it so, to the letter, with scheme, port and path; a slash at the end counts.'
const otherSuperior =
  'the last entity of the path calls itself otherwise in its configuration (sub) than the hint before it names it: write that into authority_hints, to the letter, with scheme, port and path; a slash at the end counts.'
const unfitKey =
  'the key that the kid of the statement named stands for does not fit its alg: its issuer signs with a key of that algorithm, published under a kid of its own.'
const superiorsPolicy =
  'no metadata can satisfy the policy at the place named: its issuer corrects it, or has the superior above, which it must not contradict, change its own ("fiducia federation policy <entity>" shows them).'
const unfitMetadata =
  'change the metadata at the place named, where the entity publishes it or a superior sets it: it is nothing that this member may be.'

const betterAdvice: { readonly [code in ResolveCode]?: string } = {
  no_superior: 'the entity names no superior: publish authority_hints, and have the superior take the entity in.',
  fetch_endpoint_missing:
    'the last entity of the path has no fetch endpoint, so it vouches for nobody: name an authority in authority_hints, and pin an anchor that is one.',
  superior_not_hinted:
    "add the superior to the entity's authority_hints, to the letter, with scheme, port and path; a slash at the end counts.",
  anchor_key_mismatch: 'the anchor signs with a key that is not pinned here: obtain its keys out of band and pin them.',
  subject_key_mismatch: otherKeys,
  signature_invalid: otherSignature,
  key_mismatch: unfitKey,
  key_unusable: unfitKey,
  time_invalid: 'write iat and exp as numbers, the seconds since 1970; the issuer of the statement must sign it anew.',
  policy_malformed: superiorsPolicy,
  policy_operand_invalid: superiorsPolicy,
  policy_combination_invalid: superiorsPolicy,
  policy_merge_impossible: superiorsPolicy,
  metadata_schema_violated: unfitMetadata,
  metadata_key_private: unfitMetadata,
  federation_endpoint_invalid: unfitMetadata,
  expired:
    'the statement named is past its end: its issuer must sign a new one, and a cache on the way let the old one go. If it is new, the clock here is ahead.',
  not_yet_valid:
    'the statement named is of a time to come: the clock of its issuer is ahead of the one here, or this one is behind. Set both by the time of day.',
  address_forbidden:
    'the name leads to an address that is not public: no service asks there unless network.trustedHosts of its settings names the host, and no command. Publish a public one.',
  url_forbidden: 'identifiers and endpoints are https URLs: no service asks elsewhere.',
  limit_reached: 'name fewer superiors, or shorten the path: no more is looked at than this.',
  superior_loops: "take the entity's own subordinates, and itself, out of authority_hints.",
}

/**
 * Returns what to change. `at` is the place of the failure: a superior's statement and the entity's own configuration
 * need different advice. `who` replaces the phrase for the last entity of the path, for readers who do not see the
 * path.
 */
export const trustAdvice = (code: ResolveCode, at: string, who = lastEntity): string =>
  adviceOf(code, at).replaceAll(lastEntity, who)

function adviceOf(code: ResolveCode, at: string): string {
  const [document] = at.split('.', 1)
  const ofReach = trustStepOf[code] === 'reach' ? reachAdvice(code, at) : undefined
  if (ofReach !== undefined) return ofReach
  if (code === 'jws_malformed' && at.endsWith('.white_space')) return whiteSpace
  if (code === 'no_superior' && at.startsWith('configuration')) return otherAnchor
  if (code === 'kid_unknown' && at.startsWith('statement[0]')) return ownKid
  if (code === 'kid_unknown' && at.endsWith('.jwks')) return anchorsKid
  if (code === 'subject_mismatch') return document === 'configuration' ? otherSuperior : otherSubject
  const step = trustStepOf[code]
  return betterAdvice[code] ?? (step === 'reach' && document === 'statement' ? noFetchEndpoint : advice[step])
}

/**
 * Returns the advice for the place of a refusal without a trust chain, which contains the reason. Returns `undefined`
 * if it contains none.
 */
export function trustAdviceAt(place: string, who: string): string | undefined {
  const { code = '', at = '' } = reasonOfNoTrustChain(place) ?? {}
  if (!Object.hasOwn(trustStepOf, code)) return undefined
  return trustAdvice(code as ResolveCode, at, who)
}
