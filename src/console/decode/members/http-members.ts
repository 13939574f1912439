/** Explains headers and the parts of an HTTP message. */
import type { MemberTable } from './member-table.ts'

/** Headers by lower-case name, and the parts of the first line. */
export const httpMembers: MemberTable = {
  method: ['Method of the request.', 'RFC 9110 §9'],
  url: ['Target of the request.', 'RFC 9110 §7.1'],
  status: ['Status code of the response.', 'RFC 9110 §15'],
  authorization: ['Authentication scheme, for example DPoP, and access token.', 'RFC 9449 §7.1'],
  dpop: ['Proof that the sender has the DPoP key.', 'RFC 9449 §4.1'],
  'dpop-nonce': ['Value that the next DPoP proof must contain.', 'RFC 9449 §8'],
  'oauth-client-attestation': [
    'Wallet Attestation by which the wallet authenticates.',
    'OAuth 2.0 Attestation-Based Client Authentication §6.1',
  ],
  'oauth-client-attestation-pop': [
    'Proof of possession of the attested key.',
    'OAuth 2.0 Attestation-Based Client Authentication §6.1',
  ],
  'content-type': ['Media type of the body.', 'RFC 9110 §8.3'],
  'content-length': ['Bytes of the body.', 'RFC 9110 §8.6'],
  accept: ['Media types that the sender accepts.', 'RFC 9110 §12.5.1'],
  host: ['Host that the request is for.', 'RFC 9110 §7.2'],
  origin: ['Origin of the page that sent the request.', 'RFC 6454 §7'],
  location: ['URL to which the browser goes next.', 'RFC 9110 §10.2.2'],
  cookie: ['Cookies of the browser.', 'RFC 6265 §5.4'],
  'set-cookie': ['Cookie for the browser.', 'RFC 6265 §5.2'],
  'cache-control': ['Whether the message may be cached.', 'RFC 9111 §5.2'],
  pragma: ['Whether the message may be cached, for old clients.', 'RFC 9111 §5.4'],
  'www-authenticate': ['How the client must authenticate.', 'RFC 9110 §11.6.1'],
  'retry-after': ['Seconds until the client may try again.', 'RFC 9110 §10.2.3'],
  'user-agent': ['Program of the sender.', 'RFC 9110 §10.1.5'],
  date: ['Time of the message.', 'RFC 9110 §6.6.1'],
  'fiducia-trace': ['Reference to the decision about the request: fiducia explain, or the Flows screen.', 'fiducia'],
  'content-security-policy': ['What the page may load and run.', 'CSP Level 3'],
}
