/** Rules for the content of a Request Object. Each of these refusals is shown to the user and recorded (WI-19). */
import { joinRules, rows } from '../../base/index.ts'
import type { RequestObjectCode } from '../../oid4vp/index.ts'
import { jwkRules, jwsRules, trustRulesUnder } from '../../rules/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'

const invalid = WI.requestInvalid

export const REQUEST_OBJECT_RULES = joinRules<RequestObjectCode>()(
  jwsRules(invalid),
  jwkRules(invalid),
  trustRulesUnder<WalletAnswer>('WI-72', WI.relyingPartyUntrusted, WI.unreachable),
  rows(invalid, {
    'WI-12': [
      'alg_none',
      'alg_mac',
      'alg_unsupported',
      'jws_unsigned',
      'signature_invalid',
      'key_mismatch',
      'key_unusable',
      'kid_missing',
      'key_unknown',
    ],
    'GEN-19': ['response_uri_malformed', 'client_id_malformed'],
    'WI-13': ['client_metadata_forbidden', 'client_metadata_uri_forbidden'],
    'WI-65': ['state_mismatch'],
    'WI-66': ['request_uri_method_invalid'],
    'WI-68': ['wallet_nonce_missing', 'wallet_nonce_mismatch'],
    'WI-73': [
      'client_id_missing',
      'client_id_mismatch',
      'iss_missing',
      'iss_mismatch',
      'aud_mismatch',
      'entity_mismatch',
    ],
    'WI-74': [
      'expired',
      'exp_missing',
      'iat_missing',
      'nonce_missing',
      'state_missing',
      'response_type_missing',
      'response_mode_missing',
      'response_uri_missing',
    ],
    'WI-75': ['nonce_short'],
    'WI-76': ['response_uri_not_attested'],
    'WI-77': ['response_type_unsupported', 'response_mode_unsupported'],
    'WI-78': [
      'request_present',
      'request_uri_present',
      'redirect_uri_conflict',
      'transaction_data_unsupported',
      'presentation_definition_conflict',
      'query_missing',
      'query_ambiguous',
    ],
    'WI-79': ['presentation_definition_uri_unsupported'],
    'WI-80': ['scope_malformed', 'scope_unknown', 'scope_ambiguous', 'definition_malformed', 'descriptor_id_duplicate'],
    'WI-81': ['client_id_scheme_unsupported'],
    'WI-82': [
      'dcql_malformed',
      'dcql_too_large',
      'dcql_id_invalid',
      'dcql_id_duplicate',
      'dcql_claim_id_duplicate',
      'dcql_claim_sets_invalid',
      'dcql_credential_sets_invalid',
    ],
    'WI-93': ['json_too_large', 'jws_malformed', 'typ_mismatch'],
    'WI-131': ['client_id_prefix_unsupported'],
    'WI-133': ['trust_chain_missing'],
    'WI-134': ['certificates_missing', 'certificates_malformed'],
    'WI-137': ['variant_unsupported'],
    'WI-138': ['client_metadata_malformed', 'client_metadata_key_missing'],
  }),
  rows(WI.relyingPartyUntrusted, {
    'WI-72': ['trust_chain_malformed', 'rp_metadata_missing', 'rp_metadata_malformed'],
    'WI-137': ['rp_metadata_incomplete'],
  }),
)
