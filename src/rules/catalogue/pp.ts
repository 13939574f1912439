/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const ppRules = `
PP-01 The entity configuration (FED-01, FED-11) has at least the three metadata types openid_credential_issuer, federation_entity, openid_relying_party.
PP-02 Each credentials_supported entry has format, cryptographic_binding_methods_supported (our reading: jwk, the specification's example), cryptographic_suites_supported (array), display, credential_definition with type (array) and credentialSubject.
PP-03 PAR form: without client_id or request it is 400 invalid_request (RFC 9126 §2.1), and with a response_type other than code 400 unsupported_response_type (our reading: response_type, code_challenge and code_challenge_method are required in the form too, although the request object contains them, D-581).
PP-04 PAR client authentication: client_assertion must be a valid Wallet Attestation: signature by a key of its provider's resolved metadata, typ, exp, iat; otherwise 401 invalid_client.
PP-05 The request object is signed with the attested key (cnf.jwk); one signed by another key, or unsigned, is refused (our reading: a value that is in both the form and the request object must be equal in both; otherwise 400 invalid_request).
PP-06 code_challenge_method is S256; plain, another value, or none is refused (400 invalid_request).
PP-07 authorization_details: a non-empty array of objects, each with type: openid_credential, a supported format (dc+sd-jwt is an alias, D-08), credential_definition.type with the PID type (or vct or doctype, D-258); a missing, mistyped or unsupported member is 400 invalid_authorization_details.
PP-08 redirect_uri is an https universal or app link (a custom scheme only when configuration permits it; GEN-19 for the sandbox); http:, javascript:, data:, a relative URI (browsers treat https: without // and a host as relative) or one with a fragment is refused, and nothing is ever redirected there.
PP-09 client_assertion_type accepts …:jwt-key-attestation, and …:jwt-client-attestation with the attestation alone or followed by ~ and its proof of possession, which is then verified (D-02, D-356, D-357, D-1142).
PP-10 PAR response: 201, application/json, Cache-Control: no-cache, no-store, {request_uri, expires_in}: urn:ietf:params:oauth:request_uri:… and a positive integer (our reading: this URN is the form of RFC 9126 §2.2).
PP-11 A request_uri works until expires_in has passed, for the client_id that pushed it, and for one authorization only (a SHOULD for the server in RFC 9126 §4): of two racing authorizations only one gets a code (a page reload before that is tolerated). A user who opened it in time may choose the identity provider after it expires (D-229).
PP-12 An authorization request that was not pushed is refused on a page, without redirect.
PP-13 The user is authenticated at eIDAS level High by the national identity provider, over SAML 2.0 or over OpenID Connect (both fully implemented); a lower level is refused and no code is issued.
PP-14 The user sees what will be issued and to whom, and consents; a refusal returns access_denied to the wallet; a consent or refusal that the same browser repeats gets the same response (D-228).
PP-15 Success: 302 to redirect_uri with code, state, iss (the provider's URL).
PP-16 Token request: form client_id, grant_type, code, redirect_uri, code_verifier, client_assertion_type, client_assertion; each missing one is refused (400 invalid_request, the last two 401 invalid_client; RFC 6749 §4.1.3, RFC 7636 §4.5, RFC 7521 §4.2; our reading for client_id, which the assertion also names, D-581); a client that authenticates by headers may leave out client_id and sends no assertion (D-112).
PP-17 The code can be used once, also when two requests race for it; a second use is 400 invalid_grant. Of equal requests that race, one may be refused for its used assertion or proof instead (D-61).
PP-18 client_assertion (type …:jwt-bearer) is a JWT signed with the key attested at PAR: iss = sub = client id (PP-131), aud = the provider, exp; otherwise 401 invalid_client (RFC 7523 §3) (our reading: also if it was used before, which RFC 7523 §3 permits a server to check, PP-130).
PP-19 DPoP proof at the token endpoint: each of typ, alg, jwk, jti, htm, htu, iat is required and checked (PP-78 to PP-84); otherwise 400 invalid_dpop_proof in the form of RFC 6749 §5.2.
PP-20 Token response: 200 application/json, Cache-Control: no-store: access_token (signed JWT), token_type: DPoP, expires_in and c_nonce_expires_in (integers), c_nonce.
PP-21 Access token claims: iss, sub, client_id, aud = client_id, iat, exp, jti (UUID v4), nonce, jkt = thumbprint of the DPoP key.
PP-22 The access token's client_id is the URL form {wallet_provider_url}/instance/{thumbprint}, since the specification requires an HTTPS URL; cnf.jkt (RFC 9449) accompanies jkt (D-03).
PP-23 Credential endpoint: Authorization: DPoP and a new DPoP proof with the ath of this access token; Bearer is refused; a proof used at the token endpoint is refused (400 invalid_dpop_proof).
PP-24 The credential request's body is accepted as JSON and form-encoded (with credential_definition and proof as JSON strings), under the same rules; another media type is 415 (D-01).
PP-25 format is vc+sd-jwt (input alias dc+sd-jwt, D-08) or mso_mdoc: another one is 400 unsupported_credential_format, an unreadable body and a missing or mistyped format are 400 invalid_credential_request; a member that is null counts as absent (D-375).
PP-26 Proof of possession: proof_type: jwt, typ: openid4vci-proof+jwt, supported alg (for an mdoc not RSA: this project supports no RSA COSE_Key), signature by the key to bind, iss = client id (thumbprint, or the URL form of PP-22; in the final profile it may be absent, D-379), aud = provider's identifier, iat, nonce = an unexpired c_nonce (our reading: iat is fresh, and members that the specification lists without MUST are required); each fault is 400 invalid_proof.
PP-27 A c_nonce is used once, also when two requests race for it (D-11): the specification demands single use only of the Wallet Provider's nonce.
PP-28 Credential response: 200 application/json, Cache-Control: no-store, Pragma: no-cache: format (vc+sd-jwt or mso_mdoc), credential (string), c_nonce, c_nonce_expires_in (integer).
PP-29 The PID as SD-JWT: cnf = the proven key (our reading: every personal claim selectively disclosable, iss, iat, exp, status reference).
PP-30 The PID as mdoc: credential is the base64url of CBOR IssuerSigned, MSO signed, device key = the proven key, doctype as requested, validity, one digest per element.
PP-31 Every issued PID is registered before it is sent, so that it can be revoked; a crash between registration and sending never leaves a wallet with an unregistered PID.
PP-32 A registered PID can be revoked at any time, irreversibly; its status is published so that relying parties can check it (our reading: without the provider learning who checks).
PP-33 The c_nonce of a credential response can be used to request a further PID or a renewal while the access token is valid (it-wallet §Credential response; D-450).
PP-34 A wallet whose attestation or instance is revoked gets no token and no credential, also if the revocation happens between PAR and the later step.
PP-35 openid_credential_issuer has credential_issuer (= iss), authorization_endpoint, token_endpoint, pushed_authorization_request_endpoint, credential_endpoint (URLs that answer), dpop_signing_alg_values_supported (no none, no MAC), credentials_supported (object keyed by credential type).
PP-36 Credential display: array of name, locale, logo {url, alt_text}, background_color, text_color.
PP-37 credentialSubject has exactly given_name, family_name, birthdate, place_of_birth, unique_id, tax_id_number, each with mandatory: true and a display array of {name, locale}.
PP-38 openid_relying_party metadata is what the national federation requires of a relying party (redirect URIs, keys, client_registration_types: ["automatic"]), not an empty object.
PP-39 In addition to the specification's names, the entity configuration has oauth_authorization_server, the issuer's jwks, credential_configurations_supported and authorization_response_iss_parameter_supported: true (D-24; RFC 9207 §3).
PP-40 The PID type constant is eu.eudiw.pid.it, the same in metadata, authorization_details, credential request and the PID's type/vct; the mdoc doctype is eu.europa.ec.eudiw.pid.1; both configurable.
PP-41 Missing client_assertion, missing or unknown client_assertion_type: 401 invalid_client (RFC 6749 §5.2, RFC 7521 §4.2).
PP-42 The attestation's issuer must be a federation member with wallet_provider metadata, validated against the PID Provider's own pinned anchors; a chain to an anchor that is not pinned, a member of another type, and an iss that is not the chain's subject are 401 invalid_client.
PP-43 The attestation's data are checked: sub is the thumbprint of cnf.jwk, the lifetime is at most 24 hours, iss, sub, iat, exp and cnf are present, every claim of the table has the right type, and aal is one of the values in the Wallet Provider's metadata (D-231); otherwise 401 invalid_client.
PP-44 An attestation whose status is revoked is 401 invalid_client.
PP-45 The same attestation is accepted in several PAR requests within its validity.
PP-46 client_id of the form is the attested key's thumbprint (another client's id with the client's own attestation is 401 invalid_client) and equals that of the request object (otherwise 400 invalid_request).
PP-47 The request object has header alg, kid (any identifier except the thumbprint of a DPoP key of the client other than the attested key, D-465) and payload response_type, client_id, state, code_challenge, code_challenge_method, authorization_details, redirect_uri; each missing or wrong one is refused (400 invalid_request, unless PP-07 names the code).
PP-48 In the request object, typ (oauth-authz-req+jwt or JWT), iss, aud, exp, iat, nbf, jti, client_assertion_type are optional and checked when present (a wrong issuer or audience, an object that is expired, more than a day old (D-376) or from the future, and a reused jti are 400 invalid_request_object, D-185; an assertion type other than that of the form is 400 invalid_request); further claims are ignored.
PP-49 A pushed request that contains request_uri, in the form or in the request object, is refused (RFC 9126 §2.1), and so is a request object that contains request (RFC 9101 §4).
PP-50 A request object whose signature is invalid is 400 invalid_request_object (RFC 9101 §6.2).
PP-51 A DPoP header or dpop_jkt at PAR binds the code to that key. A header and a dpop_jkt of different keys, another key at the token endpoint, and a dpop_jkt that is no thumbprint are refused (RFC 9449 §10, §10.1).
PP-52 code_challenge is 43 base64url characters (RFC 7636 §4.2); anything else is 400 invalid_request.
PP-53 An authorization_details object with format and an unknown field is 400 invalid_authorization_details (RFC 9396 §5; also known are locations, doctype for mso_mdoc, and vct for an SD-JWT; for the final profile see D-355). In both profiles, claims of the wrong type are refused in the same way (D-318).
PP-54 GET authorization endpoint takes client_id and request_uri. If either is missing, or the request_uri is unknown, used, expired or another client's, the response is an error page with 400, never a redirect (RFC 6749 §4.1.2.1).
PP-55 Further query parameters at the authorization endpoint (redirect_uri, state, scope) have no effect: only what was pushed counts, except provider and cancel of this provider's own page (RFC 9101 §6.3, RFC 9126 §4).
PP-56 state is returned byte for byte, the query of redirect_uri is kept, parameters are URL-encoded.
PP-57 Error redirects have error, state and iss (RFC 9207 §2).
PP-58 Redirected errors: refused consent, cancelled login or insufficient level: access_denied; identity provider unreachable: temporarily_unavailable; internal error: server_error.
PP-59 Login, consent and error pages and the final redirect are no-store, cannot be framed, leak no referrer; the consent form has a CSRF token.
PP-60 Login, consent and code belong to one browser session: a response of the national login, or a consent, from another browser yields no code (D-76, D-143).
PP-61 The national identity provider gets a request for level High (L3) with a forced fresh login, and the level in its response is what counts (D-31).
PP-62 OpenID Connect channel: state, nonce, iss, aud, acr, at_hash, times, PKCE, ID token signature by the provider's registered keys, userinfo signed, decrypted if it is encrypted (D-145, D-364), and with the same sub; any fault ends the login.
PP-63 SAML channel, signatures: the consumed Assertion itself is signed by the registered key; an unsigned or wrapped one, one signed with another key, and one where only the Response is signed are refused (D-33).
PP-64 SAML channel, content: each missing, empty or wrong element or attribute of the table of D-34 is refused; the tolerated forms are accepted.
PP-65 A SAML or OpenID Connect response is accepted once, and only for a request that is open in this session. If the same browser sends it again, it leads to the consent (D-286) or shows again how the login failed (D-413).
PP-66 The user's own failures at the identity provider (SAML nr19 to nr25 and nr30, D-287, D-500; OIDC access_denied, login_required) are explained on a page in plain words and end in access_denied.
PP-67 No PID is issued if a required attribute is missing.
PP-68 The six claims come only from the identity provider's attributes; tax_id_number keeps its TINIT- prefix; unique_id is stable for one person and cannot be computed from the tax number without the provider's secret.
PP-69 An authorization code is short-lived (RFC 6749 §4.1.2, where at most 10 minutes are RECOMMENDED; default 60 s); an expired one is 400 invalid_grant.
PP-70 400 invalid_grant: unknown code, code of another client, redirect_uri other than the pushed one.
PP-71 A code_verifier that does not match the pushed challenge is 400 invalid_grant; one of fewer than 43 or more than 128 characters, or with a forbidden character, is refused (RFC 7636 §4.1, §4.6).
PP-72 grant_type other than authorization_code is 400 unsupported_grant_type (RFC 6749 §5.2).
PP-73 client_assertion faults, each 401 invalid_client: another key, another client, wrong iss, sub or aud, no exp, expired (RFC 7523 §3), another client_assertion_type (except as in D-428) (our reading: also an invalid jti, and an assertion that was used before, PP-130).
PP-74 client_assertion may have typ: JWT or none, and aud the provider's identifier or its token endpoint URL; an exp more than an hour ahead is refused (D-466).
PP-75 A second use of a code, with an assertion and a proof that were not used before (D-61), revokes the token that the first use issued: the access token can no longer be used to get a credential (RFC 6749 §4.1.2).
PP-76 The token response also has the granted authorization_details (RFC 9396 §7).
PP-77 The server can demand a DPoP nonce: use_dpop_nonce with a DPoP-Nonce header, and the retry with that nonce succeeds (RFC 9449 §8).
PP-78 Exactly one DPoP header: no header, two headers, and two values joined in one header are refused (RFC 9449 §4.3, also the source of PP-79 to PP-83).
PP-79 DPoP header: a typ other than dpop+jwt, and an alg that is unsupported, none or a MAC, are refused.
PP-80 DPoP jwk: a missing key, one with a private member, and one that did not sign the proof are refused.
PP-81 DPoP htm must be the method, and htu this endpoint's URL, compared after normalisation without query and fragment; another endpoint's URL is refused.
PP-82 A DPoP iat outside the time window, in the past or in the future, is refused.
PP-83 A DPoP jti that was seen before from the same key is refused, also on another node and at another endpoint, for as long as the proof's iat would be accepted.
PP-84 A DPoP jti need not be a UUID v4 to be accepted, only a string of 1 to 256 printable characters: deployed clients send random base64url (D-36); our own wallet sends UUID v4 (WI-45).
PP-85 The access token's header is typ: at+jwt, supported alg, kid of a published key (D-03).
PP-86 sub is pairwise: the same user has different values at two clients, and neither identifies the user.
PP-87 The access token's nonce is the response's c_nonce: at least 32 characters, letters and digits only.
PP-88 exp − iat equals expires_in; after exp the token is refused.
PP-89 Credential endpoint: a missing, forged or expired access token, one of another issuer, and another kind of JWT are 401 with WWW-Authenticate: DPoP (error="invalid_token" and algs when one was sent; RFC 9449 §7.1).
PP-90 A proof by a key that does not match the token's jkt is refused (401 invalid_token, RFC 9449 §7.1).
PP-91 The DPoP proof at the credential endpoint obeys PP-78 to PP-83, and its ath is present and correct; otherwise 400 invalid_dpop_proof.
PP-92 The access token must be suitable for what is requested: a type or format that was not granted is 400 invalid_credential_request.
PP-93 A mso_mdoc request without doctype, or with an unknown one, is refused.
PP-94 A request without proof, with proof_type other than jwt, or with an unreadable jwt is 400 invalid_proof.
PP-95 Key to bind (D-06): jwk if present (a kid beside it must be its thumbprint); otherwise kid, which names the attested key or the DPoP key or is a DID (PP-126). Anything else, and x5c together with either (OpenID4VCI draft 13 §7.2.1.1), is 400 invalid_proof.
PP-96 The key to bind may differ from the DPoP key and from the attested key, and a wallet should use a fresh one.
PP-97 A c_nonce is refused once its c_nonce_expires_in has passed, or if this provider did not issue it (our reading: or issued it with another access token).
PP-98 Every c_nonce has at least 32 characters of [A-Za-z0-9]; unexpired ones from the token response, a credential response and an error response are all accepted (D-11).
PP-99 An invalid_proof error response contains a new c_nonce and c_nonce_expires_in, and a retry with that c_nonce succeeds.
PP-100 Immediate flow: the 200 response of the credential endpoint contains the credential itself, never a reference to a deferred transaction.
PP-101 The provider also has a nonce endpoint: POST with an empty body returns 200 {c_nonce} with no-store. Such a c_nonce is accepted in a proof (D-10).
PP-102 By configuration an access token's jti can be used for one credential only; by default it can be reused until exp.
PP-103 PID SD-JWT header: supported alg (our reading: typ: vc+sd-jwt, and kid of a key in the issuer's metadata jwks, which is not the federation key by default, D-08, D-25).
PP-104 The PID has both type and vct with the PID type; claims are flat, nested verified_claims is an issuer option (D-07).
PP-105 The PID has all six claims of its metadata, with the user's values and in the types that the metadata state.
PP-106 SD-JWT form: one salt per disclosure with at least 128 bits, no salt is used twice, the order of digests does not reveal that of the claims, _sd_alg stated; iss, iat, exp, cnf, vct, status always in plain; no claim is both plain and hidden (RFC 9901 §4, §9.3).
PP-107 The issued string ends in ~ and has no KB-JWT.
PP-108 mdoc PID: main and domestic namespaces of D-37, random of at least 16 bytes per item, issuer certificate or key reference as the metadata state, MSO validity within the PID's.
PP-109 Status reference is status.status_list {idx, uri}; indexes are unique and not in order of issuance.
PP-110 The status list is public, cacheable, application/statuslist+jwt (typ: statuslist+jwt, sub = its URI, iat, exp or ttl, status_list {bits, lst}), signed by a metadata key, and shows a change within the configured time; a request for the list at another time is 501 (D-173).
PP-111 A PID can be suspended and reinstated, and the list shows it; a revoked one cannot be reinstated.
PP-112 Only authorised administrators can use the register, suspend and revoke; each change is recorded with time, actor and reason.
PP-113 The login request follows the national rules (D-32): OpenID Connect with a signed request object, PKCE S256, nonce and state of at least 32 characters, acr_values; SAML with a signed AuthnRequest with a fresh ID, and published service provider metadata, one document for each registry (D-500).
PP-114 A PID for the same key and format under the same access token replaces the earlier one, which stays in the register, revoked as superseded; a PID for another key, in the other format or under another token revokes nothing. A wallet that lost its credential response can thus get a second PID with a fresh c_nonce (D-41, D-62).
PP-115 If the wallet requests encryption (credential_response_encryption), the response is never sent unencrypted: 400 invalid_encryption_parameters (OpenID4VCI draft 13 §7.3, §7.3.1.2; D-170).
PP-116 For clients without federation the provider's metadata are also available as plain JSON at /.well-known/oauth-authorization-server and /.well-known/openid-credential-issuer (RFC 8414 §3.1; OpenID4VCI 1.0 §12.2.2 and draft 13 §11.2.2). They are readable from every origin and equal those of the entity configuration, except for the differences of PP-121. They are cacheable for as long as the entity configuration (D-310, D-311) and have an ETag (D-333).
PP-117 In the final profile (D-312) a pushed request names what it requests by authorization_details, whose objects have credential_configuration_id instead of format (locations and claims are read, other fields ignored, D-355), or, without authorization_details, by a scope value of a configuration. An unknown or mistyped configuration is 400 invalid_authorization_details; a scope without such a value is 400 invalid_scope (OpenID4VCI 1.0 §5.1.1, §5.1.2).
PP-118 Credential request of the final profile (OpenID4VCI 1.0 §8.2): JSON with credential_identifier if the token response contained identifiers, otherwise with credential_configuration_id, never both, and one key proof in proofs.jwt or proof. An unknown configuration is 400 unknown_credential_configuration, and an identifier that is unknown or not granted is 400 unknown_credential_identifier; any other fault, such as a configuration that was not granted (PP-92), is 400 invalid_credential_request.
PP-119 A flow must continue in the profile in which it started: a credential request of the other profile is 400 invalid_credential_request, and authorization_details of both profiles at once are 400 invalid_authorization_details (D-42, D-312).
PP-120 Final profile, responses: the token response has authorization_details with credential_identifiers for a request by details, scope for a request by scope, and no c_nonce (except PP-205); the credential response is {credentials: [{credential}]}; an invalid c_nonce is answered with invalid_nonce (OpenID4VCI 1.0 §6.2, §8.3, §8.3.1.2).
PP-121 In the documents of PP-116 credential_configurations_supported has one additional configuration per format, as defined in OpenID4VCI 1.0 §12.2.4 and with a scope; for the SD-JWT its format is dc+sd-jwt, and a PID requested by it has that typ in its header. The mdoc's configuration of draft 13 has no credential_signing_alg_values_supported there (D-313).
PP-122 ui_locales of the Request Object sets the language of the identity provider choice and of the consent page: the first of its tags in which the pages exist. Without such a tag the browser's preference counts, as on every other page (OpenID Connect Core §3.1.2.1; D-316).
PP-123 A Request Object may have a response_mode, of any value. It has no effect: the code is always returned by query, the mode in the metadata (D-331).
PP-124 The client can read the redirect that ends a flow: a redirect_uri whose query has a parameter of the response (code, state, iss, error, …) is refused, since no parameter may appear twice (RFC 6749 §3.1), and so is one that, together with state, is longer than 7000 octets (RFC 9110 §4.1): 400 invalid_request (D-403, D-404).
PP-125 An access token has at most five unrevoked PIDs at any time, also when requests race for the last one; a request for one more is 400 credential_request_denied and consumes nothing (D-450).
PP-126 A key proof with kid alone can name its key by a did:jwk or did:key, with or without the fragment of its DID document (OpenID4VCI draft 13 §7.2.1.1): the PID is bound to the key itself. A DID of more than 1024 characters, one that cannot be read, a point that is not on the curve, a private key and a key that does not fit alg are 400 invalid_proof (D-451).
PP-127 credential_definition is an object whose type is an array that contains the PID type; a request for an SD-JWT may have vct instead (D-258), and one for an mdoc doctype alone. Another type is 400 unsupported_credential_type; a missing or mistyped member, a credential_identifier together with format, and proofs together with proof (OpenID4VCI draft 13 §7.2) are 400 invalid_credential_request. The specification lists these members without MUST or SHOULD and names no error (D-452).
PP-130 client_assertion may lack iat and jti. Without jti, single use is enforced by the hash of the signing input (not of the signature), stored until exp plus the clock skew (D-466).
PP-131 iss and sub of a client_assertion, and iss of a pushed Request Object, may be the access token's client_id, {wallet_provider_url}/instance/{thumbprint}, in place of the thumbprint (D-467).
PP-150 No PID of either format is issued for a user's attributes that are well-formed but implausible: a birth date that is not a calendar day, is in the future or is more than 130 years ago; a text with a control character, a lone surrogate, a noncharacter, an invisible character or one that changes the text direction (D-517).
PP-155 Wallets of a Wallet Provider get a code only at the hosts (or schemes) stated for them, in redirect_uris of the provider's wallet_provider metadata or in the operator's walletRedirectHosts; if both state hosts, both must include the host. Another redirect_uri is refused at PAR with 400 invalid_request (D-567).
PP-156 The consent page names the host, or the scheme, to which the browser goes with the code, and tells the user when to refuse (D-568).
PP-158 While a PID of an access token is suspended, or once one was revoked for another reason than superseding (PP-114), no further PID is issued under that token: 400 credential_request_denied; nothing is superseded or consumed (D-543).
PP-170 In a later profile the Entity Configuration has exactly the entity types, endpoints, configurations and members that the rows of src/profiles/pid-provider.ts list (D-761, D-762, D-764, D-765).
PP-171 As long as issuance in a later profile is not implemented, each endpoint in its metadata refuses every request with 501 server_error, the authorization endpoint with a page, and nothing is issued (D-760).
PP-199 The content security policies of login choice and consent page have no form-action, because browsers apply it to the redirect after the form too (D-1061).
PP-200 The page for a browser without the authorization session names refused cookies as a possible cause (D-1063).
PP-201 A credential type is refused at the start if one of its claims has the name of a claim that the issuer adds to an SD-JWT, such as cnf.
PP-202 A credential type is refused at the start if its SD-JWT needs the certificates of the signing key or the integrity of the type's metadata, because a PID Provider has neither.
PP-203 A search of the register by format accepts each name of a format, in a query also with an unescaped +, and refuses any other name (D-1105).
PP-204 The setting display has one entry for each language, and each locale is a language tag; otherwise the provider does not start.
PP-205 If a request of the final profile names a configuration of draft 13, the token response, the credential response and the errors invalid_proof and invalid_nonce have a new c_nonce with c_nonce_expires_in; the credential response also has format and credential (D-312).
PP-207 Keys of a national OpenID Provider for encryption or for other algorithms may have the kid of the key that signs its ID Tokens (D-1038).
PP-208 Each logo in credential_configurations_supported has uri, which draft 13 requires. It also has url, as in credentials_supported.
PP-215 The page of the choice of a national login lets the person cancel: the wallet gets access_denied, and the request_uri is spent; the same request gets the same redirect again. That page and the consent page say until when they are valid (D-1174).
`
