/** Advice on entity statements, trust chains, trust marks, and the endpoints of an authority. */
import { type AdviceTable, named, namedByCode } from './advice.ts'

const anew = 'Have the issuer of the statement correct it and sign it anew.'
const chain = 'Begin with the subject, end at the Trust Anchor: each statement is about the issuer of the previous one.'
const policy = 'Have the superior correct its metadata policy.'
const metadata = 'Have the entity change its metadata, or the superior its policy.'
const mark = 'Obtain a new trust mark from its issuer, and publish it.'
const superior = 'Have the operator of the superior change its constraints.'
const askSub = 'Send the entity identifier of a subordinate as sub.'
const fewer = 'Name fewer superiors, or shorten the path.'

export const federationAdvice = {
  ...namedByCode(`
    trust_chain_forbidden metadata_malformed jwks_missing authority_hints_malformed constraints_malformed
    trust_anchor_missing trust_mark_type_missing trust_mark_type_unknown
  `),
  ...named({
    'A claim of the trust mark': 'mark_claim_missing mark_claim_malformed',
    'A filter': 'filter_malformed',
  }),
  no_trust_chain: [
    'No trust chain leads from the entity to a Trust Anchor that is configured here.',
    'Run fiducia trust explain with its identifier.',
  ],
  trust_chain_expired: ['The trust chain has expired.', 'Send a new trust chain.'],
  trust_unavailable: [
    'The trust in the entity cannot be evaluated now.',
    'Check that it and its superiors answer, and try again later.',
  ],
  trust_mark_missing: ['The entity publishes no valid trust mark of a required type.', mark],
  entity_type_missing: [
    'The resolved metadata lacks the type of this role.',
    'Publish that type, and have the superior allow it.',
  ],
  entity_id_invalid: ['An entity identifier is not an https URL.', 'Use an https URL without query and fragment.'],
  subject_mismatch: [
    'The statement is about another entity.',
    'Copy the identifier exactly. A slash at the end makes a difference.',
  ],
  crit_unknown: ['The statement names a critical claim that is not understood here.', anew],
  policy_crit_unknown: ['The policy names a critical operator that is not understood here.', policy],
  metadata_null: ['A member of metadata is null.', 'Leave the member out.'],
  metadata_schema_violated: ['A member of metadata has a value that it cannot have.', metadata],
  metadata_key_private: ['metadata contains a private key.', 'Publish the public key only, and replace the key.'],
  metadata_url_insecure: ['A URL of metadata is not an https URL.', 'Publish an https URL.'],
  metadata_alg_missing: ['metadata lists no algorithm that is accepted here.', 'List an accepted algorithm.'],
  metadata_alg_forbidden: ['metadata lists an algorithm that is forbidden here.', 'Remove the algorithm.'],
  jwks_empty: ['jwks contains no key.', 'Publish at least one key.'],
  jwk_kid_missing: ['A key of jwks has no kid.', 'Give each key a kid.'],
  jwk_kid_doubled: ['Two keys of jwks have the same kid.', 'Give each key a different kid.'],
  superior_not_hinted: ['authority_hints does not name the superior.', 'Add the superior to authority_hints.'],
  no_superior: ['The entity names no superior.', 'Publish authority_hints, and have the superior register the entity.'],
  superior_loops: [
    'authority_hints leads back to the entity.',
    'Remove the entity and its subordinates from authority_hints.',
  ],
  fetch_endpoint_missing: ['The superior has no fetch endpoint.', 'Name an authority in authority_hints.'],
  federation_endpoint_invalid: ['A federation endpoint is not an https URL.', 'Publish an https URL.'],
  limit_reached: ['The search for a trust chain needs more fetches than are allowed.', fewer],
  chain_empty: ['The chain is empty.', chain],
  chain_too_short: ['The chain is too short.', chain],
  chain_too_long: ['The chain is too long.', 'Send a shorter chain.'],
  chain_loop: ['An entity occurs twice in the chain.', chain],
  order_wrong: ['The statements of the chain are in the wrong order.', chain],
  link_broken: ['A statement is not about the issuer of the previous statement.', chain],
  subject_key_mismatch: [
    'The statement of the superior contains other keys than the entity signs with.',
    'Check which service answers at the entity identifier. If its key is new, have the superior take it over (fiducia federation refresh).',
  ],
  anchor_unknown: ['The chain ends at a Trust Anchor that is not configured.', 'Send a chain to a configured one.'],
  anchor_key_mismatch: ['The Trust Anchor signs with a key that is not pinned here.', 'Pin its current keys.'],
  not_a_configuration: ['The statement is not an entity configuration.', 'Set iss and sub to the entity itself.'],
  not_a_subordinate_statement: ['The statement is not a subordinate statement.', 'Set sub to the subordinate.'],
  path_too_long: ['The path is longer than max_path_length allows.', superior],
  name_excluded: ['naming_constraints exclude the entity.', superior],
  name_not_permitted: ['naming_constraints do not permit the entity.', superior],
  policy_malformed: ['The metadata policy is malformed.', policy],
  policy_operand_invalid: ['An operand of the metadata policy is invalid.', policy],
  policy_combination_invalid: ['Two operators of the metadata policy exclude each other.', policy],
  policy_merge_impossible: ['The policies of two superiors contradict each other.', policy],
  policy_violated: ['metadata violates the policy of a superior.', metadata],
  sub_invalid: ['sub is not an entity identifier.', askSub],
  sub_is_issuer: ['sub is the authority itself.', askSub],
  intermediate_mismatch: [
    'intermediate must be true for an entity with a fetch endpoint, and false for any other.',
    'Correct intermediate, or have the entity change federation_fetch_endpoint.',
  ],
  subject_unknown: ['sub is not an immediate subordinate of this authority.', 'Have its operator add the entity.'],
  subject_suspended: ['sub is suspended at this authority.', 'Have its operator resume the entity.'],
  subordinate_known: ['The subordinate is registered already.', 'Change the entry instead of adding it.'],
  subordinate_unknown: ['The subordinate is not registered here.', 'Add the entity first.'],
  subordinate_outdated: ['The subordinate was changed in the meantime.', 'Read the entry again and repeat the change.'],
  credential_types_missing: [
    'The issuer is added without the types of credential that it may issue.',
    'State credential_types (--credential-types).',
  ],
  subordinate_suspended: ['The subordinate is suspended.', 'Ask the operator of its superior to resume it.'],
  protocol_keys_missing: [
    'An entity type of the candidate has no usable protocol key.',
    'Publish jwks with a supported public key and its kid in the metadata of each type.',
  ],
  host_uncertifiable: [
    'No certificate can name the host of the entity, because it is an IP address or has a forbidden character.',
    'Give the entity an identifier whose host is a DNS name of letters, digits, hyphens and dots.',
  ],
  entity_configuration_missing: [
    'The form has no entity_configuration.',
    'Send the entity configuration of the entity as the form parameter entity_configuration.',
  ],
  announcer_unknown: [
    'No key in the statement of the superior signed the announcement.',
    'Sign the entity configuration with a federation key that the current statement contains.',
  ],
  announcement_outdated: [
    'A later entity configuration was announced, or the keys changed after this one was signed.',
    'Send the latest entity configuration, with a later iat.',
  ],
  announcement_replaced: [
    'The pending announcement of the entity is another one.',
    'Run fiducia federation announcements, and decide about the announcement that it shows.',
  ],
  announcement_unknown: ['The entity has no pending announcement.', 'Run fiducia federation announcements.'],
  certificate_unknown: ['There is no such certificate.', 'Run fiducia federation certificates list.'],
  certificate_of_authority: [
    'The certificate is that of the authority itself.',
    'Sign with another federation key, and have all parties pin its certificate instead.',
  ],
  certificate_list_unknown: [
    'This authority has no key with this kid, or no revocation list for the key.',
    'Take the URL from the certificate.',
  ],
  intermediate_unbounded: [
    'The intermediate is added without constraints.',
    'State permitted naming constraints and allowed entity types.',
  ],
  builds_exhausted: [
    'Too many trust chains of unknown entities are being built.',
    'Send the request again after Retry-After.',
  ],
  trust_anchor_unknown: ['trust_anchor names no Trust Anchor that is known here.', 'Send a known Trust Anchor.'],
  trust_mark_unknown: ['There is no such trust mark.', 'Have its issuer grant the mark.'],
  trust_mark_foreign: ['The trust mark is of another issuer.', 'Ask the issuer of the mark.'],
  trust_mark_known: ['The trust mark is granted already.', 'Leave the grant as it is.'],
  trust_mark_revoked: ['The trust mark is revoked.', 'Have its issuer grant the mark again.'],
} as const satisfies AdviceTable
