/** Advice for a trust mark that is missing or not valid. */
import type { ExplainedTrustMark, ResolveTrustMarkCode } from '../federation/index.ts'
import type { JwsParseCode, JwsVerifyCode, JwtTimeCode } from '../jose/index.ts'
import { adviceOf } from '../rules/index.ts'

const absentMarkAdvice =
  'have the mark granted by its issuer ("fiducia federation marks <entity> --grant <type>"), and show it in the entity configuration.'
const askLaterAdvice = 'ask again later: an entity that is needed to verify the mark does not answer.'
const newMark = 'fetch a new mark from the issuer, and show it in the entity configuration.'
const newDelegation = 'The issuer must put it into its setting trustMarks, and the entity must fetch a new mark.'
const correctStatusAnswer = "have the operator of the issuer correct the issuer's trust mark status endpoint: "

type SignatureCode = JwsParseCode | JwsVerifyCode | JwtTimeCode

/** Codes that only marks have. `adviceOf` has advice for the others. */
type OwnCode = Exclude<ResolveTrustMarkCode, SignatureCode | `delegation_${SignatureCode}` | `mark_status_${string}`>

const adviceByCode: Readonly<Record<OwnCode, string>> & { readonly [code in ResolveTrustMarkCode]?: string } = {
  mark_inactive:
    'the issuer has revoked the mark, or the key that signed it. If the issuer grants the mark now ("fiducia federation marks" shows it), have the entity fetch it again: an entity of fiducia does so at its start and each hour. Otherwise ask the issuer to grant the mark again ("fiducia federation marks <entity> --grant <type>").',
  anchor_unavailable: askLaterAdvice,
  mark_issuer_unavailable: askLaterAdvice,
  mark_status_unreachable: askLaterAdvice,
  limit_reached: 'show fewer marks in the entity configuration: only these were examined.',
  anchor_silent:
    'the anchor has no valid configuration, so nobody knows its issuers of marks: its operator must correct the configuration ("fiducia trust explain" with the anchor shows the fault).',
  mark_claim_missing: 'have the issuer sign a new mark with iss, sub, trust_mark_type and iat.',
  mark_claim_malformed: 'have the issuer sign a new mark with the delegation as a JWT.',
  mark_sub_mismatch:
    'the mark belongs to another entity: have the issuer grant the mark to exactly this identifier, and show that mark. A slash at the end counts.',
  mark_type_mismatch: 'write the type in the mark into trust_mark_type beside the mark.',
  mark_type_unrecognised:
    'have the operator of the anchor add the type to trust_mark_issuers, with its issuers (setting trustMarks). A new mark changes nothing.',
  mark_issuer_not_allowed:
    'the anchor names other issuers for the type: obtain the mark from one of them, or have the operator of the anchor add this issuer (setting trustMarks).',
  mark_issuer_untrusted:
    'the issuer of the mark has no valid trust chain ("fiducia trust explain" with the issuer shows the fault): have its operator correct that.',
  kid_unknown: `the issuer no longer publishes the key that signed the mark: ${newMark}`,
  signature_invalid: newMark,
  typ_mismatch: 'have the issuer sign a new mark with the header typ trust-mark+jwt.',
  expired: `the mark has expired: ${newMark} An entity of fiducia does so at its start and each hour.`,
  not_yet_valid: 'the mark is not valid yet: compare the clock of its issuer with the clock here.',
  delegation_missing: `the anchor names an owner of the type: the issuer must obtain a delegation from the owner. ${newDelegation}`,
  delegation_owner_unknown:
    'have the operator of the anchor name the owner of the type, with its keys (setting trustMarks), or the issuer issue the mark without a delegation.',
  delegation_expired: `the delegation has expired: the issuer must obtain a new one from the owner of the type. ${newDelegation}`,
  delegation_iat_missing: `the owner of the type must sign a new delegation, with iat. ${newDelegation}`,
  delegation_iss_mismatch: `the delegation is of another party than the owner that the anchor names: the issuer must obtain one from that owner. ${newDelegation}`,
  delegation_sub_mismatch: `the delegation is for another issuer: the issuer must obtain one for exactly its own identifier. ${newDelegation}`,
  delegation_type_mismatch: `the delegation is for another type: the issuer must obtain one for this type. ${newDelegation}`,
  delegation_kid_unknown: `the anchor does not name the key that signed the delegation: the owner must sign a new one with a key that the anchor names, or have the operator of the anchor add the key. ${newDelegation}`,
  mark_status_endpoint_missing: `${correctStatusAnswer}publish it as an https URL.`,
  mark_status_kid_unknown: `${correctStatusAnswer}sign with a key that the issuer publishes.`,
  status_unexpected: `${correctStatusAnswer}answer with the HTTP status 200.`,
  status_iss_mismatch: `${correctStatusAnswer}set iss to the identifier of the issuer.`,
  status_iat_missing: `${correctStatusAnswer}add iat.`,
  status_stale: `${correctStatusAnswer}sign a new status for each request. If the status is new, compare the clocks.`,
  status_mark_mismatch: `${correctStatusAnswer}repeat the mark of the request in trust_mark.`,
  status_unknown: `${correctStatusAnswer}answer with a status.`,
}

/** Returns what to change about a mark that is missing or not valid. */
export function trustMarkAdviceFor({ result, code }: ExplainedTrustMark): string {
  if (result === 'absent' || code === undefined) return absentMarkAdvice
  const advice = adviceByCode[code]
  if (advice !== undefined) return advice
  const [, prefix, rest = code] = /^(delegation_|mark_status_)(.+)$/.exec(code) ?? []
  const [, remedy = 'correct it at the named place.'] = adviceOf(rest) ?? []
  const change = `${remedy.charAt(0).toLowerCase()}${remedy.slice(1)}`
  if (prefix === 'mark_status_') return `${correctStatusAnswer}${change}`
  return prefix === undefined
    ? `have the issuer sign a new mark: ${change}`
    : `have the owner of the type sign a new delegation: ${change} ${newDelegation}`
}
