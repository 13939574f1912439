/**
 * Metadata of a Relying Party, under both names: `wallet_relying_party` (variant 1) and `openid_credential_verifier`
 * (variant 2), and with both names of the list of response URIs (it-wallet §Entity configuration of a Relying Party).
 * The lists of URIs protect against endpoint mix-up. Each algorithm of a response is one name or, in the earlier
 * format, a list of names (D-427).
 */
import { endpoint, keyMembers, listOf, mapOf, nameOrNames, names, shaped, text } from './members.ts'

/** Shape of a Relying Party's metadata. `readRelyingPartyMetadata` checks the additional conditions of a wallet. */
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
