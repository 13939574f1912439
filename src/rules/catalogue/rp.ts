/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const rpRules = `
RP-01 Entity configuration: metadata has federation_entity and wallet_relying_party, and, by our reading of an example, the same relying party members under openid_credential_verifier for variant 2.
RP-02 Same device: 302 to the wallet with client_id and request_uri.
RP-03 GET request_uri returns the signed request object; an unknown or malformed one is 400 invalid_request; an internal failure is 500 server_error; both JSON with error_description.
RP-04 Variant 1: Authorization: DPoP <wallet attestation> with a proof by the attested key whose ath is the attestation's hash is verified and sets the security level; without the DPoP header the request object is still given and the lowest attestable level is assumed.
RP-05 POST request_uri (form) is offered in variant 2 and takes wallet_metadata and wallet_nonce.
RP-06 Variant 1 request object: scope, client_id_scheme: entity_id, client_id, response_mode: direct_post.jwt (by default, D-15), response_type: vp_token, response_uri, nonce, state, iss = client_id, iat, exp; header alg, typ, kid, trust_chain (READ: the values of client_id_scheme and response_mode are the specification's examples).
RP-07 Variant 1: never emitted with scope: presentation_definition, presentation_definition_uri; with entity_id: client_metadata, client_metadata_uri; with response_uri: redirect_uri.
RP-08 Variant 2 request object: client_id, response_mode, response_type, dcql_query, response_uri, nonce, state, iss, iat, exp, request_uri_method (D-21; the configuration may leave it out, D-184); header alg, kid, trust_chain, typ: oauth-authz-req+jwt (SHOULD); content type application/oauth-authz-req+jwt.
RP-09 A nonce, a state and a response code are fresh and cryptographically random for each request.
RP-10 response_uri takes the response as form POST, in direct_post and direct_post.jwt (signed, encrypted, or both), by what was asked.
RP-11 An SD-JWT presentation is accepted only when all of RP-60 to RP-70 hold; one fault refuses the whole response and hands no claim to the application.
RP-12 Verification of an mdoc presentation: issuer auth, device auth over the session transcript (OpenID4VP 1.0 form), digests, doctype, validity, status; each fault refuses.
RP-13 The presented credentials and claims satisfy what was asked, the presentation definition or the DCQL query (each id, format, vct_values, every claim path); a response that does not is refused (400 invalid_request; OpenID4VP 1.0 §6, Presentation Exchange 2.0).
RP-14 The Wallet Attestation that comes with the response is verified: signature, typ, time, its provider's trust chain with wallet_provider metadata, its status; else 403 invalid_request.
RP-15 The answer is a JSON object with redirect_uri, which contains a fresh random response code as path component, parameter or fragment.
RP-16 A status endpoint is offered (the specification leaves it to the relying party): GET with id → 201 issued, 202 fetched, 200 completed, 401 rejected or expired; never cached.
RP-17 redirect_uri: one that is not linked to the user's session, and any security issue found there (response code unknown, expired, of another session), is 403.
RP-18 A wallet's error response (access_denied and the others of OpenID4VP) moves the session to rejected.
RP-19 A suspended credential is accepted or refused by the relying party's own policy; a revoked one is always refused.
RP-20 The presented data is kept only as long as configured, and is bound to the browser session that asked.
RP-21 Metadata: client_id (https URL, = iss = sub), client_name, application_type exactly web, jwks by value with public keys (signature and encryption, each with use); contacts optional.
RP-22 request_uris are all https (a configuration with http does not start; GEN-19 for the sandbox) and cover every request_uri handed out, query aside (D-23).
RP-23 response_uris_supported and redirect_uris are published and contain every response_uri and redirect_uri the service uses (response code aside); response_uris is published too, with the same values (D-19, D-38).
RP-24 authorization_signed_response_alg is never none nor a MAC; such a configuration does not start.
RP-25 vp_formats has vc+sd-jwt with a non-empty sd-jwt_alg_values of supported algorithms (dc+sd-jwt beside it, D-08).
RP-26 presentation_definitions_supported, as the table of the metadata has it: objects with id and input_descriptors {id, name, purpose, format, constraints {limit_disclosure, fields [{path, filter}]}}.
RP-27 authorization_encrypted_response_alg and _enc are published for direct_post.jwt, without RSA1_5 and RSA-OAEP; neither where responses are to be signed alone (D-152).
RP-28 Variant 2, same device: the page also has an HTML link with the same target as the 302.
RP-29 Cross device: a page with a QR code whose content is the request URL.
RP-30 Variant 2: the URL of both flows carries client_id, request_uri, state, request_uri_method, URL-encoded; request_uri_method is get or post (READ: in lower case; state equals the request object's, D-20).
RP-31 The request object is signed by the key that kid names in the relying party's resolved metadata jwks, and its trust_chain is valid when it is sent.
RP-32 The request object's life is bounded by configuration (default 5 minutes), and the answer is no-store.
RP-33 Within that life a repeated fetch is answered again; after completion, rejection or expiry it is 400 invalid_request.
RP-34 Variant 1's request object is served as application/oauth-authz-req+jwt too (RFC 9101), with typ: JWT (D-09).
RP-35 Each value of scope names a presentation definition (or input descriptor) in the Relying Party's own metadata. A request for another one fails when it is configured or made.
RP-36 The nonce has at least 32 digits (D-14).
RP-37 dcql_query.credentials is a non-empty array of {id (letters, digits, _, -; unique; OpenID4VP 1.0 §6.1), format, meta.vct_values, claims [{path}]}.
RP-38 Variant 2: no presentation_definition, presentation_definition_uri, client_metadata or redirect_uri is emitted.
RP-39 Variant 2: with no method, or get, in the URL a plain GET gets the request object.
RP-40 A wallet_nonce that was sent is evaluated and stands unchanged in the request object; without one the claim is absent; an overlong or non-string one is 400 invalid_request.
RP-41 wallet_metadata that is no JSON object, lacks vp_formats_supported, has presentation_definition_uri_supported true or not boolean, response_types_supported other than vp_token (a list or the word alone, D-476), or a mistyped member is 400 invalid_request; null is a member that is left out (D-342).
RP-42 wallet_metadata without a common format, algorithm, response mode or client id scheme (default entity_id) gets a clear error; otherwise the request object keeps to what the wallet supports, and is encrypted to the key that it brings for that (D-369).
RP-43 A POST without wallet_metadata, or without wallet_nonce, gets the request object all the same; unknown form fields are ignored.
RP-44 Variant 1, the proof at the request endpoint: htm, htu, iat, jti, ath, signature by the attestation's cnf key, as PP-78 to PP-83. That jti is a UUID v4 is a SHOULD, and another one is taken.
RP-45 A DPoP header that is there but does not hold is refused, not taken as missing: bad attestation 401 invalid_token with WWW-Authenticate: DPoP, bad proof 400 invalid_dpop_proof.
RP-46 A relying party can require a level above the lowest: a request without a sufficient attestation is then 401 with WWW-Authenticate: DPoP, and a response without one 403.
RP-47 One attestation is accepted in several presentations within its validity.
RP-48 A plaintext answer to a direct_post.jwt request, or the reverse, is 400 invalid_request (D-15).
RP-49 direct_post.jwt: a signed response has iss, aud = us, live exp, and never none (JARM; the specification for none); a JWE uses our key (READ: and the published algorithms; others, dir and compression are refused).
RP-50 state missing, unknown, or another session's (also when inner and outer differ) is 400 invalid_request (RFC 6749 §4.1.2, OpenID4VP draft 20 §6.2), and the other session is untouched.
RP-51 A session takes one response: one after expiry or rejection is refused, for the states lead nowhere from there (READ: and a second one, also in a race).
RP-52 Shapes of vp_token: variant 1 an array (or single string, D-366) with presentation_submission, paths $, $[n], $.vp_token[n], the 2023 signed envelope by option only; variant 2 an object of id → string or array; other shapes 400 (D-16).
RP-53 Variant 1 (OpenID4VP D20 §6.1): presentation_submission names the requested definition, and each required descriptor with a path that leads to a presentation of the stated format; otherwise 400 invalid_request.
RP-54 Error codes at response_uri: malformed response, unmet query, invalid or revoked credential 400 invalid_request; untrusted issuer, wrong nonce, KB-JWT or attestation that does not hold 403 invalid_request; 500 server_error; 503 temporarily_unavailable (D-39).
RP-55 Claims beyond what was asked are dropped or refused by configuration, never stored and never handed on.
RP-56 The attestation is required when the request asked for it; variant 2 asks by default (a query of format jwt; D-151); its absence is 403 invalid_request (D-17).
RP-57 Format names vc+sd-jwt and dc+sd-jwt match each other; type is read from vct or type; claim paths $.x, $.credentialSubject.x, $.verified_claims.claims.x and tax_id_number/tax_id_code find the same claim (D-07, D-08), but for what a credential says of itself (D-266).
RP-58 When several credentials are presented, each is verified by itself, with its own KB-JWT.
RP-59 The request endpoint's and response_uri's errors stay within the codes of OpenID4VP and RFC 6749, JSON, and say nothing about other sessions.
RP-60 Issuer: signature by a key of the issuer's resolved metadata jwks (fallback federation keys, D-25), without kid by the only one that fits (D-234); the issuer is a federation member with openid_credential_issuer metadata, which name the credential's type (D-237); iss is the chain's subject.
RP-61 The alg of the presented SD-JWT is one of the published sd-jwt_alg_values; another one, even if otherwise supported, is refused.
RP-62 Disclosures (RFC 9901 §7.1), each fault refuses: digest not found, found twice, disclosure twice, not a 2- or 3-element array, claim name _sd, _sd_alg or ..., name clash at its level, unknown _sd_alg or one below the top; digests are taken over the received string.
RP-63 A presentation without KB-JWT, with a KB-JWT not signed by the cnf key, or of a credential without cnf is refused.
RP-64 KB-JWT header: typ other than kb+jwt (RFC 9901 §4.3; the specification prints no value), missing or unsupported alg is refused.
RP-65 KB-JWT aud missing or not this relying party's entity identifier is refused (an array naming others too is refused).
RP-66 KB-JWT nonce missing or not that of this session's request object is refused.
RP-67 KB-JWT sd_hash missing or not the hash of what was presented (a disclosure added, dropped or reordered afterwards) is refused.
RP-68 KB-JWT iat missing or in the future beyond the skew is refused; by our reading also one that is older than the request.
RP-69 A credential outside its validity (exp, nbf) is refused.
RP-70 Revocation status of credential and attestation is checked; a revoked one is refused.
RP-71 Status list as evidence: signature by a trusted issuer's key, typ, sub = the URI, within exp/ttl, index in range; a list that does not hold refuses; one that cannot be had refuses by default (acceptUnknownStatus): a 503 in an outage, and a refusal where a redirect, a 404, another media type or a compressed answer would be the same tomorrow (D-488). A list is cached no longer than it allows.
RP-72 The answer of response_uri is 200 with application/json.
RP-73 The response code has 128 bits or more.
RP-74 The redirect_uri handed out is an attested one plus the response code (D-19).
RP-75 The status endpoint needs the session cookie of the browser that started the request: the id alone, an unknown id, or another session's cookie is refused (READ: with 403 invalid_session, D-18, D-150).
RP-76 The session cookie is Secure (not with http on loopback), HttpOnly, bound to the issued request, and not derivable from the id (READ: and SameSite).
RP-77 Transitions: issued → fetched when the wallet gets the object; → completed when a verified response came; → rejected/expired from issued and fetched, by wallet, user or time; no way back from the last two.
RP-78 On completion the session cookie is renewed, and the 200 carries the URL to go to ({redirect_uri}; D-150, D-78).
RP-79 The QR page shows an error message when the request was rejected or has expired.
RP-80 An error at redirect_uri is shown as a page that a person understands (READ: in the user's language, without technical detail that helps an attacker).
RP-81 Same device: the session completes only in the browser session that started it; the URL opened elsewhere is 403 and logs nobody in.
RP-82 Cross device: a GET of redirect_uri by the wallet, which has no session cookie, gets a page that sends the user back to the other screen; it logs nobody in, shows no data and does not spend what the QR page's browser needs.
RP-83 A wallet's error response is a form with error, error_description, state, taken unencrypted in both response modes and answered 200; an unknown state or error missing is 400.
RP-84 Issuers and wallet providers are trusted by the relying party's own pinned anchors only; a trust_chain in a presented object is a hint, judged by FED-03.
RP-85 DCQL beyond the specification's members works as in OpenID4VP: credential_sets with required and optional options, claim_sets in order, values, array and null path elements.
RP-86 Variant 1: field filter (type, const) and format of the definition are enforced on what is presented, and limit_disclosure: required lets no further claim through (Presentation Exchange 2.0).
RP-87 Answers of response_uri and redirect_uri are no-store; the page at redirect_uri leaks no referrer (the response code is in its URL).
RP-88 Variant 1: an attestation with its whole trust chain (15 kB) fits into the Authorization header; beyond the configured size the answer is 431, not a broken connection.
RP-89 The application API takes a request only with the API key of a configured application, known by the digest of the key (401 invalid_client), and from no page of a foreign origin (403 access_denied).
RP-90 An application orders a presentation by a DCQL query, a registered query's name or a registered scope, judged as the configuration's are and with the path of the fault; within what the federation and the configuration let it ask (403); with a return URL of its own list, exactly (400). The first browser at start_url is bound to it; until then no wallet gets anything.
RP-91 A result leaves the service only by a reference: unguessable, stored as a digest, short-lived, and redeemed by the application that ordered it. No URL and no page on the way contains a claim.
RP-92 A presentation that was refused, cancelled or has expired comes back to the application by a reference too, with its reason; only in the browser that began it.
RP-93 What was redeemed is erased when its reference has ended, or kept no longer than configured; the application can erase before; what remains is an audit in which nothing of a person stands.
RP-94 A presentation of another application does not exist for this one (404 not_found, 400 invalid_grant).
RP-95 A page that a browser loads before a person opens it (prefetch, prerender) is answered 503 and has no effect, at the Relying Party, the PID Provider and the middleware; a page that changes nothing is answered (D-471).
RP-96 Same device: the URL that the completed status carries shows "continue in your wallet" until this browser has brought the response code, and leads on afterwards; neither carries the code (D-78).
RP-97 What the same browser brings again within its life (start URL, response code, leaving, reference) gets the same answer; another browser is refused (D-470).
RP-98 Every order asks for the Wallet Attestation unless it says otherwise, also an order by scope; without it the result says that nothing is known of the wallet (D-475).
RP-99 A query of format jwt with vct_values is answered by the Wallet Attestation, or as SD-JWT by the credential whose type it names (D-473); the types of the middleware follow.
RP-105 The result page shows names and values of claims as one line of what can be seen; the application gets them as they were signed (D-518).
RP-108 A level of wallet is required only where the attested key proves itself in the same exchange: at the fetch of variant 1 by DPoP, or by the signature of the response. Another attestation is 403 invalid_request; a service whose settings leave the key unproved does not start; elsewhere the result says wallet.level_proven: false, and the level is a hint (D-128).
RP-109 A service offers the variants of its configuration; an order in another one is 400 invalid_request (D-569).
RP-110 An order that no browser began leaves no entry in the audit, and is forgotten before every other session (D-570).
RP-111 The middleware orders a presentation when a person presses the button of its page, and not when a protected page is visited; a form of another site orders nothing (D-571).
RP-112 The middleware lets one visitor begin so many presentations in a minute and answers 429 with Retry-After beyond; other visitors still come in (D-571).
RP-113 The middleware offers the wallet on this device first. The QR code has a warning about codes that others send (D-572).
RP-114 The administration of a Relying Party demands the token of an administrator (401 unauthorized); it shows recent decisions only (GEN-47).
RP-120 OpenID Provider: a request that OAuth 2.1 or OpenID Connect refuses (client, redirect URI, PKCE, code, token, scope, prompt=none) is refused at the application, or on a page where its redirect URI is not trusted; a code is redeemed once, also at racing replicas.
RP-121 OpenID Provider: a login is the presentation that its own browser brought back. Without data the application gets access_denied (D-702).
RP-122 OpenID Provider: a person has the same sub at all clients of a sector, and another one elsewhere; it does not reveal the claim that it is derived from (D-703).
RP-123 OpenID Provider: the claims of a login are sealed in the store, and deleted with the access token after 5 minutes at most (D-704).
RP-130 Session, request_uri id, state, response, response code and cookie belong to one entity of a service: at another entity they are like unknown ones and change nothing there. Applications use the API of the service alone (D-740).
RP-131 In the profiles of IT-Wallet the client identifier (prefix openid_federation: in 1.4) is the same in link, Request Object and Key Binding JWT; the link of 1.4 has no state; the metadata have openid_credential_verifier alone, with the members of the profile. [IT-Wallet 1.0.2, 1.4.6]
RP-132 The Request Object of 1.4 has x5c without root, client_metadata with a P-256 key that is made for the request, and the entity identifier as iss; that of 1.0 has neither, and always trust_chain (D-741). [IT-Wallet 1.0.2, 1.4.6]
RP-133 A response that is encrypted to the key of a request is for that request alone; one that is encrypted to a key of the metadata is accepted too, in each offered encryption (D-741).
RP-134 In 1.4 a wallet is not refused for the client identifier prefixes in its metadata, which are recommended only.
RP-135 error at the redirect URI ends an open session only with the cookie of its browser and its response code or state; it changes no completed session. The redirect URI is shown once to a browser without a cookie ("continue on the other screen"); after that it is answered like an unknown one (D-746).
RP-136 In 1.0 a query asks for the Wallet Attestation as dc+sd-jwt with vct_values, optional; it is verified as that of a Wallet Provider and is no data for the application. In 1.4 no query asks for it (D-742).
RP-137 An order may name a profile that the service offers. A profile in which a wallet cannot prove its level takes no order and shows no page where a level is required; one in which it presents no attestation takes no order that demands one (D-743).
RP-138 An order with the profile auto offers the wallets of every profile that can answer it; the wallet that the person chooses decides the entity, and nothing is begun before. The choice is final, and the start URL leads the same browser there again (D-747).
RP-139 A query for the specification's PID asks a further entity's wallets by the types and names of their profile; the result has the names of the query (D-747).
RP-140 erasure_endpoint takes a GET with an optional https callback_url, authenticates the person by a presentation, deletes what the store holds of the same person, and answers 204 with a receipt. Each application with an erasureUrl gets a signed JWT until it answers 2xx; then the person's identifier is deleted (D-748). [IT-Wallet 1.0.2, 1.4.6]
RP-141 A Relying Party of 1.4 takes an SD-JWT only with the certificates of its issuer's key in x5c, to a pinned root. The codes of the certificates are those of FED-70 to FED-82. [IT-Wallet 1.4.6, Data Model, SD-JWT header]
RP-142 In 1.4 a wallet that states no response mode but query is asked for direct_post.jwt. Another mode beside it limits the choice (D-872).
RP-143 An erasure at a person's request leaves an audit entry of the service with its time and receipt, and one for each deleted presentation that an application ordered. No entry names the person (D-870).
RP-150 Administrators add, replace, list and remove applications in the store while the service runs. An id of the settings and the key of another application are refused. Orders and redemptions with a removed key are refused at once (D-892).
RP-155 In 1.0 and 1.4, trust_chain of the Request Object ends with the anchor's Entity Configuration. In the specification's own wire it leaves it out (D-895).
`
