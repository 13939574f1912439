/**
 * The rule tables of the Relying Party, by the name of the decision and the part that is checked. `npm run
 * requirements` reads them.
 */

import { ADMINISTRATOR_RULES } from './administrator-rules.ts'
import { ORDER_BOUNDS_RULES } from './application/order-presentation.ts'
import { ORDER_QUERY_RULES, ORDER_RULES } from './application/order-rules.ts'
import { REDEMPTION_RULES } from './application/redeem-reference.ts'
import { REGISTRATION_RULES } from './application/registered-applications.ts'
import { NEGOTIATION_RULES, WALLET_METADATA_RULES, WALLET_NONCE_RULES } from './request/issue-request-object.ts'
import { AUTHORIZATION_RULES, REQUESTER_ATTESTATION_RULES, REQUESTER_PROOF_RULES } from './request/verify-requester.ts'
import { RESPONSE_MODE_RULES, RESPONSE_SIGNATURE_RULES } from './response/accept-presentation.ts'
import { STATUS_RULES } from './response/attestation-rules.ts'
import { DCQL_RULES } from './response/evaluate-dcql-response.ts'
import { DEFINITION_RULES, SUBMISSION_RULES } from './response/evaluate-definition-response.ts'
import { JWE_RULES, RESPONSE_FORM_RULES, RESPONSE_JWT_RULES, VP_TOKEN_RULES } from './response/open-response.ts'
import { ENVELOPE_RULES } from './response/signed-envelope.ts'
import { ATTESTATION_RULES } from './response/verify-attestation-presentation.ts'
import { DEVICE_AUTH_RULES, MDOC_RULES } from './response/verify-mdoc-presentation.ts'
import {
  ISSUER_CERTIFICATE_RULES,
  ISSUER_RULES,
  KEY_BINDING_RULES,
  SD_JWT_RULES,
} from './response/verify-sd-jwt-presentation.ts'

export const ruleTables = {
  'relying-party/request wallet_metadata': WALLET_METADATA_RULES,
  'relying-party/request wallet_nonce': WALLET_NONCE_RULES,
  'relying-party/request negotiation': NEGOTIATION_RULES,
  'relying-party/request authorization': AUTHORIZATION_RULES,
  'relying-party/request wallet_attestation': REQUESTER_ATTESTATION_RULES,
  'relying-party/request dpop': REQUESTER_PROOF_RULES,
  'relying-party/response form': RESPONSE_FORM_RULES,
  'relying-party/response mode': RESPONSE_MODE_RULES,
  'relying-party/response jwe': JWE_RULES,
  'relying-party/response jwt': RESPONSE_JWT_RULES,
  'relying-party/response signature': RESPONSE_SIGNATURE_RULES,
  'relying-party/response vp_token': VP_TOKEN_RULES,
  'relying-party/response presentation_submission': SUBMISSION_RULES,
  'relying-party/response definition': DEFINITION_RULES,
  'relying-party/response dcql': DCQL_RULES,
  'relying-party/response sd_jwt': SD_JWT_RULES,
  'relying-party/response issuer': ISSUER_RULES,
  'relying-party/response issuer_certificates': ISSUER_CERTIFICATE_RULES,
  'relying-party/response mdoc': MDOC_RULES,
  'relying-party/response device_auth': DEVICE_AUTH_RULES,
  'relying-party/response kb_jwt': KEY_BINDING_RULES,
  'relying-party/response envelope': ENVELOPE_RULES,
  'relying-party/response wallet_attestation': ATTESTATION_RULES,
  'relying-party/api/presentations order': ORDER_RULES,
  'relying-party/api/presentations query': ORDER_QUERY_RULES,
  'relying-party/api/presentations bounds': ORDER_BOUNDS_RULES,
  'relying-party/api/results': REDEMPTION_RULES,
  'relying-party/response status_list': STATUS_RULES,
  'relying-party/admin': ADMINISTRATOR_RULES,
  'relying-party/admin/applications': REGISTRATION_RULES,
} as const
