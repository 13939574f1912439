/**
 * `openid_relying_party`: a PID Provider as a client of the national identity provider. The content is that federation's
 * business (it-wallet §Entity configuration of a PID Provider); the types of what is there are judged.
 */
import { z } from 'zod'
import { endpoint, keyMembers, names } from './members.ts'

export const openidRelyingParty = z.looseObject({
  ...keyMembers,
  client_id: z.string().optional(),
  client_name: z.string().optional(),
  redirect_uris: z.array(endpoint).optional(),
  response_types: names.optional(),
  grant_types: names.optional(),
  client_registration_types: names.optional(),
  token_endpoint_auth_method: z.string().optional(),
  scope: z.string().optional(),
})
