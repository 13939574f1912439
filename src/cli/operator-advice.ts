/** Remedies for operators when an administration refuses, by code and place in the answer. One sentence each. */
import { trustStepOf } from '../federation/index.ts'
import { trustAdvice } from '../serve/trust-advice.ts'

const members = '"fiducia federation list" shows who stands here; identifiers are equal to the letter.'

const advice: ReadonlyMap<string, string> = new Map([
  ['unreachable', 'see that the entity answers at its well-known URL, also from where this authority runs.'],
  [
    'subject_mismatch',
    'name the entity as it names itself in its configuration (sub), to the letter: a slash at the end counts.',
  ],
  [
    'entity_id_invalid',
    'name the entity by its https URL, with neither query nor fragment; a host in other letters than those of ASCII is written with "xn--".',
  ],
  [
    'entity_type_missing',
    'the candidate publishes metadata of each type that it is to have, and neither your constraints nor those of a superior of yours take the type away: name with --type what is left.',
  ],
  ['intermediate_mismatch', 'say --intermediate for an entity with a fetch endpoint, and only for one.'],
  [
    'intermediate_unbounded',
    'state with --constraints which hosts and which types may stand below the intermediate: {"naming_constraints": {"permitted": ["region.example", ".region.example"]}, "allowed_entity_types": ["wallet_relying_party"]}.',
  ],
  [
    'credential_types_missing',
    'state with --credential-types what the issuer may issue; below an intermediate only what the superior of the intermediate lets be issued there.',
  ],
  ['metadata_url_insecure', 'the candidate publishes https for the URL at the place named.'],
  ['metadata_alg_forbidden', 'the candidate drops the algorithm at the place named, which proves nothing.'],
  ['metadata_alg_missing', 'the candidate publishes an algorithm that the policies allow.'],
  [
    'subordinate_known',
    'change it with "fiducia federation policy", "refresh", "suspend" or "resume"; for anything else remove it first.',
  ],
  ['subordinate_unknown', members],
  ['trust_mark_known', '"fiducia federation marks" shows who holds it.'],
  ['trust_mark_unknown', '"fiducia federation marks" shows who holds which mark; identifiers are equal to the letter.'],
  [
    'trust_mark_type_unknown',
    'the type stands in trustMarks of the role in the settings of this authority, {"type": URL}, from the next start on.',
  ],
  ['key_unknown', '"fiducia federation rotate-keys" shows the keys.'],
  [
    'key_too_young',
    'wait until the key has been published for keyPublicationSeconds of the role (a day unless said), so that all who pin it can; --force where nobody needs the time.',
  ],
  ['key_unattested', 'have the superior take the key over first ("fiducia federation refresh" with your identifier).'],
  ['key_not_pending', 'only a key that is pending can begin to sign: make one with --next.'],
  ['key_signs', 'let another key sign first (--activate).'],
])

const superiorsIssuance =
  'the superior of this authority does not let all of these types be issued below it: its operator states them with "fiducia federation policy", --credential-types and the identifier of this authority.'

/** Returns the remedy, or `undefined` if the answer says everything. */
export function operatorAdvice(description: string): string | undefined {
  const [, code = '', at = ''] = /\((\w+)(?: at (\S+))?\) \[/.exec(description) ?? []
  if (code === 'policy_combination_invalid' && at.endsWith('.credential_types_allowed')) return superiorsIssuance
  const [, ofOwnChain] = /^own_chain\.(.*)/.exec(at) ?? []
  const ofChain = Object.hasOwn(trustStepOf, code)
    ? trustAdvice(code as keyof typeof trustStepOf, ofOwnChain ?? at)
    : ''
  if (ofOwnChain !== undefined) return `this authority has no trust chain of its own to go by: ${ofChain}`
  if ((code === 'unreachable' && at.includes('.')) || isOfClocks(code))
    return `as seen from where this authority runs: ${ofChain}`
  return advice.get(code) ?? (ofChain || undefined)
}

/** Returns true for a code that may result from different clocks of command and authority. */
const isOfClocks = (code: string): boolean => code === 'expired' || code === 'not_yet_valid'
