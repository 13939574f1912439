/** Explains members of Entity Statements, trust marks and resolve responses (OpenID Federation 1.0). */
import type { MemberTable } from './member-table.ts'

/** Members of Entity Statements and trust marks. */
export const federationMembers: MemberTable = {
  iss: ['Entity that signed the statement.', 'OpenID Federation 1.0 §3.1.1'],
  sub: [
    'Entity that the statement is about. In an Entity Configuration it equals iss.',
    'OpenID Federation 1.0 §3.1.1',
  ],
  jwks: ['Federation keys of the subject. They sign statements and nothing else.', 'OpenID Federation 1.0 §3.1.1'],
  metadata: ['Metadata by entity type.', 'OpenID Federation 1.0 §3.1.1, §5'],
  metadata_policy: [
    'Rules that the superior applies to the metadata of all entities below it.',
    'OpenID Federation 1.0 §6.1',
  ],
  metadata_policy_crit: ['Policy operators that a reader must understand.', 'OpenID Federation 1.0 §3.1.3'],
  authority_hints: ['Superiors that have a statement about this entity.', 'OpenID Federation 1.0 §3.1.2'],
  trust_anchor_hints: ['Trust Anchors to which a chain exists.', 'OpenID Federation 1.0 §3.1.2'],
  constraints: ['Limits that the superior sets for the entities below.', 'OpenID Federation 1.0 §6.2'],
  max_path_length: ['Largest number of intermediates between superior and subject.', 'OpenID Federation 1.0 §6.2.1'],
  allowed_entity_types: ['Entity types that subordinates may have.', 'OpenID Federation 1.0 §6.2.3'],
  naming_constraints: ['Hosts that subordinates are allowed or not allowed to use.', 'OpenID Federation 1.0 §6.2.2'],
  permitted: ['Permitted hosts.', 'OpenID Federation 1.0 §6.2.2'],
  excluded: ['Excluded hosts.', 'OpenID Federation 1.0 §6.2.2'],
  source_endpoint: ['URL from which the superior publishes this statement.', 'OpenID Federation 1.0 §3.1.3'],
  crit: ['Claims that a reader must understand.', 'OpenID Federation 1.0 §3.1.1'],
  trust_marks: ['Trust marks of the entity.', 'OpenID Federation 1.0 §3.1.2'],
  trust_mark: ['The signed trust mark.', 'OpenID Federation 1.0 §3.1.2'],
  trust_mark_type: ['Identifier of the type of the trust mark.', 'OpenID Federation 1.0 §7.1'],
  trust_mark_id: ['Identifier of the type of the trust mark, in drafts.', 'OpenID Federation drafts'],
  id: ['Identifier of the type of the trust mark, in drafts.', 'OpenID Federation drafts'],
  trust_mark_issuers: ['Entities that may issue each type of trust mark.', 'OpenID Federation 1.0 §3.1.2'],
  trust_mark_owners: ['Owner of each type of trust mark, who delegates its issuance.', 'OpenID Federation 1.0 §3.1.2'],
  delegation: ['Signed delegation by the owner of the trust mark type.', 'OpenID Federation 1.0 §7.1'],
  ref: ['URL with information about the trust mark.', 'OpenID Federation 1.0 §7.1'],
  logo_uri: ['URL of a logo.', 'OpenID Federation 1.0 §5.2.2'],
  trust_chain: ['Statements from the subject to a Trust Anchor.', 'OpenID Federation 1.0 §4'],
  status: ['Status of the trust mark.', 'OpenID Federation 1.0 §8.4.2'],
  federation_entity: ['Metadata that every entity of a federation has.', 'OpenID Federation 1.0 §5.1.1'],
  openid_relying_party: ['Metadata as a relying party of a national login.', 'OpenID Federation 1.0 §5.1.2'],
  openid_provider: ['Metadata as an OpenID Provider.', 'OpenID Federation 1.0 §5.1.3'],
  oauth_authorization_server: ['Metadata as an authorization server.', 'OpenID Federation 1.0 §5.1.4, RFC 8414'],
  oauth_client: ['Metadata as an OAuth client.', 'OpenID Federation 1.0 §5.1.5'],
  oauth_resource: ['Metadata as a protected resource.', 'OpenID Federation 1.0 §5.1.6'],
  openid_credential_issuer: ['Metadata as an issuer of credentials.', 'OpenID4VCI D13 §11.2.3'],
  openid_credential_verifier: ['Metadata as a Relying Party of wallets.', 'OpenID Federation for Wallets §5.3'],
  wallet_relying_party: [
    'Metadata as a Relying Party of wallets.',
    'it-wallet §Entity configuration of a Relying Party',
  ],
  wallet_solution: [
    'Metadata as a Wallet Provider, in IT-Wallet 1.3 and 1.4.',
    'IT-Wallet 1.4.6 §wallet-solution-metadata',
  ],
  wallet_provider: ['Metadata as a Wallet Provider.', 'it-wallet §Metadata of a Wallet Provider'],
  'trust_mark_issuers.*': [
    'Entities that may issue this type of trust mark. If the list is empty, any entity may.',
    'OpenID Federation 1.0 §3.1.2',
  ],
  'trust_mark_owners.*': ['Owner of this type of trust mark.', 'OpenID Federation 1.0 §3.1.2'],
}

/** Operators of a metadata policy. */
export const policyMembers: MemberTable = {
  value: ['Sets the metadata member to this value.', 'OpenID Federation 1.0 §6.1.3.1.1'],
  add: ['Adds these values.', 'OpenID Federation 1.0 §6.1.3.1.2'],
  default: ['Value if the metadata of the entity has none.', 'OpenID Federation 1.0 §6.1.3.1.3'],
  one_of: ['The member must have one of these values.', 'OpenID Federation 1.0 §6.1.3.1.4'],
  subset_of: ['Removes all values except these.', 'OpenID Federation 1.0 §6.1.3.1.5'],
  superset_of: ['The member must contain all of these values.', 'OpenID Federation 1.0 §6.1.3.1.6'],
  essential: ['True if the entity must have the member.', 'OpenID Federation 1.0 §6.1.3.1.7'],
}

/** Members of the metadata of every entity. */
export const entityMetadataMembers: MemberTable = {
  organization_name: ['Name of the organisation.', 'OpenID Federation 1.0 §5.2.2'],
  homepage_uri: ['URL of the home page of the organisation.', 'it-wallet §Entity configuration'],
  organization_uri: ['URL of the home page of the organisation.', 'OpenID Federation 1.0 §5.2.2'],
  policy_uri: ['URL of the privacy policy.', 'OpenID Federation 1.0 §5.2.2'],
  tos_uri: ['URL of the terms of service.', 'it-wallet §Entity configuration'],
  logo_uri: ['URL of the logo.', 'OpenID Federation 1.0 §5.2.2'],
  contacts: ['Contact addresses of the organisation.', 'OpenID Federation 1.0 §5.2.2'],
  federation_fetch_endpoint: ['Endpoint that serves statements about subordinates.', 'OpenID Federation 1.0 §8.1'],
  federation_list_endpoint: ['Endpoint that lists the subordinates.', 'OpenID Federation 1.0 §8.2'],
  federation_subordinate_events_endpoint: [
    'Endpoint with the events of a subordinate.',
    'OpenID Federation Subordinate Events draft 00',
  ],
  federation_resolve_endpoint: ['Endpoint that resolves the metadata of an entity.', 'OpenID Federation 1.0 §8.3'],
  federation_trust_mark_status_endpoint: ['Endpoint with the status of trust marks.', 'OpenID Federation 1.0 §8.4'],
  federation_trust_mark_list_endpoint: [
    'Endpoint that lists the holders of trust marks.',
    'OpenID Federation 1.0 §8.5',
  ],
  federation_trust_mark_endpoint: ['Endpoint that serves trust marks.', 'OpenID Federation 1.0 §8.6'],
  federation_historical_keys_endpoint: ['Endpoint with former federation keys.', 'OpenID Federation 1.0 §8.7'],
  jwks: ['Protocol keys of the entity for this type.', 'OpenID Federation 1.0 §5.2.1'],
  jwks_uri: ['URL of the protocol keys.', 'OpenID Federation 1.0 §5.2.1'],
  signed_jwks_uri: ['URL of the protocol keys, signed with a federation key.', 'OpenID Federation 1.0 §5.2.1'],
  client_registration_types: ['Ways of registration that the client uses.', 'OpenID Federation 1.0 §5.1.2'],
  client_registration_types_supported: ['Ways of registration that are accepted.', 'OpenID Federation 1.0 §5.1.3'],
}
