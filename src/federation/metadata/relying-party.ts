/**
 * The Relying Party of a wallet, under both of its names: `wallet_relying_party` (variant 1) and
 * `openid_credential_verifier` (variant 2); both names for the list of response URIs too (it-wallet §Entity configuration
 * of a Relying Party). The lists of URIs are the authoritative sets of the checks against endpoint mix-up.
 */
import { endpoint, keyMembers, listOf, mapOf, names, shaped, text } from './members.ts'

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
    authorization_signed_response_alg: text,
    authorization_encrypted_response_alg: text,
    authorization_encrypted_response_enc: text,
    vp_formats: mapOf(shaped({})),
    presentation_definitions_supported: listOf(shaped({ id: text })),
    contacts: names,
  },
)
