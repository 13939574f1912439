/** Rule tables of the PID Provider by endpoint, for `npm run requirements`. */
import { AUTHORIZE_RULES, BEGIN_LOGIN_RULES } from './authorization/begin-authorization.ts'
import {
  ATTESTATION_HEADER_RULES,
  ATTESTATION_POP_RULES,
  ATTESTATION_RULES,
  PUSH_DPOP_RULES,
  PUSH_FORM_RULES,
  PUSH_STATUS_RULES,
  REQUEST_OBJECT_RULES,
} from './authorization/push-rules.ts'
import {
  CREDENTIAL_REQUEST_RULES,
  CREDENTIAL_RESOURCE_RULES,
  CREDENTIAL_STATUS_RULES,
  FINAL_CREDENTIAL_REQUEST_RULES,
  FINAL_GRANTED_RULES,
  FINAL_KEY_PROOF_RULES,
  GRANTED_RULES,
  KEY_PROOF_RULES,
} from './issuance/credential-rules.ts'
import { LOGIN_ORIGIN_RULES, LOGIN_RULES } from './login/complete-login.ts'
import { PERSON_SOURCE_RULES } from './login/person-source.ts'
import { ADMINISTRATOR_RULES } from './register/administrator-rules.ts'
import { CHANGE_RULES } from './register/change-credential-status.ts'
import { CREDENTIAL_SEARCH_RULES } from './register/search-credentials.ts'
import { STATUS_LIST_RULES } from './register/status-lists.ts'
import { CLIENT_ASSERTION_RULES, TOKEN_STATUS_RULES } from './token/authenticate-client.ts'
import { CODE_VERIFIER_RULES, TOKEN_DPOP_RULES, TOKEN_FORM_RULES } from './token/exchange-code.ts'

export const ruleTables = {
  'pid-provider/as/par form': PUSH_FORM_RULES,
  'pid-provider/as/par attestation': ATTESTATION_RULES,
  'pid-provider/as/par attestation status': PUSH_STATUS_RULES,
  'pid-provider/as/par proof of possession': ATTESTATION_POP_RULES,
  'pid-provider/as/par request object': REQUEST_OBJECT_RULES,
  'pid-provider/as/par dpop': PUSH_DPOP_RULES,
  'pid-provider/authorize': { ...AUTHORIZE_RULES, ...BEGIN_LOGIN_RULES },
  'pid-provider/login/callback/:provider': LOGIN_RULES,
  'pid-provider/login/callback/:provider relay state': LOGIN_ORIGIN_RULES,
  'pid-provider/login/callback/:provider person source': PERSON_SOURCE_RULES,
  'pid-provider/token form': { ...TOKEN_FORM_RULES, ...CODE_VERIFIER_RULES },
  'pid-provider/token client assertion': CLIENT_ASSERTION_RULES,
  'pid-provider/token headers': ATTESTATION_HEADER_RULES,
  'pid-provider/token attestation': ATTESTATION_RULES,
  'pid-provider/token proof of possession': ATTESTATION_POP_RULES,
  'pid-provider/token dpop': TOKEN_DPOP_RULES,
  'pid-provider/token attestation status': TOKEN_STATUS_RULES,
  'pid-provider/credential resource': CREDENTIAL_RESOURCE_RULES,
  'pid-provider/credential request': { ...CREDENTIAL_REQUEST_RULES, ...GRANTED_RULES },
  'pid-provider/credential request, final': { ...FINAL_CREDENTIAL_REQUEST_RULES, ...FINAL_GRANTED_RULES },
  'pid-provider/credential proof': KEY_PROOF_RULES,
  'pid-provider/credential proof, final': FINAL_KEY_PROOF_RULES,
  'pid-provider/credential attestation status': CREDENTIAL_STATUS_RULES,
  'pid-provider/statuslists': STATUS_LIST_RULES,
  'pid-provider/admin/credentials': { ...ADMINISTRATOR_RULES, ...CREDENTIAL_SEARCH_RULES },
  'pid-provider/admin/credentials/search': { ...ADMINISTRATOR_RULES, ...CREDENTIAL_SEARCH_RULES },
  'pid-provider/admin/credentials/:id': ADMINISTRATOR_RULES,
  'pid-provider/admin/credentials/:id/status': { ...ADMINISTRATOR_RULES, ...CHANGE_RULES },
} as const
