/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const rpRules = `
RP-01 Entity configuration: metadata has federation_entity and wallet_relying_party, and, by our reading of an example, the same relying party members under openid_credential_verifier for variant 2.
RP-02 Same device: 302 to the wallet with client_id and request_uri.
RP-03 GET request_uri returns the signed request object; an unknown or malformed one is 400 invalid_request; an internal failure is 500 server_error; both JSON with error_description.
RP-04 Variant 1: Authorization: DPoP <wallet attestation> with a proof by the attested key whose ath is the attestation's hash is verified and sets the security level; without the DPoP header the request object is still returned and the lowest attestable level is assumed.
RP-05 POST request_uri (form) is offered in variant 2 and accepts wallet_metadata and wallet_nonce.
RP-06 Variant 1 request object: scope, client_id_scheme: entity_id, client_id, response_mode: direct_post.jwt (by default, D-15), response_type: vp_token, response_uri, nonce, state, iss = client_id, iat, exp; header alg, typ, kid, trust_chain (our reading: the values of client_id_scheme and response_mode are the specification's examples).
RP-07 Variant 1: these parameters are never emitted: with scope, presentation_definition and presentation_definition_uri; with entity_id, client_metadata and client_metadata_uri; with response_uri, redirect_uri.
RP-08 Variant 2 request object: client_id, response_mode, response_type, dcql_query, response_uri, nonce, state, iss, iat, exp, request_uri_method (D-21; the configuration may leave it out, D-184); header alg, kid, trust_chain, typ: oauth-authz-req+jwt (SHOULD); content type application/oauth-authz-req+jwt.
RP-09 A nonce, a state and a response code are fresh and cryptographically random for each request.
RP-10 response_uri accepts the response as a form POST in the requested response mode, direct_post or direct_post.jwt (signed, encrypted, or both).
RP-11 An SD-JWT presentation is accepted only if all of RP-60 to RP-70 are satisfied; one fault refuses the whole response, and the application gets no claim (in 1.4, see RP-216).
RP-12 Verification of an mdoc presentation: issuer auth, device auth over the session transcript (OpenID4VP 1.0 form), digests, doctype, validity, status; any fault refuses it.
RP-13 The presented credentials and claims satisfy the presentation definition or DCQL query of the request (each id, format, vct_values, every claim path); a response that does not is refused (400 invalid_request; OpenID4VP 1.0 §6, Presentation Exchange 2.0).
RP-14 The Wallet Attestation that comes with the response is verified: signature, typ, time, its provider's trust chain with wallet_provider metadata, its status; otherwise 403 invalid_request.
RP-15 The answer is a JSON object with redirect_uri, which contains a fresh random response code as a path component, parameter or fragment.
RP-16 A status endpoint is offered (the specification leaves it to the relying party): GET with id → 201 issued, 202 fetched, 200 completed, 401 rejected or expired; never cached.
RP-17 A request to a redirect_uri that is not linked to the user's session, or in which a security issue is found (response code unknown, expired, of another session), is 403.
RP-18 A wallet's error response (access_denied and the others of OpenID4VP) moves the session to rejected.
RP-19 A suspended credential is accepted or refused by the relying party's own policy; a revoked one is always refused.
RP-20 The presented data is kept only as long as configured, and is bound to the browser session that started the request.
RP-21 Metadata: client_id (https URL, = iss = sub), client_name, application_type exactly web, jwks by value with public keys (signature and encryption, each with use); contacts optional, but not empty.
RP-22 request_uris are all https (a service configured with http does not start; GEN-19 for the sandbox) and include every request_uri that is issued, ignoring its query (D-23).
RP-23 response_uris_supported and redirect_uris are published and contain every response_uri and redirect_uri the service uses (ignoring the response code); response_uris is also published, with the same values (D-19, D-38).
RP-24 authorization_signed_response_alg is never none or a MAC, and is an algorithm that the service accepts in responses; a service with another configuration does not start.
RP-25 vp_formats has vc+sd-jwt with a non-empty sd-jwt_alg_values of supported algorithms (and also dc+sd-jwt, D-08).
RP-26 presentation_definitions_supported, as in the table of the metadata: objects with id and input_descriptors {id, name, purpose, format, constraints {limit_disclosure, fields [{path, filter}]}}.
RP-27 authorization_encrypted_response_alg and _enc are published for direct_post.jwt, both supported, without RSA1_5 and RSA-OAEP; neither is published if responses are only to be signed (D-152).
RP-28 Variant 2, same device: the page also has an HTML link with the same target as the 302.
RP-29 Cross device: a page with a QR code whose content is the request URL.
RP-30 Variant 2: the URL of both flows has client_id, request_uri, state, request_uri_method, URL-encoded; request_uri_method is get or post (our reading: in lower case; state equals the request object's, D-20).
RP-31 The request object is signed by the key that kid names in the relying party's resolved metadata jwks, and its trust_chain is valid at the time of sending.
RP-32 The configuration limits the lifetime of the request object (default 5 minutes), and the response is no-store.
RP-33 Within the lifetime of RP-32 a repeated fetch gets the request object again; after completion, rejection or expiry it is 400 invalid_request.
RP-34 Variant 1's request object is served as application/oauth-authz-req+jwt too (RFC 9101), with typ: JWT (D-09).
RP-35 Each value of scope names a presentation definition (or input descriptor) in the Relying Party's own metadata. A request with another value fails when it is configured or created.
RP-36 The nonce has at least 32 digits (D-14).
RP-37 dcql_query.credentials is a non-empty array of {id (letters, digits, _, -; unique; OpenID4VP 1.0 §6.1), format, meta.vct_values, claims [{path}]}.
RP-38 Variant 2: no presentation_definition, presentation_definition_uri, client_metadata or redirect_uri is emitted.
RP-39 Variant 2: if the URL has no method, or get, a plain GET returns the request object.
RP-40 A wallet_nonce in the request is evaluated and copied unchanged into the request object; without one the claim is absent; one that is too long or not a string is 400 invalid_request.
RP-41 wallet_metadata that is not a JSON object, lacks vp_formats_supported, has response_types_supported other than vp_token (as a list or a single string, D-476), or a mistyped member is 400 invalid_request; a member or format that is null counts as absent (D-342). In the specification's own wire, presentation_definition_uri_supported that is true or not boolean is refused too.
RP-42 wallet_metadata without a common format, algorithm, response mode or client id scheme (default entity_id) gets a clear error. Otherwise the request object uses only what the wallet supports, and is encrypted if wallet_metadata contains an encryption key (D-369).
RP-43 A POST without wallet_metadata, or without wallet_nonce, gets the request object as usual; unknown form fields are ignored.
RP-44 Variant 1, the proof at the request endpoint: htm, htu, iat, jti, ath, signature by the attestation's cnf key, as PP-78 to PP-83. The jti SHOULD be a UUID v4; another one is accepted.
RP-45 An invalid DPoP header is refused, not treated as missing: an invalid attestation is 401 invalid_token with WWW-Authenticate: DPoP, an invalid proof 400 invalid_dpop_proof.
RP-46 A relying party can require a level above the lowest: a request without a sufficient attestation is then 401 with WWW-Authenticate: DPoP, and a response without one 403.
RP-47 The same attestation is accepted in several presentations within its validity.
RP-48 A plaintext response to a direct_post.jwt request, or the reverse, is 400 invalid_request (D-15).
RP-49 direct_post.jwt: a signed response has iss, aud = this relying party, an unexpired exp, and an alg other than none (JARM; the specification for none); a JWE is encrypted to this relying party's key (our reading: with the published algorithms; others, dir and compression are refused).
RP-50 A state that is missing, unknown, of another session, or different inside and outside the protected response is 400 invalid_request (RFC 6749 §4.1.2, OpenID4VP draft 20 §6.2); the other session does not change.
RP-51 A session accepts one response. A response after expiry or rejection is refused, since both states are final (our reading: so is a second response, also in a race).
RP-52 Shapes of vp_token: variant 1 an array (or single string, D-366) with presentation_submission, paths $, $[n], $.vp_token[n], the signed envelope of 2023 only if configured; variant 2 an object of id → string or array; other shapes are 400 (D-16).
RP-53 Variant 1 (OpenID4VP D20 §6.1): presentation_submission names the requested definition and, for each required descriptor, a path to a presentation of the stated format; otherwise 400 invalid_request.
RP-54 Error codes at response_uri: 400 invalid_request for a malformed response, an unsatisfied query, or an invalid or revoked credential; 403 invalid_request for an untrusted issuer, a wrong nonce, or an invalid KB-JWT or attestation; 500 server_error; 503 temporarily_unavailable (D-39).
RP-55 Claims that were not requested are dropped or refused, as configured; they are never stored or passed on.
RP-56 The attestation is required if the request asks for it; variant 2 does so by default (a query of format jwt; D-151); its absence is 403 invalid_request (D-17).
RP-57 Format names vc+sd-jwt and dc+sd-jwt match each other; the type is read from vct or type; claim paths $.x, $.credentialSubject.x, $.verified_claims.claims.x and tax_id_number/tax_id_code find the same claim (D-07, D-08), except for a credential's claims about itself (D-266).
RP-58 When several credentials are presented, each is verified separately, with its own KB-JWT.
RP-59 The request endpoint's and response_uri's errors are JSON, use only codes of OpenID4VP and RFC 6749, and reveal nothing about other sessions.
RP-60 The issuer is verified: signature by a key of the issuer's resolved metadata jwks (or else its federation keys, D-25), without kid by the only suitable key (D-234); the issuer is a federation member with openid_credential_issuer metadata, which name the credential's type (D-237; our reading: a credential without vct and type is refused, and one without the typ of an SD-JWT VC by GEN-14, D-1162); iss is the chain's subject.
RP-61 The alg of the presented SD-JWT is one of the published sd-jwt_alg_values; any other is refused, even if this relying party supports it elsewhere.
RP-62 Each of these faults of disclosures (RFC 9901 §7.1) refuses the presentation: a digest that is not found or found twice, a repeated disclosure, one that is not a 2- or 3-element array, a claim name _sd, _sd_alg or ..., a name that exists already at its level, an _sd_alg that is unknown or below the top level. Digests are computed over the received string.
RP-63 A presentation is refused if it has no KB-JWT, if the cnf key did not sign the KB-JWT, or if the credential has no cnf.
RP-64 KB-JWT header: a typ other than kb+jwt (RFC 9901 §4.3; the specification shows no value) and a missing or unsupported alg are refused.
RP-65 A KB-JWT whose aud is missing or is not this relying party's entity identifier is refused (also any array, D-45).
RP-66 A KB-JWT whose nonce is missing or is not that of this session's request object is refused.
RP-67 A KB-JWT whose sd_hash is missing or is not the hash of what was presented (a disclosure was added, dropped or reordered afterwards) is refused.
RP-68 A KB-JWT whose iat is missing or in the future beyond the skew is refused; by our reading also one from before the request.
RP-69 A credential outside its validity (exp, nbf) is refused.
RP-70 The revocation status of credential and attestation is checked; a revoked one is refused.
RP-71 A status list is verified: signature by a trusted issuer's key, typ, sub = the URI, within exp/ttl, index in range; an invalid list refuses the presentation. So does, by default (acceptUnknownStatus), a list that cannot be obtained: with 503 in an outage, otherwise (a redirect, a 404, another media type or a compressed response) as a lasting fault (D-488). A list is cached no longer than it allows.
RP-72 The response of response_uri is 200 with application/json.
RP-73 The response code has 128 bits or more.
RP-74 The redirect_uri returned to the wallet is an attested one plus the response code (D-19).
RP-75 The status endpoint needs the session cookie of the browser that started the request: the id alone, an unknown id, or another session's cookie is refused (our reading: with 403 invalid_session, D-18, D-150).
RP-76 The session cookie is Secure (not with http on loopback), HttpOnly, bound to the issued request, and not derivable from the id (our reading: and SameSite).
RP-77 Transitions: issued → fetched when the wallet gets the request object; → completed when a response has been verified; issued or fetched → rejected or expired, by wallet, user or time. Rejected and expired are final.
RP-78 On completion the session cookie is renewed, and the 200 response contains the URL to open ({redirect_uri}; D-150, D-78).
RP-79 The QR page shows an error message when the request was rejected or has expired.
RP-80 An error at redirect_uri is shown on a page that the user can understand (our reading: in the user's language, without technical detail that helps an attacker).
RP-81 Same device: the session completes only in the browser session that started it; if the URL is opened elsewhere, it is 403 and logs nobody in.
RP-82 Cross device: a GET of redirect_uri by the wallet, which has no session cookie, gets a page that sends the user back to the other screen; it logs nobody in, shows no data and does not use up what the browser with the QR page needs.
RP-83 A wallet's error response is a form with error, error_description, state, accepted unencrypted in both response modes and answered with 200; an unknown state or a missing error is 400.
RP-84 Issuers and wallet providers are trusted only by chains to the relying party's own pinned anchors; a trust_chain in a presented object is a hint, validated by FED-03.
RP-85 DCQL beyond the specification's members works as in OpenID4VP: credential_sets, required and optional, claim_sets in order of preference, values, array and null path elements.
RP-86 Variant 1: field filter (type, const) and format of the definition are enforced on what is presented, and limit_disclosure: required allows no further claim (Presentation Exchange 2.0).
RP-87 Responses of response_uri and redirect_uri are no-store; the page at redirect_uri leaks no referrer (the response code is in its URL).
RP-88 Variant 1: an attestation with its whole trust chain (15 kB) fits into the Authorization header; beyond the configured size the response is 431, not a broken connection.
RP-89 The application API accepts a request only with the API key of a configured application, which the service stores as a digest (otherwise 401 invalid_client, with invalid_token in the challenge if a key was sent, RFC 6750 §3.1), and none from a page of a foreign origin (403 access_denied).
RP-90 An application orders a presentation by a DCQL query, a registered query's name or a registered scope, validated like those of the configuration; an error names the path of the fault. It may request only what the federation and the configuration allow (otherwise 403), with a return URL that is exactly one of its list (otherwise 400). The first browser that opens start_url is bound to the presentation; until then no wallet gets anything.
RP-91 A result leaves the service only through a reference that is unguessable, stored as a digest, short-lived, and redeemable only by the application that ordered the presentation. No URL and no page on the way contains a claim.
RP-92 A presentation that was refused or cancelled or has expired is also returned to the application by a reference, with the reason, and only in the browser that began it.
RP-93 A redeemed result is erased when its reference expires, or kept no longer than configured; the application can erase it earlier. What remains is an audit without personal data.
RP-94 A presentation of another application is treated as non-existent (404 not_found, 400 invalid_grant).
RP-95 A page that a browser loads before the user opens it (prefetch, prerender) gets 503 and has no effect, at the Relying Party, the PID Provider and the middleware; a page whose loading changes nothing is served as usual (D-471).
RP-96 Same device: the URL in the completed status shows "continue in your wallet" until this browser has returned with the response code, and leads on afterwards; neither the status nor this URL contains the code (D-78). A cookie that was renewed without the code does not lead on (D-1098).
RP-97 If the same browser repeats a one-time value within its lifetime (start URL, response code, page that leaves an order, reference), it gets the same response; another browser is refused (D-470).
RP-98 Every order, also one by scope, requests the Wallet Attestation unless it states otherwise; without an attestation the result states that nothing is known about the wallet (D-475).
RP-99 A query of format jwt with vct_values is answered by the Wallet Attestation, or, if it names the type of a credential, by that credential as an SD-JWT (D-473); the middleware's result types follow this rule.
RP-105 The result page shows each claim, name and value, as one line of visible characters; the application gets them as they were signed (D-518).
RP-108 A required wallet level is met only if possession of the attested key is proved in the same exchange: by DPoP at the fetch of variant 1, or by the signature of the response. Any other attestation is 403 invalid_request. A service that requires a level but whose settings leave the key unproved does not start. If no level is required and the key is unproved, the result states wallet.level_proven: false, and the level is only a hint (D-128).
RP-109 A service offers the variants of its configuration; an order for another variant is 400 invalid_request (D-569).
RP-110 An order that no browser has opened leaves no entry in the audit, and is deleted earlier than any other session (D-570).
RP-111 The middleware orders a presentation when the user presses the button on its page, not when the user visits a protected page; a form on another site orders nothing (D-571).
RP-112 The middleware limits how many presentations one visitor can begin in a minute; beyond that it answers 429 with Retry-After. Other visitors are not affected (D-571).
RP-113 The middleware offers the wallet on this device first. The QR code has a warning about codes sent by others (D-572).
RP-114 The administration of a Relying Party requires an administrator's token (otherwise 401 unauthorized); it only shows recent decisions (GEN-47).
RP-120 OpenID Provider: a request that OAuth 2.1 or OpenID Connect refuses (client, redirect URI, PKCE, code, token, scope, prompt=none) is refused with an error to the application, or on a page if its redirect URI is not trusted; a code is redeemed once, also at racing replicas.
RP-121 OpenID Provider: a login counts only if the browser that began it returns with the presentation. Without the data the application gets access_denied (D-702). A service does not start with a login whose query never asks for its subject or claims (D-1048).
RP-122 OpenID Provider: a user has the same sub at all clients of a sector, and a different one in other sectors; it does not reveal the claim from which it is derived (D-703).
RP-123 OpenID Provider: the claims of a login are encrypted in the store, and deleted with the access token after 5 minutes at most (D-704).
RP-130 Session, request_uri id, state, response, response code and cookie belong to one entity of a service: another entity treats them as unknown, and they change nothing there. Applications use only the API of the service (D-740).
RP-131 In the profiles of IT-Wallet the client identifier (prefix openid_federation: in 1.4) is the same in the link, the Request Object and the Key Binding JWT; the link of 1.4 has no state; the metadata have only openid_credential_verifier, with the members of the profile, and in 1.4 only response keys on P-256: with another key the service does not start. [IT-Wallet 1.0.2, 1.4.6]
RP-132 The Request Object of 1.4 has x5c without the root, client_metadata with a P-256 key generated for the request, and the entity identifier as iss; that of 1.0 has neither x5c nor client_metadata, and always trust_chain (D-741). A Relying Party of 1.4 without certificates of its own does not start. [IT-Wallet 1.0.2, 1.4.6]
RP-133 A response encrypted to the key of a request is accepted for that request only; one encrypted to a key of the metadata is also accepted, with any offered encryption (D-741).
RP-134 In 1.4 a wallet is not refused because of the client identifier prefixes in its metadata, which are only recommended.
RP-135 error at the redirect URI ends an open session only if the request has the cookie of the session's browser and its response code or state; it does not change a session that is completed or expired. The redirect URI is shown once to a browser without a cookie ("continue on the other screen"); after that it is treated as unknown (D-746).
RP-136 In 1.0 a query requests the Wallet Attestation as dc+sd-jwt with vct_values, as an optional credential. It is verified as a Wallet Provider's attestation and is not part of the application's data. In 1.4 no query requests it (D-742).
RP-137 An order may name a profile that the service offers. If a wallet level is required, a profile in which a wallet cannot prove its level accepts no order and shows no page. A profile in which the wallet presents no attestation accepts no order that demands one (D-743).
RP-138 An order with the profile auto offers the wallets of every profile that can answer it; the user's choice of a wallet selects the entity, and nothing begins before. The choice is final: the start URL leads the same browser to the same entity again (D-747). An entity opens only links of its own profile, whatever number the URL has.
RP-139 At the entity of another profile, a query for the specification's PID is sent with the types and claim names of that profile; the result has the names of the query (D-747).
RP-140 erasure_endpoint accepts a GET with an optional https callback_url of ASCII characters, asks the user of a browser to confirm before anything begins (D-960), authenticates the user by a presentation, deletes the results of the same user from the store, and answers 204 with a receipt, once. Each application with an erasureUrl gets a signed JWT until it answers 2xx; then the user's identifier is deleted (D-748). [IT-Wallet 1.0.2, 1.4.6]
RP-141 A Relying Party of 1.4 accepts an SD-JWT only if its x5c has the certificates of its issuer's key, up to a pinned root. Faults of the certificates have the codes of FED-70 to FED-82. [IT-Wallet 1.4.6, Data Model, SD-JWT header]
RP-142 In 1.4 a wallet whose only stated response mode is query gets a request with direct_post.jwt. If it states another mode as well, its list limits the choice (D-872).
RP-143 An erasure at a user's request leaves an audit entry of the service with its time and receipt, and one entry for each deleted presentation that an application ordered. No entry names the user (D-870).
RP-150 Administrators add, replace, list and remove applications in the store while the service runs. An id from the settings and a key of another application are refused. Orders and redemptions with a removed key are refused at once (D-892).
RP-155 In 1.0 and 1.4, trust_chain of the Request Object ends with the anchor's Entity Configuration. In the specification's own wire it leaves it out (D-895).
RP-180 In 1.0 the metadata have no format of mdocs whatever the configuration accepts, and an order for an mdoc is refused (RP-90). A configured query of 1.0 for an mdoc prevents the start (D-931).
RP-193 A person who asks for an erasure again replaces the requests that applications have not confirmed: there is one request for each application and the same identifiers (D-950). [IT-Wallet 1.0.2, 1.4.6]
RP-194 OpenID Provider: equal values of different claims give different sub; names of one claim in different drafts count as one (D-703).
RP-195 Each minute the service sends the due erasure requests to the applications, as many as it can in half a minute (D-950). [IT-Wallet 1.0.2, 1.4.6]
RP-196 The page for a request that was not admitted, or that failed, reads no store (D-354).
RP-203 The middleware's page with the button has a content security policy without form-action, which replaces a policy that earlier code of the application has set (D-1061).
RP-204 OpenID Provider: a request with prompt=login, consent, select_account, or several of them, is a login as any other (D-702).
RP-205 The page for a browser without the session names refused cookies as a possible cause: at the service after the return from the wallet, and at the middleware (D-1063).
RP-206 A path that begins with two slashes leads to the application: on the middleware's pages, and as the path that an application gets for its own (D-1044).
RP-207 If a link in walletLinks of the service states a profile, further entities that inherit the list do not offer the links without one. If none states a profile, they offer all (D-1045).
RP-208 In another profile, the limit claims of an application permits a claim by its name in the application's query, or by its name in that profile (D-1046).
RP-209 An erasure request that an application has not confirmed in 30 days ends with a warning in the log and an entry in the audit of the application. Both have the receipt, and neither names the user (D-1047). [IT-Wallet 1.0.2, 1.4.6]
RP-210 OpenID Provider: the cookie of a login binds it to the browser that began it. The answer that brings the presentation renews the cookie, and only a browser with the renewed cookie gets the code. With https, no other host can set the cookie (D-1097).
RP-211 In 1.4, a response is refused at the fourth presentation whose issuer was evaluated and is not trusted. A presentation for another request, or of an issuer that the configuration does not name for its type, is discarded before its issuer is evaluated, and does not count (D-1100).
RP-212 OpenID Provider: an authorization request is a query, or a form with the same parameters.
RP-213 If several metadata keys of an entity have the same kid, a signature is verified with the key that fits its algorithm: in credentials, Wallet Attestations, Status List Tokens and Request Objects. The same applies to the configured keys for user tokens (D-1038).
RP-214 A credential whose status is UPDATE or ATTRIBUTE_UPDATE of IT-Wallet is refused as outdated, and not as one with an unknown status (D-1118).
RP-215 A credential whose aud names other parties, and not this Relying Party, is refused (D-1119).
RP-216 In 1.4, a presentation that fails its own checks is discarded, with its reason in the decision. The response is accepted if the other presentations satisfy the query (OpenID4VP 1.0 §8.6). (our reading: otherwise it is refused for the reason of the first discarded one; the Wallet Attestation is never discarded; D-1051).
RP-217 In 1.4, the answer to an error response has a redirect_uri with a response code in every same-device flow, also without an application. (our reading: there it leads to a page that says that the request was refused, in the browser that began the presentation only; D-119.) [IT-Wallet 1.4.6, Remote Flow]
RP-218 In 1.0, a credential whose status has only status_assertion has an unknown status. It is accepted only if the configuration accepts an unknown status (acceptUnknownStatus), and the result states unknown; the assertion is not verified (D-1053). [IT-Wallet 1.0.2]
RP-219 A return URL with a character that a redirect cannot contain (a space, or one outside ASCII) is refused at registration and in the settings, with its encoded form. A redirect escapes what its header cannot contain, so it reaches a return URL that was registered before (D-1099).
RP-220 A query with trusted_authorities of the type aki accepts a credential if a verified certificate in it has one of the authority key identifiers: in x5c of an SD-JWT of 1.4, or in x5chain of an mdoc (D-122).
RP-221 A response with two mdocs that each have a portrait of 90 kB is accepted, and so is one with the largest mdoc that a wallet stores (D-1130).
RP-222 In 1.0 the query of an erasure asks for the Wallet Attestation in an optional set, as the default query does, unless askWalletAttestation is off (D-748).
RP-226 The metadata of an entity of 1.0 or 1.4 satisfy the policy that the national Trust Anchor states for an openid_credential_verifier, if the operator has set contacts (D-1143).
RP-227 OpenID Provider: the redirect URIs of a client may have several hosts and ports, and a user has one sub at all of them (D-703). A client that can never log anybody in, because of its keys or its secret, stops the start, which states the reason (D-700).
RP-228 OpenID Provider: a page whose origin is in browserOrigins can read every refusal of the token and userinfo endpoints, also that of a malformed or too large form. If browserOrigins is set, an OPTIONS there that is no preflight gets 204 with the methods (D-851).
RP-230 A query of our own whose credential_sets are all optional is refused in an order and in the settings (D-1154).
RP-231 A presented mdoc is refused if a certificate below the trusted one is on the revocation list of its issuer, if the Relying Party has an evaluator of certificates. The service has one in every profile. Faults of certificates and lists have the codes of FED-71, FED-75 and FED-80 to FED-82 (our reading: a certificate that names no list at an https URL is accepted, unless its distribution points are critical; lists are requested after the signatures of issuer and device are verified; D-1156).
RP-240 The purpose of an order and of the middleware is one text, or texts by language. The pages show it in the reader's language, or in another language that its element states (D-1171).
RP-241 The middleware fails a request of its own button or of a return that arrives without the beginning of the return URL's path, and names what a proxy removed (D-1177).
`
