/** Advice on entity statements, trust chains, trust marks, and the endpoints of an authority. */
import { type AdviceTable, namedByCode } from './advice.ts'

const sendChain =
  'Send the configuration of the subject, then each statement about the issuer of the previous statement, up to a configured Trust Anchor.'
const correctPolicy = 'Have the superior correct its metadata policy.'
const correctMetadata =
  'Have the entity correct its metadata, or have the superior correct its statement about the entity.'
const obtainMark = 'Obtain a new trust mark from its issuer, and publish the trust mark in trust_marks.'
const changeConstraints = 'Have the operator of the superior change the constraints.'
const correctFetchEndpoint =
  'Have the operator of the superior correct federation_fetch_endpoint and the answers of that endpoint.'
const publishHttps = 'Publish an https URL without user information and fragment.'
const addToRegister =
  'Compare the entity identifier with the register (fiducia federation list), or have the operator add the entity.'

export const federationAdvice = {
  ...namedByCode('trust_anchor_missing trust_mark_type_missing'),
  no_trust_chain: [
    'No trust chain leads from the entity to a Trust Anchor that is configured here.',
    'Run fiducia trust explain with the identifier of the entity.',
  ],
  trust_chain_expired: ['The trust chain has expired.', 'Send a new trust chain.'],
  trust_chain_forbidden: [
    'The header of an entity statement contains trust_chain or peer_trust_chain.',
    'Have the issuer of the statement leave both header members out.',
  ],
  trust_unavailable: [
    'The trust in the entity cannot be evaluated now.',
    'Check that the entity, its superiors and the issuers of its trust marks answer, and try again later.',
  ],
  trust_mark_missing: ['The entity publishes no valid trust mark of a required type.', obtainMark],
  status_request_empty: ['The form names no trust mark.', 'Send the trust mark as the form parameter trust_mark.'],
  entity_type_missing: [
    'The metadata of the entity lacks a required entity type, or a superior does not allow the type.',
    'Publish metadata of the type, and have each superior with allowed_entity_types list the type.',
  ],
  key_set_by_reference: [
    'The metadata of the entity name its protocol keys only by signed_jwks_uri or jwks_uri, which this service does not fetch.',
    'Have the operator of the entity publish the keys by value, in jwks of the metadata of the entity type.',
  ],
  entity_id_invalid: [
    'An entity identifier is not an https URL, or has a query, a fragment, user information or more than 2048 characters.',
    'Use an https URL of ASCII characters, without query, fragment and user information.',
  ],
  subject_mismatch: [
    'The entity configuration is about another entity.',
    'Name the entity exactly as sub of its configuration does. A slash at the end makes a difference.',
  ],
  crit_unknown: [
    'The statement names critical claims, and no critical claim is understood here.',
    'Have the issuer of the statement leave crit out.',
  ],
  policy_crit_unknown: [
    'The statement names critical policy operators, and no additional operator is understood here.',
    'Have the superior leave metadata_policy_crit out.',
  ],
  metadata_null: ['metadata is null, or a member of metadata is null.', 'Leave the member out.'],
  metadata_malformed: [
    'metadata is not an object with an object for each entity type.',
    'Write metadata as an object with an object for each entity type.',
  ],
  metadata_schema_violated: [
    'A required member of the metadata is missing, or a member has a value that is not allowed.',
    correctMetadata,
  ],
  metadata_key_private: ['metadata contains a private key.', 'Publish the public key only, and replace the key.'],
  metadata_url_insecure: [
    'A URL of the metadata is not an https URL, or has user information or a fragment.',
    publishHttps,
  ],
  metadata_issuer_mismatch: ['issuer in the metadata is not the identifier of the entity.', correctMetadata],
  metadata_alg_missing: [
    'A list of algorithms in the resolved metadata is empty.',
    'Publish an algorithm that the metadata policies of the superiors allow.',
  ],
  metadata_alg_forbidden: [
    'The metadata names the algorithm none, RSA1_5 or an HMAC algorithm (HS256, HS384, HS512).',
    'Remove the algorithm.',
  ],
  jwks_missing: ['jwks is missing, or has no list keys.', 'Publish jwks with a list of public keys as keys.'],
  jwks_empty: ['jwks contains no key.', 'Publish at least one key.'],
  jwk_kid_missing: ['A key of jwks has no kid.', 'Give each key a kid.'],
  jwk_kid_doubled: ['Two keys of jwks have the same kid.', 'Give each key a different kid.'],
  authority_hints_malformed: [
    'authority_hints is not a list of entity identifiers, or is empty.',
    'List the superiors by their https URLs. Leave authority_hints out if the entity has no superior.',
  ],
  superior_not_hinted: ['authority_hints does not name the superior.', 'Add the superior to authority_hints.'],
  no_superior: ['The entity names no superior.', 'Publish authority_hints, and have the superior register the entity.'],
  superior_loops: [
    'authority_hints names an entity that occurs earlier in the path.',
    'Name only superiors in authority_hints: neither the entity itself nor an entity below it.',
  ],
  fetch_endpoint_missing: [
    'The superior publishes no federation_fetch_endpoint that is an https URL.',
    'Name an authority in authority_hints, or have the superior publish federation_fetch_endpoint.',
  ],
  federation_endpoint_invalid: [
    'A federation endpoint is not an https URL, or has user information or a fragment.',
    publishHttps,
  ],
  limit_reached: [
    'The search for a trust chain reached a limit of this service.',
    'Name at most 8 superiors in authority_hints, and use a path of at most 7 superiors.',
  ],
  chain_empty: ['The chain is empty.', 'Send the whole chain.'],
  chain_too_short: ['The chain ends at its subject, and the subject is not a configured Trust Anchor.', sendChain],
  chain_too_long: ['The chain has more than 9 statements.', 'Send a shorter chain.'],
  chain_loop: ['An entity occurs twice in the chain.', sendChain],
  order_wrong: ['An entity configuration or a subordinate statement is at the wrong place of the chain.', sendChain],
  link_broken: ['A statement is not about the issuer of the previous statement.', sendChain],
  subject_key_mismatch: [
    'The superior states other keys for the entity than the entity publishes or signs with.',
    'Check which service answers at the entity identifier. For a new key: publish both keys, sign with the old key, and have the superior run a refresh.',
  ],
  anchor_unknown: [
    'The chain ends at a Trust Anchor that is not configured here.',
    'Send a chain that ends at a configured Trust Anchor.',
  ],
  anchor_key_mismatch: [
    'The Trust Anchor signs with a key that is not pinned here.',
    'Obtain the keys of the Trust Anchor out of band, and pin them here.',
  ],
  not_a_configuration: [
    'The document is not an entity configuration, because iss and sub differ.',
    'Set iss and sub to the identifier of the entity itself.',
  ],
  not_a_subordinate_statement: [
    'The fetch endpoint of the superior answers with an entity configuration instead of a subordinate statement.',
    correctFetchEndpoint,
  ],
  constraints_malformed: [
    'A member of constraints has a value that is not allowed.',
    'Have the operator of the superior correct the constraints.',
  ],
  path_too_long: ['The path is longer than max_path_length of a superior allows.', changeConstraints],
  name_excluded: ['naming_constraints of a superior exclude the host of an entity.', changeConstraints],
  name_not_permitted: ['naming_constraints of a superior do not permit the host of an entity.', changeConstraints],
  policy_malformed: ['The metadata policy is not an object of the standard form.', correctPolicy],
  policy_operand_invalid: ['An operand of the metadata policy is invalid.', correctPolicy],
  policy_combination_invalid: [
    'The policies of the superiors combine operators that exclude each other.',
    correctPolicy,
  ],
  policy_merge_impossible: ['The policies of two superiors contradict each other.', correctPolicy],
  policy_violated: ['The metadata violates the policy of a superior.', correctMetadata],
  sub_invalid: [
    'sub is not an entity identifier.',
    'Send sub as an https URL without query, fragment and user information.',
  ],
  sub_is_issuer: ['The named entity is this authority itself.', 'Name an entity below this authority.'],
  intermediate_mismatch: [
    'intermediate must be true for an entity with a fetch and a list endpoint, and false for one with neither.',
    'Correct intermediate, or have the entity change federation_fetch_endpoint and federation_list_endpoint.',
  ],
  subject_unknown: [
    'sub is not an immediate subordinate of this authority.',
    'Compare sub with the entity identifier, or have the operator of this authority add the entity.',
  ],
  subject_suspended: ['sub is suspended at this authority.', 'Have the operator of this authority resume the entity.'],
  subordinate_known: ['The subordinate is registered already.', 'Change the entry instead of adding it.'],
  subordinate_unknown: ['The entity is not registered as a subordinate here.', addToRegister],
  subordinate_outdated: ['The subordinate was changed in the meantime.', 'Read the entry again and repeat the change.'],
  credential_types_missing: [
    'The policies of the authorities allow the issuer no type of credential.',
    'State credential_types (--credential-types). Below an intermediate, state only types that its superior allows.',
  ],
  subordinate_suspended: [
    'The subordinate is suspended.',
    'Ask the operator of the superior to resume the subordinate.',
  ],
  protocol_keys_missing: [
    'An entity type of the candidate has no usable protocol key.',
    'Publish jwks with a supported public key and its kid in the metadata of each type.',
  ],
  host_uncertifiable: [
    'No certificate can name the host of the entity, because it is an IP address or has a forbidden character.',
    'Give the entity an identifier whose host is a DNS name of letters, digits, hyphens and dots.',
  ],
  kid_too_long: [
    'The kid of a federation key has more than 512 bytes.',
    'Publish the key with a shorter kid, for example its thumbprint (RFC 7638).',
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
    'A later entity configuration was announced, or the keys were changed after the sent configuration was signed.',
    'Sign the current entity configuration anew, and send the new one.',
  ],
  announcement_replaced: [
    'The pending announcement of the entity has another issued_at.',
    'Run fiducia federation announcements, and decide about the announcement that is shown.',
  ],
  announcement_unknown: [
    'The entity has no pending announcement.',
    'Run fiducia federation announcements to see the pending announcements.',
  ],
  certificate_unknown: [
    'No certificate has this serial number, it belongs to another entity, or the entity has no valid certificate.',
    'Run fiducia federation certificates list to see the certificates.',
  ],
  certificate_of_authority: [
    'The certificate is that of the authority itself.',
    'Change the federation key (fiducia federation rotate-keys), and have all parties pin the new certificate.',
  ],
  certificate_list_unknown: [
    'This authority has no key with this kid, or no revocation list for the key.',
    'Use the URL of the revocation list in the certificate.',
  ],
  intermediate_unbounded: [
    'The intermediate has no permitted names or no allowed entity types.',
    'State constraints with naming_constraints.permitted and allowed_entity_types.',
  ],
  endpoint_stated: ['The statement would name a federation endpoint.', 'Leave the endpoint out of metadata.'],
  builds_exhausted: [
    'Too many trust chains of unknown entities are being built.',
    'Send the request again after Retry-After.',
  ],
  trust_anchor_unknown: [
    'trust_anchor names no Trust Anchor that is known here.',
    'Send the identifier of the Trust Anchor of this authority as trust_anchor.',
  ],
  trust_mark_unknown: [
    'This authority has granted the entity no trust mark of this type.',
    'Compare type and entity identifier with the grants (fiducia federation marks), or have the operator grant the trust mark.',
  ],
  trust_mark_foreign: ['The trust mark is of another issuer.', 'Ask the issuer of the trust mark.'],
  trust_mark_known: ['The trust mark is granted already.', 'Leave the grant as it is.'],
  trust_mark_revoked: ['The trust mark is revoked.', 'Have the operator of this authority grant the trust mark again.'],
  delegation_expired: ['The delegation of the type has expired.', 'Have the operator obtain a new delegation.'],
  trust_mark_type_unknown: [
    'This authority issues no trust marks of this type.',
    'Name a type that this authority issues, or have the operator add the type to the setting trustMarks.',
  ],
  mark_claim_missing: [
    'The trust mark lacks iss, sub, trust_mark_type or iat.',
    'Have the issuer of the trust mark sign a new trust mark with these claims.',
  ],
  mark_claim_malformed: [
    'The claim delegation of the trust mark is not a string.',
    'Have the issuer of the trust mark sign a new trust mark with the delegation as a JWT.',
  ],
  filter_malformed: ['A filter is neither true nor false.', 'Send true or false as intermediate and trust_marked.'],
} as const satisfies AdviceTable
