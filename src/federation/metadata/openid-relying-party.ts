/**
 * `openid_relying_party`: a PID Provider as a client of the national identity provider. The content is that federation's
 * business (it-wallet §Entity configuration of a PID Provider); the types of what is there are judged.
 */
import { endpoint, keyMembers, listOf, names, shaped, text } from './members.ts'

/** The shape of `openid_relying_party`. National identity providers read it, and no wallet. */
export const openidRelyingParty = shaped(
  {},
  {
    ...keyMembers,
    client_id: text,
    client_name: text,
    redirect_uris: listOf(endpoint),
    response_types: names,
    grant_types: names,
    client_registration_types: names,
    token_endpoint_auth_method: text,
    scope: text,
  },
)
