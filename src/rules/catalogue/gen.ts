/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const genRules = `
GEN-01 A JWS whose alg is none (in any letter case) or whose signature part is empty is refused wherever a JWS is expected.
GEN-02 A JWS with a MAC algorithm (HS*) is refused wherever a JWS is expected, also if the MAC key is the bytes of the public key.
GEN-03 alg must be in the configured supported set, which never contains none or HS* (our reading: the default set is ES256, ES384, ES512; RS256, RS512, PS256, EdDSA and ES256K can be enabled; the wallet accepts all of them for an access token, whose signature it does not verify, D-47).
GEN-04 iat/exp are NumericDate; an object is refused as soon as now ≥ exp plus the allowed clock skew (RFC 7519 §4.1.4; no skew for a Request Object at the wallet, WI-74), and if its iat or nbf is further in the future than that skew.
GEN-05 A crit header that names an unsupported extension makes the JWS invalid (RFC 7515 §4.1.11).
GEN-06 Errors of machine endpoints are application/json {error, error_description} with Cache-Control: no-store, those of pages for users are HTML; the description helps a developer and never contains a secret, a stack trace or personal data.
GEN-07 Each endpoint refuses a body over the configured size with 413, an unsupported media type and a content coding (D-241) with 415, and an unknown method on a known path with 405 and all its methods in Allow; also HEAD where GET publishes nothing (D-155).
GEN-08 Every unauthenticated endpoint has per-client rate limits, with 429 and Retry-After; a connection over the limit is closed without a response (D-255). A client has at most 8 requests whose body has not fully arrived; a body slower than 1 kB a second is 408 (D-525).
GEN-09 A duplicated form or query parameter is refused (RFC 6749 §3.1, §3.2), except one that a federation endpoint does not know (FED-130).
GEN-10 A timestamp that is not a finite non-negative JSON number (such as a numeric string, null or an ISO date) makes the object invalid.
GEN-11 alg must fit the verification key's type and curve and the JWK's own alg, use and key_ops when present: ES256 with a P-384 key, RS256 with an EC key, an enc key for a signature are refused (RFC 7517, RFC 7518).
GEN-12 Each kind of JWT is emitted with its own typ: war+jwt, wallet-attestation+jwt (oauth-client-attestation+jwt for a request of IT-Wallet 1.0, WP-83), JWT (Request Object, variant 1), oauth-authz-req+jwt (variant 2), entity-statement+jwt, kb+jwt, dpop+jwt, openid4vci-proof+jwt, at+jwt (D-09).
GEN-13 typ is compared without regard to letter case and with or without the application/ prefix (D-09; RFC 7515 §4.1.9).
GEN-14 A JWT of one kind is never accepted as another: each kind of GEN-12 is refused in place of any other, even if key, issuer and times would be valid (D-09).
GEN-15 A public JWK received from outside (cnf.jwk, DPoP and key proof jwk, any jwks) that has a private or symmetric member is refused (RFC 9449 §4.2, RFC 7800 §3.2; our reading for the others).
GEN-16 A JWK that is not a usable public key (point not on the curve, coordinate of the wrong length or not base64url, RSA below 2048 or above 8192 bits or with an exponent longer than 64, unknown kty/crv) is refused with a 4xx.
GEN-17 A thumbprint is the base64url SHA-256 of the key's required members only, in canonical form: other members, their order and kid do not change it; it matches the test vector of RFC 7638.
GEN-18 A verification key is never taken from jwk, jku, x5u or x5c of a JWS header, except the jwk of a DPoP proof and of a credential key proof, which prove possession only.
GEN-19 Identifiers and endpoint URLs are https without fragment and without user info, even an empty one (https://@host); plain http is accepted only for loopback hosts in the sandbox.
GEN-20 Every value that must not be guessed (challenge, c_nonce, code, request_uri, state, nonce, response code, session id, cookie) comes from a cryptographic source with at least 128 bits, and all of a large number of them are distinct.
GEN-21 Members and parameters that a rule does not name are ignored in JWTs, forms, queries and metadata (RFC 6749 §3.1, RFC 7519 §4); the exceptions are WP-06 and PP-53.
GEN-22 An OAuth parameter sent with an empty value counts as not sent (RFC 6749 §3.1, §3.2).
GEN-23 Broken input (truncated JWS, bad base64url, UTF-8, JSON, CBOR or DER, deep nesting, wrong JSON type) causes a documented 4xx, never a 5xx, a hang or a crash.
GEN-24 Logs, metrics and traces contain no claim value, token, key, evidence or user identifier; they contain only thumbprints, digests and claim names, and for a refusal the values of D-585.
GEN-25 The media types of responses are exactly those that the rows name: application/jwt, application/entity-statement+jwt, application/oauth-authz-req+jwt without any parameter; on input a charset parameter is accepted.
GEN-26 A GET that carries a Content-Type header but no body is processed as usual (D-35).
GEN-27 If an endpoint cannot reach its store, its signer or another party that it needs, it answers 503 temporarily_unavailable (for an internal error 500 server_error), issues nothing and leaves no partial record.
GEN-28 A JSON text from outside (JOSE header, payload, body, form member) with a repeated member name is refused, instead of using the first or last value; a member named __proto__ has no effect on anything else.
GEN-29 A repeated DPoP, Authorization or Content-Type header, also as two values joined by a comma, is refused, but not the parameters of one scheme in Authorization (RFC 9110 §11.4); where a DPoP proof is verified, a repeated DPoP header is refused by the rule on proofs (PP-78, RP-45).
GEN-30 Identifiers, links and the URL with which htu is compared come from the configuration, never from Host or a forwarding header of the request.
GEN-34 A number that JavaScript cannot represent exactly is never changed into another number and equals none: a JSON text with such a number is refused (GEN-23), and such an integer in an mdoc becomes a text (D-515; RFC 7493 §2.2).
GEN-41 A path without an endpoint is refused with 404, headers over the configured size with 431, another major version of HTTP than 1 with 505, a method that HTTP does not define with 501 (RFC 9110 §9.1), and input that is not an HTTP request with 400. Each refusal is recorded as a decision with a trace, and names the method and path, or the limit (D-586).
GEN-42 A refusal because two values differ states the expected and the found value if neither is personal or secret; a found value is escaped and cut at 200 characters, a list is shown in brackets, and dots replace the query of a URL; two values that differ are never shown as equal texts (D-585).
GEN-43 The administration, the console and the simulated devices each serve only requests to their own host and from their own pages: another Host, a foreign Origin and a cross-site request are refused with 403 (D-114).
GEN-44 Each failure code has one reason and one remedy in plain words, the same in every role. The response, the log, the error page and fiducia explain show them, beginning with the place of the fault (D-587).
GEN-45 A request to an administration needs the right that its route names; from an administrator or operator without it, it is 403 forbidden, with insufficient_scope in the challenge (RFC 6750 §3.1). A request with the console's token names an operator from the role's settings (Fiducia-Operator); with any other token it must not name one. Without an operator the console can only observe decisions. Decision log and audit log record both names (D-614).
GEN-46 The console of running services, and that of a sandbox that other machines can reach, requires a login: by a one-time key, an operator's token, or the operators' own OpenID Provider with PKCE, state and nonce, in the browser that began the login. Login attempts are limited, each login begins a new session, and a change is accepted only from a page of the console (D-615). The claims of an operator may be in the ID Token or at userinfo (D-1039).
GEN-47 GET /admin/decisions returns the recent decisions of a role in order, each once and in limited number; they contain no message. The console of running services shows no message body (D-616).
GEN-60 An overloaded process refuses requests before it reads them, depending on how long its queue has been waiting: with 503 and Retry-After, counted, without a decision. It still answers probes and the administration (D-820).
GEN-61 If a client continues above its rate limit, its requests get 429 before they are read, and a connection that keeps sending without waiting for the responses is closed (D-821).
GEN-62 A command or program that the console offers to copy contains no invisible character except line ends, and means exactly the recorded text (D-1146).
GEN-63 A migration or partitioning in PostgreSQL that cannot get the lock of a table lets other statements pass before each further attempt, and says which transaction uses the table, or which right it needs to see that (D-1067).
GEN-64 A search or list of the administration finds its rows by an index of the store, or reads a bounded number of rows. So do the upkeep, a status list and an erasure (D-1071).
GEN-65 A service whose keys can be written does not start with a bound store unless store.json beside the keys names this store, and does not start with an empty store if store.json names another (D-1176).
GEN-66 fiducia db migrate refuses an embedded store that another process uses (D-1121).
GEN-67 A byte order mark at the start of a file that settings or a command name does not belong to its content (D-1062).
GEN-68 If no worker can start, the service ends with 2 if its settings have a fault, otherwise with 1. A worker that ends is logged with its exit code (D-1122).
GEN-69 With several workers, /ready names the reasons of workers that are not ready, and the notes of all workers (D-1123).
GEN-72 Several processes can start for the first time at once over one key directory and one store. A first start that ended before it bound the store, or before it knew that, can be repeated (D-1178).
GEN-74 Each page of the console that updates while it is open has a switch, for keyboard and screen reader, that pauses the updates of all pages; a cookie keeps the choice (D-1167).
GEN-76 PID Provider and Wallet Provider publish the URIs of all their status lists at /statuslists (draft-ietf-oauth-status-list-12 §9, D-1175).
GEN-77 At each role, a browser that opens an unknown path gets a page in the reader's language. Its language switch shows the same error again (D-1172). The technical details are English, and marked as such (D-1173).
`
