/**
 * `openid_relying_party`: metadata of a PID Provider as a client of the national identity provider (it-wallet §Entity
 * configuration of a PID Provider). Only the types of its members are checked, because the federation of the national
 * identity providers defines their content.
 */
import { endpoint, keyMembers, listOf, names, shaped, text } from './members.ts'

/** Shape of `openid_relying_party`. National identity providers read it, wallets do not. */
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
