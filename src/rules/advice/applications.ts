/** Advice on the API by which applications order presentations, and on the administration of the applications. */
import type { AdviceTable } from './advice.ts'

const orderAgain = 'Order a new presentation.'
const correctMember = 'Correct this member, and send no unknown member.'

export const applicationAdvice = {
  api_key_missing: ['The API key is missing.', 'Send the key in the Authorization header as Bearer.'],
  api_key_unknown: [
    'No application has this API key.',
    'Compare the digest of the key with the settings and the store of the service.',
  ],
  api_key_shared: ['Another application has one of these keys.', 'Create a separate key for each application.'],
  origin_foreign: ['A page of another origin sent the request.', 'Call the API from a server.'],
  application_malformed: [
    'A member of the request about applications is missing, malformed or unknown.',
    correctMember,
  ],
  return_url_insecure: ['A return URL is not https.', 'Use an https URL.'],
  return_url_unencoded: [
    'A return URL has a character that a redirect cannot contain (a space, or one outside ASCII).',
    'Send the encoded form of the URL (percent encoding, and xn-- in the host), and order with that form.',
  ],
  erasure_url_insecure: ['The erasure URL is not https.', 'Use an https URL.'],
  application_configured: [
    'The settings of the service have an application with this id.',
    'Change the application in the settings, or choose another id.',
  ],
  application_unregistered: [
    'There is no such application in the store.',
    'Send the id of an application in the store (GET /admin/applications).',
  ],

  order_malformed: ['A member of the order is missing, malformed or unknown.', correctMember],
  order_ambiguous: [
    'The order does not name exactly one of dcql_query, request and scope.',
    'Send exactly one of these three members.',
  ],
  request_name_unknown: [
    'No query with the name in request is configured.',
    'Send the name of a configured query, or send dcql_query instead of request.',
  ],
  return_url_unknown: [
    'The return URL is not registered for this application.',
    'Add the URL to returnUrls of the application.',
  ],
  format_unaccepted: [
    'This service does not accept credentials in this format.',
    'Ask for dc+sd-jwt, or for mso_mdoc if the settings of the service have mdocAlgorithms.',
  ],
  variant_not_offered: [
    'The settings of the service (variants) do not enable queries by this member.',
    'Send scope instead of dcql_query or request, or the reverse.',
  ],
  profile_not_offered: [
    'The service offers no entity of this profile.',
    'Name a profile that the settings of the service enable.',
  ],
  wallet_level_unprovable: [
    'This service requires a minimum wallet level, which a wallet cannot prove in this profile.',
    'Order the presentation in the profile seed, or remove requiredWalletLevels from the settings of the service.',
  ],
  wallet_attestation_unavailable: [
    'A wallet presents no Wallet Attestation in this profile.',
    'Order the presentation without wallet_attestation, or in another profile.',
  ],
  wallet_attestation_required: [
    'The query does not ask for the Wallet Attestation, which the order or the settings of the service require.',
    'Set wallet_attestation to true. For scope, name a definition that asks for the Wallet Attestation.',
  ],
  wallet_attestation_conflict: [
    'The definition of the scope asks for the Wallet Attestation, but wallet_attestation is false.',
    'Leave wallet_attestation out, or name a definition that does not ask for the Wallet Attestation.',
  ],

  order_id_missing: ['The URL has no id of an order.', 'Use the URL that the order returned.'],
  order_unknown: ['The order is unknown here.', orderAgain],
  order_over: ['The order has ended.', orderAgain],
  presentation_unknown: ['This application has no such presentation.', 'Use the identifier that the order returned.'],
  redemption_malformed: [
    'The body has another member than reference, or reference is missing or malformed.',
    'Send only the reference of 43 base64url characters from the return URL.',
  ],
  reference_unknown: [
    'The reference is unknown or of another application, or the presentation was erased.',
    'Redeem the reference with the API key of the application that ordered the presentation.',
  ],
  reference_expired: ['The reference has expired.', 'Redeem the reference within its lifetime.'],
  time_malformed: ['since is not a time in seconds.', 'Send the seconds since 1970 as a whole number.'],
} as const satisfies AdviceTable
