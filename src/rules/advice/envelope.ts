/** Advice on the HTTP envelope of a request (URL, headers, parameters, size of the body), and on outages. */
import { type AdviceTable, named } from './advice.ts'

const sendLater = 'Send the request again later.'

export const envelopeAdvice = {
  ...named({ 'A parameter': 'parameter_duplicated', 'A parameter of the URL': 'parameter_doubled' }),
  header_duplicated: [
    'A header occurs more than once, or contains several values.',
    'Send the named header once, with one value.',
  ],
  path_unknown: ['There is no endpoint at this path.', 'Compare the URL with the metadata of this service.'],
  method_not_allowed: ['The endpoint does not support this method.', 'Use a method that the Allow header lists.'],
  media_type_unsupported: ['The endpoint does not accept this media type.', 'Set Content-Type to an accepted type.'],
  coding_unsupported: [
    'The endpoint accepts no compressed or encoded body.',
    'Send the body without compression, and leave Content-Encoding out.',
  ],
  body_too_large: ['The body is larger than the endpoint accepts.', 'Send a smaller body.'],
  headers_too_large: ['The headers are larger than the service accepts.', 'Send smaller headers.'],
  http_malformed: [
    'The request is not valid HTTP, or the header Host is missing or malformed.',
    'Send a request as RFC 9112 defines it.',
  ],
  method_unknown: [
    'The request has a method that HTTP does not define.',
    'Send a method that the endpoint supports, in capital letters.',
  ],
  request_timeout: ['The request did not arrive in time.', 'Send the request without pauses.'],
  version_unsupported: ['The service does not support this version of HTTP.', 'Send the request with HTTP/1.1.'],
  tunnel_unsupported: ['The service opens no tunnels.', 'Send the request with another method than CONNECT.'],
  expectation_unsupported: ['The service does not support the expectation in Expect.', 'Leave Expect out.'],
  foreign_host: [
    'The Host of the request is not that of this service.',
    'Use the public URL, and have a proxy forward the header Host.',
  ],
  foreign_origin: ['The Origin of the request is another site.', 'Send the request from a page of this service.'],
  foreign_site: ['Another site made the browser send this request.', 'Send the request from a page of this service.'],
  parameter_malformed: [
    'A parameter is not percent-encoded UTF-8, or contains NUL.',
    'Send the parameters as percent-encoded UTF-8, without NUL.',
  ],
  parameter_count: ['The request has more than 64 parameters.', 'Send at most 64 parameters.'],
  parameter_value_unknown: ['A parameter has an unknown value.', 'Send a value that the endpoint defines.'],
  body_incomplete: ['The body of the request ended too early.', 'Send the request again.'],
  not_utf8: ['The body of the request is not UTF-8.', 'Encode the body as UTF-8.'],
  body_too_slow: ['The body arrives too slowly.', 'Send at least 1 kB a second.'],
  bodies_unfinished: ['This address is sending too many bodies at once.', 'Finish one body before the next.'],
  body_missing: ['The request has no body.', 'Send a body.'],
  rate_exceeded: ['This address sends too many requests.', 'Wait for the seconds that Retry-After names.'],
  overloaded: ['The service is overloaded.', 'Wait for the seconds that Retry-After names.'],
  temporarily_unavailable: ['A service that the request depends on is unavailable.', sendLater],
  server_error: [
    'The service failed because of an internal error.',
    'Report the trace to the operator of the service.',
  ],
  request_malformed: ['The request is malformed.', 'Correct the named member.'],
  unreachable: [
    'The other party does not respond, or cannot answer now.',
    'Check that the other party runs and is reachable, and try again later.',
  ],
  address_forbidden: [
    'No request is sent to this URL, because the address is not public or the URL is not https.',
    'Publish an https URL with a public address.',
  ],
  url_forbidden: [
    'No request is sent to this URL, because only https URLs without user information are allowed.',
    'Publish an https URL without user information.',
  ],
  url_malformed: ['The URL is malformed.', 'Publish an absolute https URL.'],
  url_not_https: ['The URL is not an https URL.', 'Use https.'],
  url_forbidden_part: ['The URL has a fragment or user information.', 'Leave fragment and user information out.'],
  endpoint_malformed: [
    'The URL of an endpoint is not an absolute https URL.',
    'Set the named member or setting to an absolute https URL.',
  ],
  status_unexpected: [
    'The other party responds with an HTTP status other than 200.',
    'Check what the URL of the other party serves.',
  ],
  media_type_unexpected: [
    'The other party responds with an unexpected media type.',
    'Have the other party send the Content-Type that the standard defines.',
  ],
  coding_unexpected: [
    'The answer of the other party is compressed or encoded.',
    'Have the other party answer without Content-Encoding.',
  ],
  answer_too_large: ['The answer of the other party is too large.', 'Have the other party send a smaller answer.'],
  answer_unreadable: [
    'The answer of the other party cannot be read.',
    'Have the other party send uncompressed UTF-8 of at most 262144 bytes.',
  ],
  not_text: ['The answer of the other party is not UTF-8.', 'Have the other party encode the answer as UTF-8.'],
  response_not_text: ['The decrypted response is not UTF-8.', 'Encode the response as UTF-8 before the encryption.'],
} as const satisfies AdviceTable
