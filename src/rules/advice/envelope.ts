/** The envelope of a request, and what is out of reach. */
import { type AdviceTable, named } from './advice.ts'

const later = 'Send the request again later.'

export const envelopeAdvice = {
  ...named({
    'The header': 'header_duplicated',
    'A parameter': 'parameter_duplicated',
    'A parameter of the URL': 'parameter_doubled',
  }),
  path_unknown: ['There is no endpoint at this path.', 'Compare the URL with the metadata of this service.'],
  method_not_allowed: ['The endpoint does not take this method.', 'Send the request with a method that Allow names.'],
  media_type_unsupported: [
    'The endpoint does not take this media type.',
    'Set Content-Type to an accepted media type.',
  ],
  coding_unsupported: ['The endpoint takes no compressed or encoded body.', 'Leave Content-Encoding out.'],
  body_too_large: ['The body is larger than the endpoint takes.', 'Send a smaller body.'],
  headers_too_large: ['The headers are larger than the service takes.', 'Send smaller headers.'],
  http_malformed: ['The bytes are no HTTP request.', 'Send a request as RFC 9112 defines it.'],
  request_timeout: ['The request did not arrive in time.', 'Send the request without pauses.'],
  tunnel_unsupported: ['The service opens no tunnels.', 'Send the request with another method than CONNECT.'],
  expectation_unsupported: ['The service does not do what Expect demands.', 'Leave Expect out.'],
  foreign_host: ['The Host of the request is not that of this service.', 'Use the public URL; a proxy passes Host on.'],
  foreign_origin: ['The Origin of the request is another site.', 'Send the request from a page of this service.'],
  foreign_site: ['Another site made the browser send this request.', 'Send the request from a page of this service.'],
  parameter_malformed: ['A parameter is not percent-encoded UTF-8.', 'Encode the parameters as UTF-8 forms.'],
  parameter_count: [
    'The request has too many parameters.',
    'Leave out the parameters that the endpoint does not define.',
  ],
  parameter_value_unknown: [
    'A parameter has a value that is not known here.',
    'Send a value that the endpoint defines.',
  ],
  body_incomplete: ['The body of the request broke off.', 'Send the request again.'],
  not_utf8: ['The body of the request is no UTF-8.', 'Encode the body as UTF-8.'],
  body_too_slow: ['The body arrives too slowly.', 'Send at least 1 kB a second.'],
  bodies_unfinished: ['Too many bodies of this address are under way.', 'Finish one body before the next.'],
  body_missing: ['The request has no body.', 'Send a body.'],
  rate_exceeded: ['This address sends too many requests.', 'Wait for the seconds that Retry-After names.'],
  overloaded: ['The service is overloaded.', 'Wait for the seconds that Retry-After names.'],
  temporarily_unavailable: ['Something that the request needs is out of reach.', later],
  server_error: [
    'The service failed because of an error of its own.',
    'Give the trace to the operator of the service.',
  ],
  request_malformed: ['The request is malformed.', 'Correct the member that is named.'],
  unreachable: ['The other party does not answer.', 'Check that it runs and is reachable, and try again later.'],
  address_forbidden: ['The address is not public, and no request goes there.', 'Publish a public address.'],
  url_forbidden: ['The URL is not an https URL, and no request goes there.', 'Publish an https URL.'],
  url_malformed: ['The URL is malformed.', 'Publish an absolute https URL.'],
  url_not_https: ['The URL is no https URL.', 'Use https.'],
  url_forbidden_part: [
    'The URL has a fragment or user information.',
    'Leave the fragment and the user information out.',
  ],
  endpoint_malformed: ['The URL of an endpoint is malformed.', 'Publish an absolute https URL.'],
  status_unexpected: ['The other party answers with another HTTP status than 200.', 'Check what its URL serves.'],
  media_type_unexpected: ['The other party answers with another media type.', 'Have it set the right Content-Type.'],
  coding_unexpected: ['The other party compresses its answer.', 'Have it answer without Content-Encoding.'],
  answer_too_large: ['The answer of the other party is too large.', 'Have it send a smaller answer.'],
  answer_unreadable: ['The answer of the other party cannot be read.', 'Have it send a text of the usual size.'],
  not_text: ['The answer of the other party is no UTF-8.', 'Have it encode its answer as UTF-8.'],
  response_not_text: ['The response is no UTF-8.', 'Have it encode its response as UTF-8.'],
} as const satisfies AdviceTable
