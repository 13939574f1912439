/**
 * The Relying Party of a wallet, under both of its names: `wallet_relying_party` (variant 1) and
 * `openid_credential_verifier` (variant 2); both names for the list of response URIs too (it-wallet §Entity configuration
 * of a Relying Party). The lists of URIs are the authoritative sets of the checks against endpoint mix-up.
 */
import { z } from 'zod'
import { endpoint, keyMembers, names } from './members.ts'

export const relyingParty = z.looseObject({
  ...keyMembers,
  client_id: endpoint,
  client_name: z.string().optional(),
  application_type: z.string().optional(),
  request_uris: z.array(endpoint).optional(),
  response_uris: z.array(endpoint).optional(),
  response_uris_supported: z.array(endpoint).optional(),
  redirect_uris: z.array(endpoint).optional(),
  authorization_signed_response_alg: z.string().optional(),
  authorization_encrypted_response_alg: z.string().optional(),
  authorization_encrypted_response_enc: z.string().optional(),
  vp_formats: z.record(z.string(), z.looseObject({})).optional(),
  presentation_definitions_supported: z.array(z.looseObject({ id: z.string() })).optional(),
  contacts: names.optional(),
})
