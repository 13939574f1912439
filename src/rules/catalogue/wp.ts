/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const wpRules = `
WP-01 GET /nonce needs no parameter and no authentication and answers 200 application/json with {nonce}, an unpredictable string.
WP-02 A nonce is accepted only once across both endpoints, also when requests on two nodes race for it.
WP-03 A nonce is accepted only within its time window.
WP-04 A nonce that this provider did not issue, or that was altered or issued for another purpose (a c_nonce), is refused.
WP-05 POST /wallet-instance accepts application/json with challenge, key_attestation, hardware_key_tag, all non-empty strings; each missing, empty or mistyped one is 400 bad_request.
WP-06 Any other member in the registration body causes an error response (400 bad_request, D-30).
WP-07 Registration needs no client authentication; success is 204 with an empty body.
WP-08 The key attestation is verified by the device vendor's own rules (WP-38 to WP-51); the object itself shows the platform, and one that is readable but invalid is refused (403 invalid_request, unless WP-10 or WP-32 applies).
WP-09 The challenge inside the key attestation equals challenge byte for byte; the registered public key is the attested one (it is never sent separately).
WP-10 A genuine device below the provider's minimum (security level, lock and boot state, key properties; OS patch level and app version when a floor is configured) is refused with 403 integrity_check_error.
WP-11 Registration stores the hardware key tag, the hardware public key and the device information (our reading: but nothing that identifies the user directly).
WP-12 The instance is linked to a user known to the provider if the app (WP-90) or an administrator names the user; the link is stored apart from the instance record.
WP-13 A second registration of a tag or of a hardware key that is already registered, even if its instance is revoked, is refused (403 invalid_request, since the error table has no 409) and changes nothing; of two racing registrations one succeeds.
WP-14 POST /token accepts a form with grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer and assertion; another grant type is 400 unsupported_grant_type, a missing parameter 400 invalid_request.
WP-15 The assertion's header has alg, kid and typ; an assertion without one of them is refused (our reading: typ is war+jwt, the specification's example, and another value is refused, D-579).
WP-16 The assertion's signature verifies with cnf.jwk. kid is any identifier except the RFC 7638 thumbprint of the instance's hardware key, the other key of the instance that the provider knows (D-446).
WP-17 The URL part of iss is this provider's identifier; another provider's is refused (our reading: the whole is {wallet_provider_url}/instance/{thumbprint of cnf.jwk}, compared as an exact string: another path or thumbprint is refused, D-05).
WP-18 aud equals this provider; iat and exp (RFC 7523 §3) are present and valid.
WP-19 The assertion's challenge obeys WP-02 to WP-04.
WP-20 hardware_key_tag names a registered instance (otherwise 404 not_found) that is not revoked (otherwise 403 invalid_request).
WP-21 client_data is rebuilt by the provider from challenge and the thumbprint of cnf.jwk; hardware_signature is a signature over its SHA-256 digest and is verified with the *registered* hardware key.
WP-22 integrity_assertion is verified by the vendor's rules and bound to client_data_hash (WP-60 to WP-65); one made for other client data or by another device is refused.
WP-23 The device still meets the minimum security at each attestation; a device that no longer does gets no attestation (403 integrity_check_error).
WP-24 A request whose presentation_definition_uri_supported is true or not a boolean is refused (400 invalid_grant, D-447).
WP-25 The response is 200 application/jwt, a JWS with typ: wallet-attestation+jwt, kid, trust_chain; the body contains nothing else.
WP-26 The attestation has all claims of the specification's table: iss, sub, exp, iat, cnf, aal, authorization_endpoint, response_types_supported, response_modes_supported, vp_formats_supported, request_object_signing_alg_values_supported, presentation_definition_uri_supported, client_id_schemes_supported.
WP-27 Nothing in the attestation identifies the user directly.
WP-28 An instance can be revoked by the provider (an administrator, or the user); afterwards no attestation is issued to it.
WP-29 A registered instance is revoked when its authenticity, integrity or genuineness cannot be guaranteed at the token endpoint: the evidence is forged, or a genuine verdict, bound to this request's client data, denies the app or the device (D-431). Only a request whose hardware_signature was verified with the instance's hardware key can revoke: a replayed nonce, a bad JWT signature and an outage revoke nothing (D-28). WP-78 lists evidence that is refused without revocation; WP-91 limits the number of revocations.
WP-30 The entity configuration is served at /.well-known/openid-federation with wallet_provider metadata.
WP-31 Lifecycle: initialized (WP-93) → registered → operational (first attestation) → revoked; revoked is final. The provider stores the registration and each later transition with time and reason.
WP-32 Only the provider's own instances are served: an attested app outside the configured packages and signing digests, or App IDs, is refused at registration (403 integrity_check_error), and an instance of another provider is refused at the token endpoint.
WP-33 All responses of /nonce, /wallet-instance and /token, errors included, have Cache-Control: no-store.
WP-34 The nonce endpoint's own failures are 500 server_error and 503 temporarily_unavailable.
WP-35 A challenge is used up in one atomic store call together with the effect, after the checks of form and signature and before any call to a vendor. A request refused earlier (malformed, bad signature, forged chain) does not use up its challenge; one that fails later (verdict, vendor outage) does (D-29).
WP-36 A failed registration answers application/json with error and error_description, both strings.
WP-37 Error codes of registration (D-04): 403 invalid_request for an expired, used or foreign challenge and for a forged attestation; 403 integrity_check_error for a device below the minimum; 500 server_error for an internal error; 503 temporarily_unavailable for an outage of vendor or store.
WP-38 key_attestation is read as Android (base64 of comma-joined base64 DER certificates, leaf first, white space tolerated) or Apple (CBOR in base64 or base64url); an attestation of more than 10 certificates or 64 KiB is refused before parsing, and one that cannot be decoded is 400 bad_request.
WP-39 Android: every certificate matches the next by signature and name, in order, up to a root with a pinned public key (any pinned key, with or without the root in the list); software, emulator and unknown roots are refused.
WP-40 Android: exactly one certificate has the attestation extension, and it is the leaf: a chain extended below an attested key and a chain with two such extensions are refused.
WP-41 Android: the validity dates of root and leaf are not checked. The intermediates of a remotely provisioned chain, which is recognised by its intermediate and not by its root, must be within their validity; those of a factory chain are only checked for not-before. A root's key occurs only at the end. There are three certificates between leaf and root, or two in a factory chain.
WP-42 Android: a chain with any certificate on the vendor's status list, revoked or suspended, is refused (403 invalid_request), matched by exact lower-case hex serial; a serial that merely contains a listed one is accepted.
WP-43 Android: the security levels of attestation and key store are both trusted environment or both StrongBox; software is refused, and so are two different levels. StrongBox is recorded only if the names in the chain state it too, and otherwise the trusted environment (D-1088). The configuration can demand StrongBox: then both levels must be StrongBox, and the names in the chain must state it (D-441).
WP-44 Android: the root of trust in the hardware-enforced list states locked and Verified; the same tags in the software-enforced list are ignored, and missing tags cause a refusal.
WP-45 Android: the key is an EC key generated in the device; RSA, ML-DSA and imported keys are each refused with a documented error (our reading: on P-256, with SHA-256, for signing and at most also for verifying; keys with other purposes are refused, D-580).
WP-46 Android: every package and the signing digest must be in the allow-list; a missing application id, UnknownPackage and AndroidSystem are refused.
WP-47 Apple: format apple-appattest, exactly two certificates within their validity, up to the configured App Attest root.
WP-48 Apple: the leaf's nonce extension equals SHA-256(authData ‖ SHA-256(challenge)).
WP-49 Apple: SHA-256 of the leaf's public point = credentialId = hardware_key_tag (compared as bytes), and the key in authData is the certificate's key.
WP-50 Apple: rpIdHash is that of a configured App ID, counter is 0, aaguid is that of the environment (development is refused in production).
WP-51 Vendor objects are decoded strictly: duplicate CBOR keys, indefinite lengths, trailing bytes are refused; genuine oddities (BER boolean 0x01, tags out of order, CA flag missing on the attestation certificate, a version or patch level that is not a readable number and then counts as absent, D-1089) are accepted, and so is the map of extensions that iOS 27 appends to authenticator data (DIS-11).
WP-52 The vendor's status list is fetched in the background; an outage does not block registration (the last good copy counts) but is reported; if a certificate is listed later, the instances that were registered with it are revoked.
WP-53 hardware_key_tag is an opaque string of 1 to 256 printable ASCII characters; base64, base64url (padded or not) and UUID forms are accepted, and the token endpoint finds the instance by the same string.
WP-54 The token endpoint requires no client authentication other than the assertion (D-27).
WP-55 Error codes of the token endpoint (D-04, D-447): 400 invalid_grant for an assertion that is not valid in itself (a missing or mistyped header member or claim, algorithm, signature, key, time, audience, issuer) [RFC 7523 §3.1]; 400 bad_request for unreadable evidence; 403 invalid_request for an invalid challenge, invalid evidence or a revoked instance; 403 integrity_check_error for a device below the minimum; 404 not_found for an unknown tag; 500 and 503 as in WP-37.
WP-56 A missing or mistyped required claim of the assertion (iss, aud, iat, exp, challenge, hardware_signature, integrity_assertion, hardware_key_tag, cnf.jwk with kty, crv, x, y) is refused. Each is REQUIRED, or needed by a MUST of the issuance checks or of RFC 7523 §3 (exp) (our reading: the limits on length).
WP-57 The wallet's capability claims in the request (vp_formats_supported, authorization_endpoint, response_types_supported, response_modes_supported, request_object_signing_alg_values_supported) are validated if present (D-230) and copied into the attestation; missing ones come from the provider's configuration.
WP-58 An ephemeral cnf.jwk equal to the registered hardware key is refused (it would make attestations linkable).
WP-59 hardware_signature is accepted as DER and as 64 raw bytes, in base64 and base64url; both readings of "over client_data_hash" are accepted: ECDSA-SHA-256 over the client_data text, and over the 32 bytes of its hash (D-12); which one matched is recorded.
WP-60 Apple: hardware_signature verifies over SHA-256(authenticatorData ‖ client_data_hash) with the registered key, rpIdHash is that of a configured App ID; the assertion may be one CBOR object or be split into its parts.
WP-61 Apple: the counter must exceed the stored value and is stored by compare-and-set: equal, lower, replayed and racing values are refused.
WP-62 Play Integrity: request package, request hash of client_data, recognised app, certificate digest and device verdict must all be present and correct (licence and strong verdict if the policy demands them), as tested at the endpoint; a missing field counts as a failure; a foreign or forged token is 403 invalid_request, a verdict that is negative, unevaluated or below the required level 403 integrity_check_error, request details in an unknown form 400 (WP-97).
WP-63 Play Integrity: a token that is older than the time window, or from the future, is refused.
WP-64 An outage of the vendor's service is 503 temporarily_unavailable; no attestation is issued and the instance stays as it was.
WP-65 Evidence of one platform for an instance of the other, or of another registered instance, is refused.
WP-66 client_data has one serialisation: members challenge, jwk_thumbprint in this order, no white space, UTF-8; wallet and provider use the same one, and a published test vector fixes it (D-13).
WP-67 The attestation is signed with a supported algorithm by the key that kid names in the provider's resolved wallet_provider metadata.
WP-68 trust_chain is a non-empty array of statements from the provider's own configuration up to the anchor, valid when the attestation is issued.
WP-69 exp is present and at most 24 hours (86,400 s) after iat; a configuration with a longer lifetime is refused at start.
WP-70 presentation_definition_uri_supported in the attestation is the boolean false.
WP-71 iss is the provider's identifier, cnf.jwk only the ephemeral public key of the request, sub its thumbprint.
WP-72 Types in the attestation: aal (our reading: one of the advertised aal_values_supported) and authorization_endpoint (a URL) are strings, the *_supported lists are arrays of strings, vp_formats_supported is an object such as dc+sd-jwt → sd-jwt_alg_values.
WP-73 Two attestations of one instance have no instance-specific value in common (key, thumbprint, status index, serial, hardware tag).
WP-74 One instance can have several unexpired attestations for different ephemeral keys.
WP-75 The provider can revoke an attestation that is still within its validity, and relying parties and PID Providers can see the revocation (our reading: status.status_list in the attestation, on a published status list); revoking an instance revokes its unexpired attestations.
WP-76 The revocation interface requires authentication (otherwise 401 unauthorized) and authorisation (otherwise 403), answers 404 for an unknown instance and 204 on success, and is idempotent.
WP-77 wallet_provider metadata has jwks, token_endpoint, nonce_endpoint, aal_values_supported, grant_types_supported, token_endpoint_auth_methods_supported, token_endpoint_auth_signing_alg_values_supported, and the named URLs respond.
WP-78 If evidence does not deny authenticity, integrity or genuineness (WP-29), the request is refused and the instance is not revoked: a verdict that is UNEVALUATED or incomplete, an app or a digest that is no longer configured, an outage. A device below a configured level (app version, licence, strong verdict) is revoked only if revokeBelowMinimum is set.
WP-79 No check is skipped or relaxed for particular users, tags or devices; relaxations are possible only in the deployment's configuration and are reported at start.
WP-80 IT-Wallet 1.0: POST /wallet-instances registers an instance as POST /wallet-instance does, with the same body (except for WP-86), rules and 204; an instance registered by either is the same for both (D-300).
WP-81 IT-Wallet 1.0: POST /wallet-attestations accepts application/json with assertion, a non-empty string; a missing or mistyped one is 400 bad_request, and other members are ignored (D-300).
WP-82 IT-Wallet 1.0: the request has typ: wp-war+jwt, the challenge as nonce and the bare thumbprint of cnf.jwk as iss, and may be valid for an hour. With these names WP-15 to WP-24 and WP-56 to WP-58 apply, and a request of either profile is refused at the other's endpoint (D-300).
WP-83 IT-Wallet 1.0: the response is 200 JSON {wallet_attestations: [{format: "jwt", wallet_attestation}]}; the attestation has typ: oauth-client-attestation+jwt, kid, trust_chain, iss, sub, iat, exp, aal, cnf.jwk with its thumbprint as kid, and status as WP-75; it has no capability claims (D-301, D-302).
WP-84 IT-Wallet 1.0: refusals of both endpoints have title, status and detail in addition to error and error_description (RFC 9457 §3.1); 403 is used only for a revoked instance and 409 for a device below the minimum; other refusals that are 403 at the specification's endpoints are 400 (D-303).
WP-85 PID Providers and Relying Parties accept a Wallet Attestation of IT-Wallet 1.0 wherever they accept the specification's, under the same rules (D-304).
WP-86 IT-Wallet 1.0: a registration may have is_renewal, true or false, in addition to the three members; it has no effect, and any other member is refused as usual (D-336).
WP-87 If users is configured, a user's request has Authorization: Bearer with an access token of RFC 9068: typ: at+jwt, a supported alg, signed by a configured key that kid names, iss the configured server, an aud that includes the provider, exp, and a sub of 1 to 256 characters; anything else is 401 with WWW-Authenticate: Bearer. No decision and no response names the user (D-337).
WP-88 IT-Wallet 1.0: GET /wallet-instances/{tag}/status answers 200 JSON {id, is_revoked} for an instance that is linked to the user, with revocation_reason if IT-Wallet 1.0 has a name for the reason. The tag current means the instance registered last. An instance of another user is 404, like an unknown one.
WP-89 IT-Wallet 1.0: PUT /wallet-instances/{tag}/status with {"status": "REVOKED"} revokes an instance of the user as WP-28 does: 204, idempotent; any other body is 400.
WP-90 If users is configured, a registration at either endpoint with a user's token (WP-87) links the instance to the user in the same step. With an invalid token it is 401 and uses up nothing; without a token it registers the instance without a link (D-445).
WP-91 Evidence revokes at most maxRevocationsPerMinute instances (default 20) within 60 seconds, over all replicas. Requests of further instances are refused, with a warning and a counter, and these instances are held: a held instance gets no attestation (403 integrity_check_error), regardless of later verdicts and restarts, until an administrator revokes or releases it, individually or together with all held instances (D-433).
WP-92 The certificate digests of an Android app are recorded at registration. A configured digest is always accepted. One that is not configured counts as a denial of the app (WP-29) if it differs from the recorded ones; if it equals one of them, or none is recorded, it is only refused (D-432).
WP-93 An initialized instance has its hardware key but is not registered: the provider has no record of it and answers 404 to its attestation requests (D-434).
WP-97 Play Integrity: a standard token is bound to client_data_hash by requestHash, a classic token by nonce; each one that is present must be the hash, in hexadecimal, base64 or base64url, padded or not. Request details in an unknown form are 400 bad_request and revoke nothing (D-443).
WP-98 Play Integrity: a verdict with testingDetails in which isTestingResponse is not false is refused (403 integrity_check_error), whatever it states about the device, and revokes nothing. A configuration may accept it outside production; the decision then records it (D-444).
WP-102 sub of the assertion may be any text, or absent: it is in an example of the specification, which does not require any check of it (D-05).
WP-120 In it-wallet-1.0 the Entity Configuration has wallet_provider as in the default profile; in it-wallet-1.4 it has wallet_solution with jwks, logo_uri and wallet_metadata as the rows of src/profiles/wallet-provider.ts list it (D-763).
WP-121 As long as attestation in a later profile is not implemented, each endpoint that wallets of the profile have hard-coded refuses every request with 501 server_error, and nothing is registered or attested (D-760).
WP-193 A request to release an instance that is not held is refused with 409 not_held, and changes nothing (D-1094).
WP-194 A repeated revocation, and the removal of a link that does not exist, answer 204, change nothing and are not recorded as a change (D-1094).
`
