/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const genRules = `
GEN-01 A JWS whose alg is none (in any letter case) or whose signature part is empty is refused wherever a JWS is accepted.
GEN-02 A JWS with a MAC algorithm (HS*) is refused wherever a JWS is accepted, also when the attacker MACs with the public key's bytes.
GEN-03 alg must be in the configured supported set, which never holds none or HS* (READ: the default set is ES256, ES384, ES512; RS256, RS512, PS256, EdDSA and ES256K can be turned on).
GEN-04 iat/exp are NumericDate; an object is refused as soon as now ≥ exp (plus the allowed clock skew, RFC 7519 §4.1.4, no more, and without it for a Request Object at the wallet, WI-74), and one whose iat or nbf lies further ahead than that skew.
GEN-05 A crit header naming an extension that is not understood makes the JWS invalid (RFC 7515 §4.1.11).
GEN-06 Errors of machine endpoints are application/json {error, error_description} with Cache-Control: no-store, those of pages for people are HTML; the description helps a developer and never carries a secret, a stack trace or personal data.
GEN-07 Bodies over the configured size are refused with 413, an unsupported media type and a content coding (D-241) with 415, an unknown method on a known path with 405 and Allow, also HEAD where a GET publishes nothing (each endpoint; D-155).
GEN-08 Per-client rate limits exist on every unauthenticated endpoint and answer 429 with Retry-After; one connection too many is closed without an answer (D-255). A client has at most 8 bodies that have not arrived; a body that arrives slower than 1 kB a second is 408 (D-525).
GEN-09 A duplicated form or query parameter is refused (RFC 6749 §3.1, §3.2).
GEN-10 A timestamp that is not a finite non-negative JSON number (a numeric string, null, an ISO date) makes the object invalid.
GEN-11 alg must fit the verification key's type and curve and the JWK's own alg, use and key_ops when present: ES256 with a P-384 key, RS256 with an EC key, an enc key for a signature are refused (RFC 7517, RFC 7518).
GEN-12 Each kind of JWT is emitted with its own typ: war+jwt, wallet-attestation+jwt (oauth-client-attestation+jwt to who asked so, WP-83), JWT (Request Object, variant 1), oauth-authz-req+jwt (variant 2), entity-statement+jwt, kb+jwt, dpop+jwt, openid4vci-proof+jwt, at+jwt (D-09).
GEN-13 typ is compared without regard to letter case and with or without the application/ prefix (D-09; RFC 7515 §4.1.9).
GEN-14 A JWT of one kind never passes for another: every kind of GEN-12 presented in the place of another is refused even when key, issuer and times would fit (D-09).
GEN-15 A public JWK received from outside (cnf.jwk, DPoP and key proof jwk, any jwks) that holds a private or symmetric member is refused (RFC 9449 §4.2, RFC 7800 §3.2; READ for the others).
GEN-16 A JWK that is no usable public key (point off the curve, coordinate of the wrong length or not base64url, RSA below 2048 or above 8192 bits or with an exponent longer than 64, unknown kty/crv) is refused with a 4xx.
GEN-17 A thumbprint is the base64url SHA-256 of the key's required members only, in canonical form: other members, their order and kid do not change it; the RFC 7638 vector holds.
GEN-18 A verification key is never taken from jwk, jku, x5u or x5c of a JWS header, except the jwk of a DPoP proof and of a credential key proof, which prove possession only.
GEN-19 Identifiers and endpoint URLs are https without fragment or user info, an empty one (https://@host) included; plain http is taken for loopback hosts in the sandbox only.
GEN-20 Every value that must not be guessed (challenge, c_nonce, code, request_uri, state, nonce, response code, session id, cookie) comes from a cryptographic source with at least 128 bits, and no two of many are alike.
GEN-21 Members and parameters that a rule does not name are ignored in JWTs, forms, queries and metadata (RFC 6749 §3.1, RFC 7519 §4); the exceptions are WP-06 and PP-53.
GEN-22 An OAuth parameter sent with an empty value counts as not sent (RFC 6749 §3.1, §3.2).
GEN-23 Broken input (truncated JWS, bad base64url, UTF-8, JSON, CBOR or DER, deep nesting, wrong JSON type) gets a documented 4xx, never a 5xx, a hang or a crash.
GEN-24 Logs, metrics and traces carry no claim value, token, key, evidence or user identifier; thumbprints, digests and claim names only, and in a refusal the values of D-585.
GEN-25 Media types of answers are exactly the ones a row names: application/jwt, application/entity-statement+jwt, application/oauth-authz-req+jwt without any parameter; on input a charset parameter is tolerated.
GEN-26 A GET that carries a Content-Type header but no body is answered as usual (D-35).
GEN-27 When its store, its signer or another party it needs is out of reach, an endpoint answers 503 temporarily_unavailable (own fault: 500 server_error) and has neither issued nor half recorded anything.
GEN-28 A JSON text from outside (JOSE header, payload, body, form member) with a doubled member name is refused, not read by its first or last value; a member named __proto__ has no effect on anything else.
GEN-29 A doubled DPoP, Authorization or Content-Type header, also as two values joined by a comma, is refused; a doubled DPoP where a proof is judged by the rule about proofs (PP-78, RP-45).
GEN-30 Identifiers, links and the URL that htu is compared with come from configuration, never from Host or a forwarding header of the request.
GEN-34 A number that JavaScript cannot hold is handed on as no other number and equals none: a JSON text with one is refused (GEN-23), and an mdoc's integer of that kind becomes a text (D-515; RFC 7493 §2.2).
GEN-41 A path without an endpoint is refused with 404, headers over the configured size with 431, and what is no HTTP request with 400; each is a decision with a trace, and names the method and the path, or the limit (D-586).
GEN-42 A refusal of a comparison names the expected and the found value where neither is personal or secret; a found value is escaped, cut at 200 characters, and loses the query of a URL (D-585).
GEN-43 A surface of the administration, the console or the simulated devices serves its own host and its own pages alone: another Host, a foreign Origin and a cross-site request are refused with 403 (D-114).
GEN-44 Each failure code has one reason and one remedy in plain words, the same in every role; an answer, the log, the page of a refusal and fiducia explain show them with the place first (D-587).
GEN-45 A request of an administration needs the right that its route names: an administrator or operator without it is 403 forbidden. The token of the console names an operator (Fiducia-Operator) whom the role's settings know, no other token names one, and without one the console may only observe decisions. Decision and audit log have both names (D-614).
GEN-46 The console of running services, and that of a sandbox which other machines reach, opens after a login: a key that works once, an operator's token, or the operators' own OpenID Provider with PKCE, state and nonce, in the browser that began. Guesses are limited, each login begins a new session, and a change needs a page of the console (D-615).
GEN-47 GET /admin/decisions gives the recent decisions of a role once each, in order and in bounded number; they contain no message. The console of running services shows no message body (D-616).
GEN-60 An overloaded process refuses requests by the age of its queue before it reads them: 503 with Retry-After, counted, without a decision. It still answers probes and the administration (D-820).
GEN-61 A client that goes on above its rate is answered 429 before its requests are read, and a connection that sends on without waiting for refusals is closed (D-821).
`
