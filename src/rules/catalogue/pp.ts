/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const ppRules = `
PP-01 The entity configuration (FED-01, FED-11) has at least the three metadata types openid_credential_issuer, federation_entity, openid_relying_party.
PP-02 Each credentials_supported entry has format, cryptographic_binding_methods_supported (READ: jwk, the specification's example), cryptographic_suites_supported (array), display, credential_definition with type (array) and credentialSubject.
PP-03 PAR form: without client_id or request it is 400 invalid_request (RFC 9126 §2.1), and with a response_type other than code 400 unsupported_response_type (READ: response_type, code_challenge and code_challenge_method are in the form, too, although the request object has them, D-581).
PP-04 PAR client authentication: the Wallet Attestation in client_assertion must be one: signature by a key of its provider's resolved metadata, typ, exp, iat; else 401 invalid_client.
PP-05 The request object is signed with the attested key (cnf.jwk); one signed by another key, or unsigned, is refused (READ: a value in the form and in the request object must be the same in both, 400 invalid_request).
PP-06 code_challenge_method is S256; plain, another value, or none is refused (400 invalid_request).
PP-07 authorization_details: a non-empty array of objects, each with type: openid_credential, a supported format (dc+sd-jwt an alias, D-08), credential_definition.type with the PID type (or vct or doctype, D-258); a member missing, mistyped or unsupported is 400 invalid_authorization_details.
PP-08 redirect_uri is an https universal or app link (a custom scheme only when configuration permits it; GEN-19 for the sandbox); http:, javascript:, data:, a relative URI (to browsers https: without // and a host is one) or one with a fragment is refused, and nothing is ever redirected there.
PP-09 client_assertion_type accepts …:jwt-key-attestation, and …:jwt-client-attestation with the attestation alone or followed by ~ and its proof of possession, which is then verified (D-02, D-356, D-357).
PP-10 PAR response: 201, application/json, Cache-Control: no-cache, no-store, {request_uri, expires_in}: urn:ietf:params:oauth:request_uri:… and a positive integer (READ: this URN is the form of RFC 9126 §2.2).
PP-11 A request_uri works until expires_in is over, for the client_id that pushed it, and for one authorization only (a SHOULD of the server in RFC 9126 §4): of two racing authorizations one gets a code (a page reload before that is tolerated). Who has come in time may take longer to choose an identity provider (D-229).
PP-12 An authorization request that was not pushed is refused on a page, without redirect.
PP-13 The user is authenticated at eIDAS level High by the national identity provider, over SAML 2.0 or over OpenID Connect (both channels whole); a lower level is refused and no code is issued.
PP-14 The user sees what will be issued and to whom, and consents; refusal returns access_denied to the wallet; sent again by the same browser, either answer gets what it got (D-228).
PP-15 Success: 302 to redirect_uri with code, state, iss (the provider's URL).
PP-16 Token request: form client_id, grant_type, code, redirect_uri, code_verifier, client_assertion_type, client_assertion; each missing one is refused (400 invalid_request, the two last 401 invalid_client; RFC 6749 §4.1.3, RFC 7636 §4.5, RFC 7521 §4.2; READ for client_id, which the assertion names, too, D-581); who authenticates by headers may leave out client_id and sends no assertion (D-112).
PP-17 The code works once, also when two requests race for it; a second use is 400 invalid_grant.
PP-18 client_assertion (type …:jwt-bearer) is a JWT signed with the key attested at PAR: iss = sub = client id (PP-131), aud = the provider, exp, used once; else 401 invalid_client (RFC 7523 §3).
PP-19 DPoP proof at the token endpoint: each of typ, alg, jwk, jti, htm, htu, iat is required and checked (PP-78 to PP-84); else 400 invalid_dpop_proof in the form of RFC 6749 §5.2.
PP-20 Token response: 200 application/json, Cache-Control: no-store: access_token (signed JWT), token_type: DPoP, expires_in and c_nonce_expires_in (integers), c_nonce.
PP-21 Access token claims: iss, sub, client_id, aud = client_id, iat, exp, jti (UUID v4), nonce, jkt = thumbprint of the DPoP key.
PP-22 The access token's client_id is the URL form {wallet_provider_url}/instance/{thumbprint}, since the specification wants an HTTPS URL there; cnf.jkt (RFC 9449) accompanies jkt (D-03).
PP-23 Credential endpoint: Authorization: DPoP and a new DPoP proof with the ath of this access token; Bearer is refused; a proof used at the token endpoint is refused (400 invalid_dpop_proof).
PP-24 The credential request's body is accepted as JSON and as form encoding (credential_definition and proof being JSON strings there), with the same rules; another media type is 415 (D-01).
PP-25 format is vc+sd-jwt (input alias dc+sd-jwt, D-08) or mso_mdoc: another one is 400 unsupported_credential_format, a body that cannot be read and a format that is missing or mistyped 400 invalid_credential_request; null is a member that is left out (D-375).
PP-26 Proof of possession: proof_type: jwt, typ: openid4vci-proof+jwt, supported alg (for an mdoc none of RSA: there is no such COSE_Key here), signature by the key to bind, iss = client id (thumbprint, or the URL form of PP-22; in the final profile it may be absent, D-379), aud = provider's identifier, iat, nonce = the live c_nonce (READ: iat is fresh, and the members are required that the specification lists without a MUST); each fault is 400 invalid_proof.
PP-27 A c_nonce is used once, also when two requests race for it (D-11): the specification has single use for the Wallet Provider's nonce alone.
PP-28 Credential response: 200 application/json, Cache-Control: no-store, Pragma: no-cache: format (vc+sd-jwt or mso_mdoc), credential (string), c_nonce, c_nonce_expires_in (integer).
PP-29 The PID as SD-JWT: cnf = the proven key (READ: every personal claim selectively disclosable, iss, iat, exp, status reference).
PP-30 The PID as mdoc: credential is the base64url of CBOR IssuerSigned, MSO signed, device key = the proven key, doctype as asked, validity, one digest per element.
PP-31 Every issued PID is registered before it leaves, so that it can be revoked; a crash between the two never leaves an unregistered PID with a wallet.
PP-32 A registered PID can be revoked at any time, for ever; its status is published so that relying parties can check it (READ: without the provider learning who asks).
PP-33 With the c_nonce of a credential response a further PID or a renewal can be requested while the access token lives (it-wallet §Credential response; D-450).
PP-34 A wallet whose attestation or instance is revoked gets no token and no credential, also when the revocation falls between PAR and the later step.
PP-35 openid_credential_issuer has credential_issuer (= iss), authorization_endpoint, token_endpoint, pushed_authorization_request_endpoint, credential_endpoint (URLs that answer), dpop_signing_alg_values_supported (no none, no MAC), credentials_supported (object keyed by credential type).
PP-36 Credential display: array of name, locale, logo {url, alt_text}, background_color, text_color.
PP-37 credentialSubject has exactly given_name, family_name, birthdate, place_of_birth, unique_id, tax_id_number, each with mandatory: true and a display array of {name, locale}.
PP-38 openid_relying_party metadata is what the national federation asks of a relying party (redirect URIs, keys, client_registration_types: ["automatic"]), not an empty object.
PP-39 Beside the specification's names the entity configuration carries oauth_authorization_server, the issuer's jwks, credential_configurations_supported and authorization_response_iss_parameter_supported: true (D-24; RFC 9207 §3).
PP-40 The PID type constant is eu.eudiw.pid.it, the same in metadata, authorization_details, credential request and the PID's type/vct; the mdoc doctype is eu.europa.ec.eudiw.pid.1; both configurable.
PP-41 Missing client_assertion, missing or unknown client_assertion_type: 401 invalid_client (RFC 6749 §5.2, RFC 7521 §4.2).
PP-42 The attestation's issuer must be a federation member with wallet_provider metadata by the provider's own pinned anchors; a chain to a strange anchor, a member of another type, and an iss that is not the chain's subject are 401 invalid_client.
PP-43 The attestation's data are checked: sub = thumbprint of cnf.jwk, life of at most 24 hours, iss, sub, iat, exp and cnf there, and they and all others of the table of the right type, and aal one of those that the Wallet Provider's metadata state (D-231); else 401 invalid_client.
PP-44 An attestation whose status says revoked is 401 invalid_client.
PP-45 One attestation is accepted in several PAR requests within its validity.
PP-46 client_id of the form is the attested key's thumbprint (another's id with one's own attestation is 401 invalid_client) and equals that of the request object (else 400 invalid_request).
PP-47 The request object has header alg, kid (any identifier but the thumbprint of the client's DPoP key, D-465) and payload response_type, client_id, state, code_challenge, code_challenge_method, authorization_details, redirect_uri; each missing or wrong one is refused (400 invalid_request, unless PP-07 names the code).
PP-48 Of the request object typ (oauth-authz-req+jwt or JWT), iss, aud, exp, iat, nbf, jti, client_assertion_type are optional and checked when present (other issuer or audience, expired, a day old (D-376), future, reused jti: 400 invalid_request_object, D-185; other type than the form: 400 invalid_request); further claims are ignored.
PP-49 A pushed request that contains request_uri, in the form or in the request object, is refused (RFC 9126 §2.1), and so is a request object that contains request (RFC 9101 §4).
PP-50 A request object whose signature does not hold is 400 invalid_request_object (RFC 9101 §6.2).
PP-51 A DPoP header or dpop_jkt at PAR binds the code to that key: the two contradicting each other, or another key at the token endpoint, is refused, and so is a dpop_jkt that is no thumbprint (RFC 9449 §10, §10.1).
PP-52 code_challenge is 43 base64url characters (RFC 7636 §4.2); anything else is 400 invalid_request.
PP-53 An authorization_details object with format and a field that its type does not know is 400 invalid_authorization_details (RFC 9396 §5; locations and, for mso_mdoc, doctype, for an SD-JWT vct are known; of the final profile D-355); so are, in both profiles, claims of the wrong type (D-318).
PP-54 GET authorization endpoint takes client_id and request_uri; either missing, or an unknown, used, expired or foreign request_uri, is an error page with 400, never a redirect (RFC 6749 §4.1.2.1).
PP-55 Further query parameters at the authorization endpoint (redirect_uri, state, scope) change nothing: only what was pushed counts (RFC 9101 §6.3, RFC 9126 §4).
PP-56 state comes back unchanged to the byte, redirect_uri's own query is kept, parameters are URL-encoded.
PP-57 Error redirects carry error, state and iss (RFC 9207 §2).
PP-58 Redirected errors: refused consent, cancelled login or too low a level access_denied; identity provider out of reach temporarily_unavailable; own fault server_error.
PP-59 Login, consent and error pages and the final redirect are no-store, cannot be framed, leak no referrer; the consent form has a token against forged posts.
PP-60 Login, consent and code belong to one browser session: the national login's answer, or the consent, coming from another browser yields no code (D-76, D-143).
PP-61 The national identity provider is asked for level High (L3) with a forced fresh login, and the level that comes back is what counts (D-31).
PP-62 OpenID Connect channel: state, nonce, iss, aud, acr, at_hash, times, PKCE, ID token signature by the provider's registered keys, userinfo signed, opened where it is encrypted (D-145, D-364), and its sub equal; each fault ends the login.
PP-63 SAML channel, signatures: the consumed Assertion itself is signed by the registered key; an unsigned, wrapped, otherwise keyed or merely Response-signed one is refused (D-33).
PP-64 SAML channel, content: each element and attribute of the table of D-34, missing, empty or wrong, is refused; the tolerated forms are accepted.
PP-65 SAML and OpenID Connect answers are taken once, and only as the answer to a request that is open in this session; sent again by the same browser, it leads to consent (D-286), or shows how the login ended (D-413).
PP-66 The user's own failures at the identity provider (SAML nr19 to nr25 and nr30, D-287, D-500; OIDC access_denied, login_required) are explained on a page in plain words and end in access_denied.
PP-67 Without every attribute that the PID needs there is no PID.
PP-68 The six claims come from the identity provider's attributes alone; tax_id_number keeps its TINIT- prefix; unique_id is stable for one person and cannot be computed from the tax number without the provider's secret.
PP-69 An authorization code lives shortly (RFC 6749 §4.1.2, where at most 10 minutes are RECOMMENDED; default 60 s); an expired one is 400 invalid_grant.
PP-70 400 invalid_grant: unknown code, code of another client, redirect_uri other than the pushed one.
PP-71 A code_verifier that does not give the pushed challenge is 400 invalid_grant; one of fewer than 43 or more than 128 characters, or with a forbidden character, is refused (RFC 7636 §4.1, §4.6).
PP-72 grant_type other than authorization_code is 400 unsupported_grant_type (RFC 6749 §5.2).
PP-73 client_assertion faults, each 401 invalid_client: other key, other client, wrong iss, sub or aud, no exp, expired (RFC 7523 §3), other client_assertion_type (but for D-428; READ: a jti that is none, used before, PP-130).
PP-74 client_assertion may have typ: JWT or none, and aud the provider's identifier or its token endpoint URL; an exp more than an hour ahead is refused (D-466).
PP-75 A second use of a code revokes what the first one issued: the access token no longer gets a credential (RFC 6749 §4.1.2).
PP-76 The token response also carries authorization_details as granted (RFC 9396 §7).
PP-77 The server can demand a DPoP nonce: use_dpop_nonce with a DPoP-Nonce header, and the retry with it works (RFC 9449 §8).
PP-78 Exactly one DPoP header: none, two, or two values joined is refused (RFC 9449 §4.3, as for PP-79 to PP-83).
PP-79 DPoP header: typ other than dpop+jwt, alg unsupported, none or MAC is refused.
PP-80 DPoP jwk: missing, with a private member, or not the key that signed is refused.
PP-81 DPoP htm must be the method, htu this endpoint's URL compared after normalisation and without query and fragment; another endpoint's URL is refused.
PP-82 DPoP iat outside the window on either side is refused.
PP-83 A DPoP jti seen before from the same key is refused, also on another node and at another endpoint, as long as the proof's iat would pass.
PP-84 A DPoP jti need not be a UUID v4 to be accepted, only a string of 1 to 256 printable characters: deployed clients send random base64url (D-36); our own wallet sends UUID v4 (WI-45).
PP-85 The access token's header is typ: at+jwt, supported alg, kid of a published key (D-03).
PP-86 sub is pairwise: the same user at two clients gives two values, and none reveals the user.
PP-87 The access token's nonce is the response's c_nonce: at least 32 characters, letters and digits only.
PP-88 exp − iat equals expires_in; after that the token is refused.
PP-89 Credential endpoint, access token: none, forged, expired, of another issuer or another kind of JWT is 401 with WWW-Authenticate: DPoP (error="invalid_token" and algs when one was sent; RFC 9449 §7.1).
PP-90 A proof with another key than the token's jkt is refused (401 invalid_token, RFC 9449 §7.1).
PP-91 The DPoP proof at the credential endpoint obeys PP-78 to PP-83, with ath missing or wrong among the faults; the answer is 400 invalid_dpop_proof.
PP-92 The access token must be suitable for what is asked: a type or format that was not granted is 400 invalid_credential_request.
PP-93 A mso_mdoc request without doctype, or with an unknown one, is refused.
PP-94 A request without proof, with proof_type other than jwt, or with an unreadable jwt is 400 invalid_proof.
PP-95 Key to bind (D-06): jwk when present, a kid beside it being its thumbprint; kid alone names the attested key or the DPoP key, or is a DID of PP-126; otherwise, and with x5c beside either (OpenID4VCI draft 13 §7.2.1.1), 400 invalid_proof.
PP-96 The key to bind may differ from the DPoP key and from the attested key, and a fresh one is what a wallet should send.
PP-97 A c_nonce that has expired by its c_nonce_expires_in, or was not issued here is refused (READ: and one issued with another access token).
PP-98 Every c_nonce has at least 32 characters of [A-Za-z0-9]; live ones from the token, a credential and an error response are all accepted (D-11).
PP-99 An invalid_proof answer carries a new c_nonce and c_nonce_expires_in, and the retry with it succeeds.
PP-100 Immediate flow: the 200 of the credential endpoint is the credential itself, never a transaction to come back for.
PP-101 The provider also has a nonce endpoint: POST with an empty body returns 200 {c_nonce} with no-store. Such a c_nonce is accepted in a proof (D-10).
PP-102 By configuration an access token's jti is good for one credential only; by default it can be used again until exp.
PP-103 PID SD-JWT header: supported alg (READ: typ: vc+sd-jwt, and kid of a key in the issuer's metadata jwks, which is not the federation key by default, D-08, D-25).
PP-104 The PID carries both type and vct with the PID type; claims are flat, nested verified_claims is an issuer option (D-07).
PP-105 The PID holds all six claims of its metadata, with the user's values and in the types announced.
PP-106 SD-JWT form: one salt per disclosure with at least 128 bits, no salt twice, digest order not the claims' order, _sd_alg stated; iss, iat, exp, cnf, vct, status always plain; no claim both plain and hidden (RFC 9901 §4, §9.3).
PP-107 The issued string ends in ~ and has no KB-JWT.
PP-108 mdoc PID: main and domestic namespaces of D-37, random of at least 16 bytes per item, issuer certificate or key reference as metadata says, MSO validity within the PID's.
PP-109 Status reference is status.status_list {idx, uri}; indexes are unique and not in order of issuance.
PP-110 The status list is public, cacheable, application/statuslist+jwt (typ: statuslist+jwt, sub = its URI, iat, exp or ttl, status_list {bits, lst}), signed by a metadata key, and shows a change within the configured time; asked for as it was at another time it is 501 (D-173).
PP-111 A PID can be suspended and reinstated, shown as such on the list; a revoked one cannot come back.
PP-112 Register, suspend and revoke are reserved to authorised administrators; each change is kept with time, actor and reason.
PP-113 The login request follows the national rules (D-32): OpenID Connect with a signed request object, PKCE S256, nonce and state of at least 32 characters, acr_values; SAML with a signed AuthnRequest of a fresh ID, and published service provider metadata, one document for each registry (D-500).
PP-114 A PID for the same key and format under the same access token takes the place of the earlier one, which stays in the register, revoked as superseded; a PID for another key, in the other format or under another token revokes nothing. A wallet that lost its credential response gets a second PID so, with a fresh c_nonce (D-41, D-62).
PP-115 A credential response that shall be encrypted (credential_response_encryption) is never given in the clear: 400 invalid_encryption_parameters (OpenID4VCI draft 13 §7.3, §7.3.1.2; D-170).
PP-116 For clients without federation the provider's metadata are also plain JSON at /.well-known/oauth-authorization-server and /.well-known/openid-credential-issuer (RFC 8414 §3.1; OpenID4VCI 1.0 §12.2.2 and draft 13 §11.2.2). They are readable from every origin and equal those of the entity configuration, except for the additions of PP-121. They are cacheable for as long (D-310, D-311) and have an ETag (D-333).
PP-117 In the final profile (D-312) a pushed request asks by authorization_details whose objects have credential_configuration_id in the place of format (locations and claims are read, other fields passed over, D-355), or without any by a scope in which a word is a configuration's; an unknown or mistyped configuration is 400 invalid_authorization_details, a scope without such a word 400 invalid_scope (OpenID4VCI 1.0 §5.1.1, §5.1.2).
PP-118 Credential request of the final profile (OpenID4VCI 1.0 §8.2): JSON with credential_identifier where the token response gave identifiers, else with credential_configuration_id, never both, and one key proof in proofs.jwt or proof; what is not known or not granted is 400 unknown_credential_configuration or unknown_credential_identifier, anything else 400 invalid_credential_request.
PP-119 A flow goes on in the words in which it was begun: a credential request of the other profile is 400 invalid_credential_request, and authorization_details of both profiles at once are 400 invalid_authorization_details (D-42, D-312).
PP-120 Final profile, answers: the token response has authorization_details with credential_identifiers for what was asked by details, scope for what was asked by scope, and no c_nonce; the credential response is {credentials: [{credential}]}; of a c_nonce that does not hold invalid_nonce is said (OpenID4VCI 1.0 §6.2, §8.3, §8.3.1.2).
PP-121 In the documents of PP-116 credential_configurations_supported has for each format one configuration more, in the words of OpenID4VCI 1.0 §12.2.4 and with a scope, dc+sd-jwt for the SD-JWT; the header of a PID that was asked for by it has that typ (D-313).
PP-122 ui_locales of the Request Object chooses the language of the login choice and of the consent page, by the first of its tags that the pages have; without one the browser's preference counts, as on every other page (OpenID Connect Core §3.1.2.1; D-316).
PP-123 A Request Object may have a response_mode, of any value: the code comes by query, the one of the metadata, all the same (D-331).
PP-124 The redirect that ends a flow can be read: a redirect_uri whose query has a parameter of the response (code, state, iss, error, …) is refused, since none may stand twice (RFC 6749 §3.1), and so is one that with its state is longer than 7000 octets (RFC 9110 §4.1): 400 invalid_request (D-403, D-404).
PP-125 At most five PIDs of one access token are not revoked at a time, also when requests race for the last place; one more is 400 credential_request_denied and spends nothing (D-450).
PP-126 A key proof with kid alone may name its key by a did:jwk or did:key, with or without the fragment of its DID document (OpenID4VCI draft 13 §7.2.1.1): the PID is bound to the key itself. A DID of more than 1024 characters, one that cannot be read, a point on no curve, a private key and a key that does not fit alg are 400 invalid_proof (D-451).
PP-127 credential_definition is an object whose type is an array that holds the PID type; an SD-JWT may have vct in its place (D-258), and an mdoc its doctype alone. Another type is 400 unsupported_credential_type; a member missing or mistyped, a credential_identifier beside format, and proofs beside proof (OpenID4VCI draft 13 §7.2) are 400 invalid_credential_request. The specification has these members in words of no strength and names no error (D-452).
PP-130 client_assertion may lack iat, and jti: without jti the hash of what was signed, without the signature, is used once, and remembered until exp plus the clock skew (D-466).
PP-131 iss and sub of a client_assertion, and iss of a pushed Request Object, may be the access token's client_id, {wallet_provider_url}/instance/{thumbprint}, in place of the thumbprint (D-467).
PP-150 A person's attributes that have their form and mean nothing get no PID of either format: a birth date that is no day of the calendar, lies in the future or more than 130 years back; a text with a control, half a character, a code point that is no character, one that is not seen, or one that changes the direction (D-517).
PP-155 Wallets of a Wallet Provider get a code only at the hosts (or schemes) that are stated for them, by redirect_uris of the provider's wallet_provider metadata or by the operator's walletRedirectHosts; where both state hosts, both must. Another redirect_uri is 400 invalid_request when it is pushed (D-567).
PP-156 The consent page names the host, or the scheme, to which the browser goes with the code, and says when to refuse (D-568).
PP-158 While a PID of an access token is suspended, or once one was revoked by anybody but our own superseding (PP-114), no further PID is issued under that token: 400 credential_request_denied; nothing is superseded or spent (D-543).
PP-170 In a later profile the Entity Configuration has the entity types, endpoints, configurations and members that the rows of src/profiles/pid-provider.ts say, and no others (D-761, D-762, D-764, D-765).
PP-171 Until issuance of a later profile is built, each endpoint that its metadata name refuses every request with 501 server_error, the authorization endpoint on a page, and nothing is issued (D-760).
`
