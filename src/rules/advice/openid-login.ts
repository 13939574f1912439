/** Advice on the OpenID Provider of a Relying Party: requests of applications, and logins of users. */
import type { AdviceTable } from './advice.ts'

const beginAgain = 'Begin again at the application.'
const asConfigured = 'Compare the request with the settings of the client at this service.'

export const openIdLoginAdvice = {
  openid_access_denied: ['The user did not present the data that the request requires.', beginAgain],
  openid_client_invalid: ['The client is unknown, or its authentication is wrong.', asConfigured],
  openid_grant_invalid: [
    'The code is unknown, used or expired, or the redirect URI or verifier is not that of the request.',
    'Redeem each code once, within a minute, with the redirect_uri and code_verifier of its request.',
  ],
  openid_grant_type_unsupported: ['The grant_type is not supported here.', 'Send authorization_code.'],
  openid_login_required: [
    'The application asks for a login without user interaction.',
    'Send the request without prompt=none: each login asks the wallet.',
  ],
  openid_logout_uri_unknown: [
    'post_logout_redirect_uri is not registered for the client, or client_id and id_token_hint name different clients.',
    'Add the URI to postLogoutRedirectUris of the client, and send client_id or id_token_hint of this client.',
  ],
  openid_redirect_uri_unknown: ['The redirect URI is not registered for the client.', asConfigured],
  openid_request_invalid: ['A parameter is missing or wrong.', 'Correct the named parameter.'],
  openid_request_refused: [
    'The request is not supported here.',
    'Send only what /.well-known/openid-configuration of this service lists.',
  ],
  openid_response_type_unsupported: ['The response_type is not supported here.', 'Send code.'],
  openid_scope_invalid: [
    'The scope lacks openid, or the client is not allowed to use a part of it.',
    'Send openid in scope, and compare the other scopes with the settings of the client at this service.',
  ],
  openid_token_invalid: ['The access token is unknown, or the login has ended.', 'Log in again.'],
  login_cancelled: ['The user cancelled the presentation.', beginAgain],
  login_expired: ['No wallet answered in time.', beginAgain],
  login_foreign: ['The presentation belongs to another login.', beginAgain],
  login_over: ['This browser has no such login, or it has ended.', beginAgain],
  login_reference_missing: ['The URL has no reference.', beginAgain],
  login_refused: ['The wallet refused the presentation.', beginAgain],
  login_state_malformed: ['state of the URL is missing or malformed.', beginAgain],
  login_subject_missing: [
    'The wallet presented no claim that identifies the user.',
    'Have the operator add the subject of the login to the query of the login.',
  ],
} as const satisfies AdviceTable
