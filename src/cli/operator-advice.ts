/**
 * Remedies for operators whose request an administration refused. The code and the place in the response select the
 * remedy.
 */
import { trustStepOf } from '../federation/index.ts'
import { trustAdvice } from '../serve/trust-advice.ts'

const members = '"fiducia federation list" shows the members; identifiers must match exactly.'

const ownToken =
  'give the token of this service with --token or FIDUCIA_ADMIN_TOKEN. "fiducia init" wrote it to administration.token in the directory of the service; each service has its own.'

const advice: ReadonlyMap<string, string> = new Map([
  [
    'path_unknown',
    'name the publicUrl of a service that has this administration with --url. Another role, the entity of another profile, or a proxy that changes the path answers there.',
  ],
  [
    'temporarily_unavailable',
    'see /ready and the log of the service, which name what is out of reach; then try again.',
  ],
  ...['token_wrong', 'token_unknown', 'admin_token_unknown'].map((code) => [code, ownToken] as const),
  ['unreachable', 'check that the entity answers at its well-known URL, also from the host of this authority.'],
  ['subject_mismatch', 'name the entity exactly as sub of its configuration does; a slash at the end counts.'],
  [
    'entity_id_invalid',
    'name the entity by its https URL, without query and fragment; write a host with other letters than ASCII in its "xn--" form.',
  ],
  [
    'entity_type_missing',
    'have the candidate publish metadata of each type. If your constraints or those of a superior remove a type, name the remaining types with --type.',
  ],
  [
    'intermediate_mismatch',
    'use --intermediate for an entity that publishes both a fetch and a list endpoint, and for no other. A leaf publishes neither.',
  ],
  [
    'intermediate_unbounded',
    'state with --constraints which hosts and types are permitted below the intermediate: {"naming_constraints": {"permitted": ["region.example", ".region.example"]}, "allowed_entity_types": ["wallet_relying_party"]}.',
  ],
  [
    'credential_types_missing',
    'state with --credential-types what the issuer may issue; below an intermediate, only types that its superior permits there.',
  ],
  ['metadata_url_insecure', 'have the candidate publish an https URL at the named place.'],
  [
    'metadata_alg_forbidden',
    'have the candidate remove the algorithm at the named place: a signature with it proves nothing.',
  ],
  [
    'metadata_issuer_mismatch',
    'have the candidate publish its entity identifier as issuer at the named place; a slash at the end counts.',
  ],
  ['metadata_alg_missing', 'have the candidate publish an algorithm that the policies allow.'],
  [
    'subordinate_known',
    'change it with "fiducia federation policy", "refresh", "suspend" or "resume"; for anything else remove it first.',
  ],
  ['subordinate_unknown', members],
  ['trust_mark_known', '"fiducia federation marks" shows who holds it.'],
  ['trust_mark_unknown', '"fiducia federation marks" shows the holders of each mark; identifiers must match exactly.'],
  [
    'trust_mark_type_unknown',
    'add the type to trustMarks of the role in the settings of this authority, {"type": URL}, and restart it.',
  ],
  [
    'host_uncertifiable',
    'have the candidate use an identifier whose host is a DNS name of letters, digits, hyphens and dots; certificates cannot name an IP address.',
  ],
  ['kid_too_long', 'have the candidate publish the key with a kid of at most 512 bytes.'],
  ['protocol_keys_missing', 'have the candidate publish jwks in the metadata of each of its types.'],
  ['announcement_unknown', '"fiducia federation announcements" shows those that wait for a decision.'],
  ['certificate_unknown', '"fiducia federation certificates list" shows the serial numbers.'],
  [
    'certificate_of_authority',
    'roll the federation key over ("fiducia federation rotate-keys"), and have everybody pin the new certificate.',
  ],
  ['key_unknown', '"fiducia federation rotate-keys" shows the keys.'],
  [
    'key_too_young',
    'wait until the key has been published for keyPublicationSeconds of the role (default: one day), so that others can pin it; use --force if nobody has to pin it.',
  ],
  ['key_unattested', 'have the superior take the key over first ("fiducia federation refresh" with your identifier).'],
  ['key_not_pending', 'only a pending key can start to sign: create one with --next.'],
  ['key_signs', 'let another key sign first (--activate).'],
])

/** Remedies for the attestation keys of a Wallet Provider (WP-67), where they differ from those for federation keys. */
const attestationKeyAdvice: ReadonlyMap<string, string> = new Map([
  ['key_unknown', '"fiducia keys attestation" shows the keys.'],
  [
    'key_too_young',
    'wait until the key has been published for attestationKeyPublicationSeconds of the role (default: one day), so that verifiers fetch it before it signs; use --force if no verifier has earlier metadata.',
  ],
  [
    'key_unattested',
    'the metadata in each trust chain of the Wallet Provider must contain the key: "fiducia trust explain" shows its chains.',
  ],
])

/** Remedies for a malformed application, by the member at the place. */
const applicationMembers: Readonly<Record<string, string>> = {
  id: 'choose an id of 1 to 64 lower-case letters, digits and hyphens that begins with a letter or a digit.',
  apiKeyDigests:
    'give with --key-digest one to four digests of 43 characters, as "fiducia api-key" prints them beside "for apiKeyDigests". The application gets the key.',
  returnUrls:
    'give with --return-url whole URLs of at most 2048 characters, without the parameters reference and state.',
  erasureUrl: 'give with --erasure-url one https URL of at most 2048 characters.',
}

const memberKeys = '"fiducia federation list --json" shows the kids of each member.'

const superiorForbidsTypes =
  'the superior of this authority does not permit all of these types below it: its operator states them with "fiducia federation policy", --credential-types and the identifier of this authority.'

/**
 * Returns the remedy for the error description of an administration. Returns `undefined` if the description contains no
 * `(code at place) [requirement]`, as `describeRefusal` writes it, or if no remedy exists for the code.
 */
export function operatorAdvice(description: string): string | undefined {
  const [, code = '', at = '', requirement] = /\((\w+)(?: at ((?:[A-Z]+ )?\S+))?\) \[([^\]]*)/.exec(description) ?? []
  if (code === 'policy_combination_invalid' && at.endsWith('.credential_types_allowed')) return superiorForbidsTypes
  const [, placeInOwnChain] = /^own_chain\.(.*)/.exec(at) ?? []
  const chainAdvice = Object.hasOwn(trustStepOf, code)
    ? trustAdvice(code as keyof typeof trustStepOf, placeInOwnChain ?? at)
    : ''
  if (placeInOwnChain !== undefined) return `this authority has no valid trust chain of its own: ${chainAdvice}`
  if ((code === 'unreachable' && at.includes('.')) || isClockCode(code))
    return `as seen from the host of this authority: ${chainAdvice}`
  if (code === 'key_unknown' && requirement === 'FED-113') return memberKeys
  if (code === 'application_malformed' && Object.hasOwn(applicationMembers, memberOf(at)))
    return applicationMembers[memberOf(at)]
  const keyAdvice = requirement === 'WP-67' ? attestationKeyAdvice.get(code) : undefined
  return keyAdvice ?? advice.get(code) ?? (chainAdvice || undefined)
}

/** Returns the first member of a place in a body: `id` for `body.id`. */
const memberOf = (at: string): string => at.split('.')[1] ?? ''

/** Returns true for a code that a difference between two clocks can cause. */
const isClockCode = (code: string): boolean => code === 'expired' || code === 'not_yet_valid'
