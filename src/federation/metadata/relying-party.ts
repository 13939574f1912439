/**
 * The Relying Party of a wallet, under both of its names: `wallet_relying_party` (variant 1) and
 * `openid_credential_verifier` (variant 2); both names for the list of response URIs too (it-wallet §Entity configuration
 * of a Relying Party). The lists of URIs are the authoritative sets of the checks against endpoint mix-up. What protects a
 * response is one name each, in the earlier form a list (D-427).
 */
import { endpoint, keyMembers, listOf, mapOf, nameOrNames, names, shaped, text } from './members.ts'

/** The shape of a wallet's Relying Party. What a wallet demands beyond it is `readRelyingPartyMetadata`'s to say. */
export const relyingParty = shaped(
  { client_id: endpoint },
  {
    ...keyMembers,
    client_name: text,
    application_type: text,
    request_uris: listOf(endpoint),
    response_uris: listOf(endpoint),
    response_uris_supported: listOf(endpoint),
    redirect_uris: listOf(endpoint),
    authorization_signed_response_alg: nameOrNames,
    authorization_encrypted_response_alg: nameOrNames,
    authorization_encrypted_response_enc: nameOrNames,
    vp_formats: mapOf(shaped({})),
    presentation_definitions_supported: listOf(shaped({ id: text })),
    contacts: names,
  },
)
