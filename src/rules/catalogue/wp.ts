/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const wpRules = `
WP-01 GET /nonce needs no parameter and no authentication and answers 200 application/json with {nonce}, an unpredictable string.
WP-02 A nonce is accepted once only, over both endpoints together, also when two requests race for it on two nodes.
WP-03 A nonce is accepted only within its time window.
WP-04 A nonce that this provider did not issue, or that was altered or issued for another purpose (a c_nonce), is refused.
WP-05 POST /wallet-instance takes application/json with challenge, key_attestation, hardware_key_tag, all non-empty strings; each missing, empty or mistyped one is 400 bad_request.
WP-06 Any further member in the registration body leads to an error response (400 bad_request, D-30).
WP-07 Registration needs no client authentication; success is 204 with an empty body.
WP-08 The key attestation is verified by the device vendor's own rules (WP-38 to WP-51); the object itself shows the platform, and a readable one that does not hold is refused (403 invalid_request, but where WP-10 and WP-32 say otherwise).
WP-09 The challenge inside the key attestation equals challenge byte for byte; the registered public key is the attested one (it is never sent separately).
WP-10 A genuine device below the provider's minimum (security level, lock and boot state, key properties; OS patch level and app version when a floor is configured) is refused with 403 integrity_check_error.
WP-11 Registration stores the hardware key tag, the hardware public key and the device information (READ: and nothing that identifies the user directly).
WP-12 The instance is linked to a user known to the provider, where the app says who the user is (WP-90) or an administrator does; the link is kept apart from the instance record.
WP-13 A second registration of a tag or of a hardware key that is already registered, a revoked one included, is refused (403 invalid_request, the error table has no 409) and changes nothing; two racing registrations leave one.
WP-14 POST /token takes form grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer and assertion; another grant type is 400 unsupported_grant_type, a missing parameter 400 invalid_request.
WP-15 The assertion's header carries alg, kid and typ; one without is refused (READ: typ is war+jwt, the specification's example, and another value is refused, D-579).
WP-16 The assertion's signature verifies with cnf.jwk. kid is any identifier but the RFC 7638 thumbprint of another key that is known of the instance: its hardware key (D-446).
WP-17 The URL part of iss is this provider's identifier; another provider's is refused (READ: the whole is {wallet_provider_url}/instance/{thumbprint of cnf.jwk}, compared as an exact string: another path or thumbprint is refused, D-05).
WP-18 aud equals this provider; iat and exp (RFC 7523 §3) are present and valid.
WP-19 The assertion's challenge obeys WP-02 to WP-04.
WP-20 hardware_key_tag names a registered instance (else 404 not_found) that is not revoked (else 403 invalid_request).
WP-21 client_data is rebuilt by the provider from challenge and the thumbprint of cnf.jwk; hardware_signature is a signature whose digest is its SHA-256, verified with the *registered* hardware key.
WP-22 integrity_assertion is verified by the vendor's rules and bound to client_data_hash (WP-60 to WP-65); one made for other client data or by another device is refused.
WP-23 The device still meets the minimum security at each attestation; one that no longer does gets none (403 integrity_check_error).
WP-24 presentation_definition_uri_supported true, or not a boolean, in the request is refused (400 invalid_grant, D-447).
WP-25 The response is 200 application/jwt, a JWS with typ: wallet-attestation+jwt, kid, trust_chain, and no other body.
WP-26 The attestation has every claim of the specification's table: iss, sub, exp, iat, cnf, aal, authorization_endpoint, response_types_supported, response_modes_supported, vp_formats_supported, request_object_signing_alg_values_supported, presentation_definition_uri_supported, client_id_schemes_supported.
WP-27 Nothing in the attestation identifies the user directly.
WP-28 An instance can be revoked by the provider (an administrator, or the user); afterwards no attestation is issued to it.
WP-29 A registered instance is revoked when its authenticity, integrity or genuineness cannot be guaranteed at the token endpoint: the evidence is forged, or a genuine verdict, bound to this request's client data, denies the app or the device (D-431). First hardware_signature must have proved that the request comes from the instance's own hardware key: a replayed nonce, a bad JWT signature and an outage revoke nothing (D-28). WP-78 says what only refuses, WP-91 what happens when there are too many.
WP-30 The entity configuration is served at /.well-known/openid-federation with wallet_provider metadata.
WP-31 Lifecycle: initialized (WP-93) → registered → operational (first attestation) → revoked; revoked is final. The provider stores each transition from registered on with its time and reason.
WP-32 Only the provider's own instances are served: an attested app outside the configured packages and signing digests, or App IDs, is refused at registration (403 integrity_check_error), an instance of another provider at the token endpoint.
WP-33 All answers of /nonce, /wallet-instance and /token, errors included, carry Cache-Control: no-store.
WP-34 The nonce endpoint's own failures are 500 server_error and 503 temporarily_unavailable.
WP-35 A challenge is claimed in one atomic store call together with the effect, after the shape and signature checks and before any call to a vendor: what was refused earlier (malformed, bad signature, forged chain) has spent nothing, what fails later (verdict, vendor outage) leaves it spent (D-29).
WP-36 A failed registration answers application/json with error and error_description, both strings.
WP-37 Registration's error codes (D-04): stale, used or foreign challenge and forged attestation 403 invalid_request; device below the minimum 403 integrity_check_error; own fault 500 server_error; vendor or store outage 503 temporarily_unavailable.
WP-38 key_attestation is read as Android (base64 of comma-joined base64 DER certificates, leaf first, white space tolerated) or Apple (CBOR in base64 or base64url); over 10 certificates or 64 KiB is refused before parsing, and what cannot be decoded at all is 400 bad_request.
WP-39 Android: every link holds by signature and name, in order, up to a root whose public key is one of the pinned ones (each pinned key, with and without the root in the list); software, emulator and unknown roots are refused.
WP-40 Android: exactly one certificate carries the attestation extension and it is the leaf: a chain prolonged by an attested key and a chain with two extensions are refused.
WP-41 Android: dates of root and leaf are not judged; intermediates of a remotely provisioned chain must be in date, recognised by the intermediate and not by the root; a factory chain needs not-before only; a root's key is at the end or nowhere; between leaf and root are three certificates, in a factory chain two.
WP-42 Android: a chain with any certificate on the vendor's status list, revoked or suspended, is refused (403 invalid_request), matched by exact lower-case hex serial; a serial that merely contains a listed one passes.
WP-43 Android: attestation and key-store levels are both trusted environment or StrongBox; software is refused; StrongBox can be demanded by configuration: of both levels, and of the certificate that attests, whose subject names StrongBox (organization or title).
WP-44 Android: the root of trust in the hardware-enforced list says locked and Verified; the same tags in the software list count for nothing, and absent ones refuse.
WP-45 Android: the key is an EC key, generated in the device; RSA, ML-DSA and imported keys are each refused cleanly (READ: on P-256, for signing and nothing else but verifying, with SHA-256; many-purpose keys are refused, D-580).
WP-46 Android: every package and the signing digest must be in the allow-list; an absent application id, UnknownPackage and AndroidSystem are refused.
WP-47 Apple: format apple-appattest, exactly two certificates, in date, up to the configured App Attest root.
WP-48 Apple: the leaf's nonce extension equals SHA-256(authData ‖ SHA-256(challenge)).
WP-49 Apple: SHA-256 of the leaf's public point = credentialId = hardware_key_tag (compared as bytes), and the key in authData is the certificate's key.
WP-50 Apple: rpIdHash is that of a configured App ID, counter is 0, aaguid is that of the environment (development refused in production).
WP-51 Vendor objects are decoded strictly: duplicate CBOR keys, indefinite lengths, trailing bytes are refused; genuine oddities (BER boolean 0x01, tags out of order, CA flag missing on the attestation certificate) are taken, and so is the map of extensions that iOS 27 appends to authenticator data (DIS-11).
WP-52 The vendor's status list is fetched in the background; its outage neither blocks registration (last good copy) nor goes unnoticed; a certificate listed later revokes the instances that were registered with it.
WP-53 hardware_key_tag is an opaque string of bounded length; base64, base64url (padded or not) and UUID spellings are taken, and the same spelling finds the instance again at the token endpoint.
WP-54 The token endpoint asks for no client authentication beside the assertion (D-27).
WP-55 The token endpoint's error codes (D-04, D-447): an assertion that is not valid by itself (a header member or claim that is absent or mistyped, algorithm, signature, key, time, audience, issuer) 400 invalid_grant [RFC 7523 §3.1]; evidence that cannot be read 400 bad_request; challenge or evidence that does not hold, or a revoked instance 403 invalid_request; device below the minimum 403 integrity_check_error; unknown tag 404 not_found; 500 and 503 as WP-37.
WP-56 Each required claim of the assertion (iss, aud, iat, exp, challenge, hardware_signature, integrity_assertion, hardware_key_tag, cnf.jwk with kty, crv, x, y), missing or mistyped, is refused: each is REQUIRED, or a MUST of the issuance checks or of RFC 7523 §3 (exp) needs it (READ: bounds of length).
WP-57 The wallet's capability claims in the request (vp_formats_supported, authorization_endpoint, response_types_supported, response_modes_supported, request_object_signing_alg_values_supported) are judged when present (D-230) and go into the attestation; what is absent is filled from the provider's configuration.
WP-58 An ephemeral cnf.jwk equal to the registered hardware key is refused (it would make attestations linkable).
WP-59 hardware_signature is taken as DER and as 64 raw bytes, in base64 and base64url; both readings of "over client_data_hash" pass: ECDSA-SHA-256 over the client_data text, and over the 32 bytes of its hash (D-12); which one matched is recorded.
WP-60 Apple: hardware_signature verifies over SHA-256(authenticatorData ‖ client_data_hash) with the registered key, rpIdHash is a configured App ID's; split and whole CBOR forms of the assertion are both read.
WP-61 Apple: the counter must exceed the stored one and is stored by compare-and-set: equal, lower, replayed and racing values are refused.
WP-62 Play Integrity: request package, request hash of client_data, recognised app, certificate digest and device verdict must all be present and right (licence and strong verdict by policy), seen through the endpoint; a missing field counts as a failure; a foreign or forged token is 403 invalid_request, a verdict that denies, leaves open or falls short 403 integrity_check_error, request details in a form that is not known 400 (WP-97).
WP-63 Play Integrity: a token older than its window or from the future is refused.
WP-64 An outage of the vendor's service is 503 temporarily_unavailable; no attestation is issued and the instance stays as it was.
WP-65 Evidence of one platform for an instance of the other, or of another registered instance, is refused.
WP-66 client_data has one serialisation: members challenge, jwk_thumbprint in this order, no white space, UTF-8; wallet and provider share it and a published vector pins it (D-13).
WP-67 The attestation is signed with a supported algorithm by the key that kid names in the provider's resolved wallet_provider metadata.
WP-68 trust_chain is a non-empty array of statements from the provider's own up to the anchor, valid when the attestation is issued.
WP-69 exp is present and at most 24 hours (86,400 s) after iat; a configuration that asks for more is refused at start.
WP-70 presentation_definition_uri_supported in the attestation is the boolean false.
WP-71 iss is the provider's identifier, cnf.jwk the ephemeral public key of the request and nothing more, sub its thumbprint.
WP-72 Types in the attestation: aal (READ: one of the advertised aal_values_supported) and authorization_endpoint (a URL) strings, the *_supported lists arrays of strings, vp_formats_supported an object such as dc+sd-jwt → sd-jwt_alg_values.
WP-73 Two attestations of one instance share no value that is specific to the instance (key, thumbprint, status index, serial, hardware tag).
WP-74 One instance can hold several live attestations for different ephemeral keys.
WP-75 The provider can revoke an attestation that is still within its validity, and relying parties and PID Providers can see it (READ: status.status_list in the attestation, on a published status list); revoking an instance revokes its live attestations.
WP-76 The revocation interface demands authentication (401 unauthorized) and authority (403), knows unknown instances (404), answers 204, and is idempotent.
WP-77 wallet_provider metadata holds jwks, token_endpoint, nonce_endpoint, aal_values_supported, grant_types_supported, token_endpoint_auth_methods_supported, token_endpoint_auth_signing_alg_values_supported, and the URLs named answer.
WP-78 Evidence that does not deny authenticity, integrity or genuineness (WP-29) refuses and does not revoke: a verdict that is UNEVALUATED or incomplete, an app or a digest that is not configured any more, an outage. A level of the configuration that is not met (app version, licence, strong verdict) revokes only where revokeBelowMinimum says so.
WP-79 No check is skipped or relaxed for particular users, tags or devices; relaxations belong to the deployment's configuration and are shown at start.
WP-80 IT-Wallet 1.0: POST /wallet-instances registers an instance as POST /wallet-instance does: the same body (but for WP-86), rules and 204, and an instance is one for both (D-300).
WP-81 IT-Wallet 1.0: POST /wallet-attestations takes application/json with assertion, a non-empty string; missing or mistyped it is 400 bad_request, and members beside it are not read (D-300).
WP-82 IT-Wallet 1.0: the request has typ: wp-war+jwt, the challenge as nonce and the bare thumbprint of cnf.jwk as iss, and may live for an hour; in these words WP-15 to WP-24 and WP-56 to WP-58 hold, and the request of either profile is refused at the other's endpoint (D-300).
WP-83 IT-Wallet 1.0: the response is 200 JSON {wallet_attestations: [{format: "jwt", wallet_attestation}]}; the attestation has typ: oauth-client-attestation+jwt, kid, trust_chain, iss, sub, iat, exp, aal, cnf.jwk with its thumbprint as kid, and status as WP-75; it states no capabilities (D-301, D-302).
WP-84 IT-Wallet 1.0: refusals of both endpoints have title, status and detail beside error and error_description (RFC 9457 §3.1); 403 is said of a revoked instance alone and 409 of a device below the minimum, and what else is 403 at the specification's endpoints is 400 (D-303).
WP-85 A Wallet Attestation of IT-Wallet 1.0 is taken wherever the specification's is by PID Providers and Relying Parties, by the same rules (D-304).
WP-86 IT-Wallet 1.0: a registration may have is_renewal, true or false, beside the three members; it is read and changes nothing, and any other member is refused as ever (D-336).
WP-87 Where users is configured, a user's request has Authorization: Bearer with an access token of RFC 9068: typ: at+jwt, a supported alg, signed by a configured key that kid names, iss the configured server, aud with the provider among them, exp, and a sub of 1 to 256 characters; anything else is 401 with WWW-Authenticate: Bearer. No decision and no answer names the user (D-337).
WP-88 IT-Wallet 1.0: GET /wallet-instances/{tag}/status says 200 JSON {id, is_revoked} of an instance that is linked to the user, and revocation_reason where those wallets have a name for it; current is the one registered last. An instance of somebody else is 404 as one that is not known.
WP-89 IT-Wallet 1.0: PUT /wallet-instances/{tag}/status with {"status": "REVOKED"} revokes an instance of the user as WP-28 does: 204, idempotent; any other body is 400.
WP-90 Where users is configured, a registration at either endpoint with a user's token (WP-87) links the instance to the user in the same step; one with a token that does not hold is 401 and spends nothing; one without a token registers and links nobody (D-445).
WP-91 Evidence revokes at most maxRevocationsPerMinute instances (20) within 60 seconds, over all replicas. The next ones are refused, warned of, counted and held: a held instance gets no attestation (403 integrity_check_error), whatever later verdicts say and over restarts, until an administrator revokes or releases it, alone or with all that are held (D-433).
WP-92 The certificate digests of an Android app are recorded at the registration. A configured digest is always taken. One that is not configured denies the app where it differs from the record, and is refused only where it equals the record or none is recorded (D-432).
WP-93 An initialized instance has its hardware key and is not registered: the provider has no record of it and answers 404 to its attestation requests (D-434).
WP-97 Play Integrity: a standard token is bound to client_data_hash by requestHash, a classic token by nonce; each that is present must be the hash, in hexadecimal, base64 or base64url, padded or not. Request details in a form that is not known are 400 bad_request and revoke nothing (D-443).
WP-98 Play Integrity: a verdict with testingDetails that do not say isTestingResponse: false is refused (403 integrity_check_error), whatever it says of the device, and revokes nothing. A configuration may take it outside production; then the decision notes it (D-444).
WP-102 sub of the assertion may be any text, or absent: the specification has it in an example and checks nothing of it (D-05).
WP-120 In it-wallet-1.0 the Entity Configuration has wallet_provider as in the default profile; in it-wallet-1.4 it has wallet_solution with jwks, logo_uri and wallet_metadata as the rows of src/profiles/wallet-provider.ts say (D-763).
WP-121 Until attestation of a later profile is built, each endpoint that wallets of the profile have built in refuses every request with 501 server_error, and nothing is registered or attested (D-760).
`
