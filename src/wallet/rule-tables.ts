/** The rule tables of the wallet, by step, for `npm run requirements`. */

import { RECEIVED_ATTESTATION_RULES } from './attestation/obtain-attestation.ts'
import { EXCHANGE_RULES } from './exchange.ts'
import { MDOC_CREDENTIAL_RULES } from './issuance/accept-mdoc-credential.ts'
import { ISSUER_CERTIFICATE_RULES, SD_JWT_CREDENTIAL_RULES } from './issuance/accept-sd-jwt-credential.ts'
import { PAR_RESPONSE_RULES } from './issuance/begin-issuance.ts'
import { ISSUER_METADATA_RULES, ISSUER_TRUST_RULES } from './issuance/issuer.ts'
import { ACCESS_TOKEN_RULES, TOKEN_EXCHANGE_RULES, TOKEN_RESPONSE_RULES } from './issuance/redeem-code.ts'
import { CREDENTIAL_RESPONSE_RULES } from './issuance/request-credential.ts'
import { AUTHORIZATION_RESPONSE_RULES } from './issuance/take-authorization-response.ts'
import { CERTIFICATE_RULES, CERTIFIED_ENDPOINT_RULES } from './presentation/check-certificates.ts'
import { ENGAGEMENT_RULES, RELYING_PARTY_RULES, REQUEST_URI_RULES } from './presentation/engagement.ts'
import { POLICY_RULES, REQUEST_ANSWER_RULES, REQUEST_EXCHANGE_RULES } from './presentation/fetch-request-object.ts'
import { REDIRECT_RULES } from './presentation/follow-redirect.ts'
import { DCQL_OFFER_RULES, SCOPE_OFFER_RULES } from './presentation/offer.ts'
import { RESPONSE_ENCRYPTION_RULES } from './presentation/protection.ts'
import { REQUEST_OBJECT_RULES } from './presentation/request-object-rules.ts'
import { RESPONSE_RULES } from './presentation/respond.ts'
import { CHALLENGE_ANSWER_RULES, PROVIDER_METADATA_RULES, PROVIDER_TRUST_RULES } from './set-up/wallet-provider.ts'

export const ruleTables = {
  'wallet/register': {
    ...EXCHANGE_RULES,
    ...PROVIDER_TRUST_RULES,
    ...PROVIDER_METADATA_RULES,
    ...CHALLENGE_ANSWER_RULES,
  },
  'wallet/attestation': RECEIVED_ATTESTATION_RULES,
  'wallet/issuers': PROVIDER_TRUST_RULES,
  'wallet/issuer': { ...ISSUER_TRUST_RULES, ...ISSUER_METADATA_RULES },
  'wallet/pushed-authorization-request': PAR_RESPONSE_RULES,
  'wallet/authorization-response': AUTHORIZATION_RESPONSE_RULES,
  'wallet/token': { ...TOKEN_EXCHANGE_RULES, ...TOKEN_RESPONSE_RULES },
  'wallet/token access token': ACCESS_TOKEN_RULES,
  'wallet/credential': CREDENTIAL_RESPONSE_RULES,
  'wallet/credential pid': SD_JWT_CREDENTIAL_RULES,
  'wallet/credential mdoc': MDOC_CREDENTIAL_RULES,
  'wallet/engagement': { ...ENGAGEMENT_RULES, ...RELYING_PARTY_RULES, ...REQUEST_URI_RULES },
  'wallet/request-object': {
    ...REQUEST_EXCHANGE_RULES,
    ...REQUEST_ANSWER_RULES,
    ...REQUEST_OBJECT_RULES,
    ...POLICY_RULES,
  },
  'wallet/request-object certificates': { ...CERTIFICATE_RULES, ...CERTIFIED_ENDPOINT_RULES },
  'wallet/credential certificates': ISSUER_CERTIFICATE_RULES,
  'wallet/presentation dcql': DCQL_OFFER_RULES,
  'wallet/presentation scope': SCOPE_OFFER_RULES,
  'wallet/presentation': { ...RESPONSE_ENCRYPTION_RULES, ...RESPONSE_RULES, ...REDIRECT_RULES },
}
