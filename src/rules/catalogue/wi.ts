/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const wiRules = `
WI-01 First start: the wallet checks that the device meets the minimum security and that a DIS is available, and verifies the Wallet Provider as a federation member before it sends anything; each failed check stops the set-up.
WI-02 Pre-existing hardware keys are deleted during initialization; the new hardware key is EC.
WI-03 Without a valid attestation the wallet is not Operational and refuses to request or present credentials.
WI-04 The wallet can have several attestations with different ephemeral keys; it chooses one so that relying parties cannot link the user by its key.
WI-05 An attestation is renewed before it expires; an expired one is never sent. An issuance or a presentation begins with an attestation that is valid for as long as the user may take, and uses it to the end. If it expires during the login, its key still redeems the code (D-1139).
WI-06 PID Provider metadata is taken only from a verified trust chain, and must name this provider as credential_issuer; an oauth_authorization_server with another issuer is ignored.
WI-07 Every issuance uses PKCE S256 with a fresh verifier, a fresh state, and PAR with a signed request object.
WI-08 Each request, retries included, has a new DPoP proof; the token endpoint's proof is not reused at the credential endpoint.
WI-09 The access token's iss is the provider that was asked, client_id is the wallet's client id (thumbprint or the URL form of PP-22), and aud equals client_id; otherwise the token is not used.
WI-10 A received PID's integrity and authenticity are checked before it is stored (WI-58 to WI-62); otherwise it is discarded and the user is informed.
WI-11 Credentials are stored securely (our reading: encrypted at rest, with a key that is stored elsewhere), and private keys never leave the key store.
WI-12 Request Object: the JWS verifies with the key that its header names, looked up in the relying party's resolved metadata; a bad signature, an unknown key, a missing kid if several keys are possible, or an unsupported alg is refused.
WI-13 client_metadata in a request object is ignored (variant 2) or refused, as is client_metadata_uri (variant 1 with entity_id); metadata comes from the trust chain.
WI-14 The identity of the relying party and the requested attributes are shown; the user may select and deselect attributes, and nothing is sent without consent.
WI-15 request_uri_method is absent or get: the Request Object is fetched with GET.
WI-16 wallet_metadata contains nothing about the user, the hardware or usage.
WI-17 The presentation consists of issuer JWT, chosen disclosures and KB-JWT, joined by ~; disclosures that were not requested or were deselected are not sent.
WI-18 After the response the wallet opens redirect_uri only when it is among the attested redirect URIs, compared by scheme, host and path ignoring the response code (D-19).
WI-19 An invalid Request Object (bad signature, malformed claims, revoked issuer) is shown to the user and logged.
WI-20 redirect_uri for issuance is a universal/app link of the wallet; a code that arrives elsewhere is not used.
WI-21 Private keys are generated and kept in the device's own secure hardware, the only supported variant: no other variant can be configured, and no key can be imported.
WI-22 The key tag comes from the operating system; where the wallet may choose it, it is random, unpredictable and collision-resistant.
WI-23 Android: the dedicated secure element is tried first; the trusted execution environment is used only if it is unavailable.
WI-24 iOS: the hardware key is in the secure element, with no fallback.
WI-25 Set-up runs at the first start only; a later start registers nothing again, and an interrupted set-up starts over, and as in every initialization the old key is deleted first.
WI-26 Registration sends exactly the three members, with a challenge fetched for it; for each attestation request the wallet fetches a separate challenge.
WI-27 A refused registration or attestation leaves the wallet not Operational, and the wallet shows the provider's error_description; after a 503 or a 429 it retries later with a fresh challenge and increasing pauses.
WI-28 The attestation request has header alg, kid (thumbprint), typ: war+jwt and every claim of the specification's table, sub and the capability claims included, signed with the ephemeral key (our reading: sub and the thumbprint as kid are only in the specification's example).
WI-29 hardware_signature and integrity_assertion are made over the client_data of this request's challenge and ephemeral key (WP-66).
WI-30 Each attestation request uses a freshly generated ephemeral key, never the hardware key.
WI-31 A received attestation is checked before use: typ, signature through the provider's trust chain, iss, cnf = own key, sub, exp within 24 hours.
WI-32 The same attestation is used for several flows within its validity.
WI-33 When the provider says that the instance is revoked or unknown, the wallet is no longer Operational, deletes its attestations and offers a new set-up.
WI-34 PID Providers are found through the federation: only entities with a valid chain and openid_credential_issuer metadata are offered, others are refused.
WI-35 Every endpoint URL that the other party's metadata state is taken from there; a provider may use other paths than those of the examples.
WI-36 PAR form: response_type, client_id, code_challenge, code_challenge_method, request, client_assertion_type, client_assertion = the attestation, with the same values as the request object.
WI-37 PAR request object: header alg, kid; payload response_type, client_id = thumbprint of the attested key, state, code_challenge, code_challenge_method, authorization_details, redirect_uri, client_assertion_type = …:jwt-key-attestation; signed with the attested key (our reading: the value of client_assertion_type is the specification's example).
WI-38 code_verifier has 43 to 128 unreserved characters from a cryptographic source; the derivation of the challenge matches the test vector of RFC 7636.
WI-39 The browser is sent to the authorization endpoint with client_id and the URL-encoded request_uri only.
WI-40 An authorization response whose state is missing, different or already used is discarded, and no token request follows (RFC 6749 §10.12).
WI-41 An authorization response, error included, whose iss is missing or is not the provider that was asked is discarded (RFC 9207 §2.4).
WI-42 An authorization error response ends the issuance and is shown to the user with its description.
WI-43 Token request: the specification's seven form fields, with redirect_uri and client_id as pushed and the verifier for the pushed challenge, and a DPoP header.
WI-44 Token client_assertion: signed with the attested key, iss = sub = client id, aud = the provider, iat, short exp, fresh jti (RFC 7523 §3).
WI-45 A DPoP proof has typ: dpop+jwt, supported alg, jwk without private members, jti a UUID v4, htm, htu without query and fragment, iat.
WI-46 A DPoP proof that accompanies an access token or an attestation also has ath, the SHA-256 of that token or attestation (RFC 9449 §4.2).
WI-47 After a use_dpop_nonce error the wallet retries once with the nonce of the DPoP-Nonce header (RFC 9449 §8).
WI-48 A token response without one of its five members, or with token_type other than DPoP, is refused.
WI-49 An access token is not used if it is bound to another DPoP key (its jkt is not the thumbprint of the wallet's key), expired, or not a signed JWT.
WI-50 Each PID is requested with its own freshly generated key; two issuances never share one. A request that got no response is repeated with the same key (D-603).
WI-51 Credential request: Authorization: DPoP, new proof, JSON body with credential_definition.type = the PID type, format, proof (proof_type: jwt); doctype as well when the format is mso_mdoc; after a 415 the same request is sent as a form (D-429).
WI-52 Key proof: typ: openid4vci-proof+jwt, supported alg, kid (and jwk, D-06), iss = client id, aud = the provider, iat, nonce = the last received c_nonce; signed with the key to bind.
WI-53 After an invalid_proof error with a new c_nonce, or another 400 with one, the wallet retries once with a new proof (D-1138).
WI-54 A credential response that lacks one of its four mandatory members is refused (our reading: so is one in another format than requested).
WI-55 A renewal is requested with the c_nonce of the credential response while the access token is valid.
WI-56 A stored PID that has expired or is revoked is not offered for presentation.
WI-57 Relying party metadata of the earlier form (with presentation_definitions, response_uris, jwt_vp_json) is also read. From metadata of the later forms the wallet reads the protection of responses and the accepted formats (D-359, D-363). Unknown members are ignored.
WI-58 PID: issuer signature with a supported alg, by a key of the issuer's resolved metadata jwks (or else its federation keys, D-25), without kid by the only suitable key (D-234); a PID of an untrusted issuer or another issuer than the one asked is discarded.
WI-59 PID: cnf contains the key whose possession this wallet proved, and no other.
WI-60 PID: every disclosure's digest occurs in the signed part exactly once; a PID with any of the RFC 9901 §7.1 faults of RP-62 is discarded.
WI-61 PID: the type is the requested one, the six claims are present and have a value, and it is within its validity (our reading: vct or type states the type, D-248; the header has the typ of an SD-JWT VC, D-1162; names and date of birth have the expected form, D-254).
WI-62 PID as mdoc: issuer signature and chain, digests, doctype, device key = own key, names and date of birth in the namespace of the type (D-1090) and of the expected form (D-254), validity, and a readable status (D-422) are checked.
WI-63 The engagement URL gives client_id, request_uri, state, request_uri_method; if client_id or request_uri is missing, repeated or preceded by &amp;, the flow ends.
WI-64 request_uri is https and, ignoring its query, one of the request_uris in the relying party's attested metadata, under either of its names (D-23).
WI-65 state must be equal in the URL and the Request Object, and is returned in the response (D-20).
WI-66 request_uri_method is read from the URL without regard to letter case; any value other than get or post is refused (D-21).
WI-67 request_uri_method=post: the wallet sends a form by POST with wallet_metadata (JSON) and a fresh random wallet_nonce.
WI-68 After a POST with wallet_nonce, a Request Object without it or with another value is refused (D-22).
WI-69 The wallet's wallet_metadata: vp_formats_supported always; presentation_definition_uri_supported absent or false; response_types_supported absent or vp_token only; array and URL members have the right type.
WI-70 wallet_metadata names client_id_schemes_supported (at least entity_id) and an authorization_endpoint, preferably a universal link; the custom scheme of the high assurance profile (haip:) is understood too.
WI-71 Variant 1: the Request Object is fetched with the attestation in Authorization: DPoP and a proof made with the attested key, ath = hash of the attestation; its jti SHOULD be a UUID v4.
WI-72 The trust_chain in the Request Object's header is validated like a fetched chain (FED-03); without this header the wallet builds the chain; a relying party without wallet_relying_party or openid_credential_verifier metadata is refused.
WI-73 client_id of the Request Object, its iss, the client_id of the URL, the client_id of the relying party's metadata and the sub of its entity configuration are all equal; an aud, if present, is addressed to the wallet (D-176).
WI-74 A Request Object without exp or iat, or at or after its exp, is refused, also if it expired while the user was deciding; no clock skew is allowed (D-460). So is one without nonce, state, response_uri, response_mode or response_type.
WI-75 A Request Object's nonce of fewer than 32 characters is refused; a UUID is accepted (D-14).
WI-76 response_uri must be one of the response URIs attested in the trust chain's metadata, under either name (response_uris_supported, response_uris), by exact comparison; otherwise nothing is posted.
WI-77 response_type other than vp_token, or a response_mode other than direct_post.jwt and direct_post, is refused.
WI-78 These are refused: presentation_definition together with scope or presentation_definition_uri; none of the three in variant 1; redirect_uri together with response_uri; request or request_uri in the Request Object (RFC 9101 §4); transaction_data, which this wallet neither shows nor signs (OpenID4VP draft 22 §5).
WI-79 presentation_definition_uri is unsupported: a request that relies on it is refused and the URI is never fetched.
WI-80 Variant 1: each scope value is looked up among the presentation definitions (and then the input descriptors) of the relying party's attested metadata; an unknown one is refused.
WI-81 Variant 1: a client_id_scheme other than entity_id, under that or another parameter name (D-430), is refused.
WI-82 Variant 2: dcql_query decides what is offered: format (vc+sd-jwt and dc+sd-jwt are the same, D-08), meta.vct_values, each claim path; without a matching credential no partial response is sent (OpenID4VP 1.0 §6).
WI-83 The federation's policies for the relying party limit the request: a credential type or claim that they do not allow is refused or removed before the user is asked (D-343).
WI-84 The response is posted to response_uri as a form, with the fields of OpenID4VP draft 20 §6.2 and §6.3, since the specification shows none: direct_post with vp_token, presentation_submission (variant 1), state; direct_post.jwt with response, encrypted to the key and algorithms of the attested metadata, or signed if the metadata ask for that (our reading: a request whose metadata allow neither is refused before the user is asked).
WI-85 Shape of vp_token: variant 1 an array of presentation and attestation with presentation_submission; variant 2 an object keyed by the query's ids (D-16).
WI-86 The presentation includes a Wallet Attestation within its validity (in variant 2 under the id of its query).
WI-87 KB-JWT: typ: kb+jwt, supported alg, key of the credential's cnf; iat, aud = the relying party's identifier, nonce of the Request Object, sd_hash by the credential's _sd_alg over everything before the KB-JWT, including the last ~.
WI-88 The wallet opens the redirect_uri of the response with GET in the user agent (same device) or fetches it (cross device; WI-210 for 1.0 and 1.4). A page that cannot be opened does not change the outcome (D-256). After an error status, a body that is not a JSON object or a missing redirect_uri it shows an error and opens nothing. The user sees whether the presentation was received (D-341).
WI-89 If the user refuses, or confirms the notice that no credential of the wallet satisfies the request (D-233), the wallet posts error=access_denied with state to a validated response_uri, unencrypted. The wallet shows a user who refused whether the Relying Party confirmed it.
WI-90 The relying party is not informed about an invalid request if privacy forbids it: nothing is posted when the relying party or its response_uri could not be verified.
WI-91 After a server_error of the request endpoint the user can scan or enter the request again.
WI-92 An engagement is used once: opening a finished request again starts nothing. Of a link that has only a published request URI, each Request Object is used once (D-1030). A link that could not be evaluated because the federation or a revocation list did not answer may be opened again. A damaged list of used links counts as empty (D-1058).
WI-93 A Request Object with typ oauth-authz-req+jwt, or without typ (WI-96), is accepted in both variants, and one with JWT in variant 1 only, except in 1.4 (WI-203); another typ is refused. If the response of the request endpoint is an error, not a JWT, not text, or over the size limit, the flow ends and the reason is shown (D-340).
WI-94 Variant 1: a credential is offered if it satisfies the definition's format, field path and filter; with limit_disclosure: required nothing beyond the fields is disclosed (Presentation Exchange 2.0).
WI-95 A credential whose signature algorithm is not among the relying party's attested sd-jwt_alg_values is not presented to it (our reading: nor is one whose Key Binding JWT would have an algorithm that is not among its kb-jwt_alg_values).
WI-96 A Request Object has typ oauth-authz-req+jwt: one without typ is also accepted, in both variants and in 1.0, but not in 1.4 (D-461).
WI-97 The redirect_uri must contain a response code: a path segment, a parameter or a fragment that the attested URI does not have. Without one it is not opened, even if it equals an attested URI, and even after the user refused (D-462).
WI-98 The response of response_uri is application/json; the same JSON is accepted with any other media type and without one (D-463).
WI-99 An access token without sub, iat, a jti of 1 to 256 printable characters (D-36) or a nonce with at least 32 letters and digits (our reading: in which other characters may occur too, D-578) is not used.
WI-100 If the metadata of a Wallet Provider name no nonce_endpoint or no token_endpoint, the wallet uses /nonce or /token below the provider's identifier (D-464).
WI-101 The Request Object of variant 1 is accepted with any media type; that of variant 2 must be application/oauth-authz-req+jwt or application/jwt (D-468).
WI-105 DCQL: credential sets that are not required are offered, and the user may leave each out as a whole; an empty vp_token is never sent (D-474).
WI-106 The consent page states whether a proof of the wallet (the Wallet Attestation) is requested (D-475).
WI-107 A query of format jwt with vct_values is answered by the Wallet Attestation, or, with consent, by the credential whose type it names (D-473).
WI-114 An SD-JWT PID without exp is stored and offered, because the specification shows no claims of a PID other than the six (D-577).
WI-115 A Relying Party whose metadata state an application_type other than web, or none (in any letter case) among the algorithms for signed responses, is refused before the user is asked.
WI-130 The wallet recognizes the profile of a Relying Party by the prefix of its client identifier, by a Request Object in the link, by a Trust Anchor that is pinned for one profile only, or by metadata that only that profile has; anything else is treated as the specification's own profile. If the user has selected a profile, a Relying Party of another one is refused before anything is fetched. Outcome, consent and history state the profile (D-781, D-1049).
WI-131 The client identifier of a link is an entity identifier, in 1.4 with or without the prefix openid_federation:; any other prefix of OpenID4VP, such as x509_hash, is refused, and the error names it (D-782). [IT-Wallet 1.4.6, Remote Flow]
WI-132 A link of 1.4 has either request, the Request Object itself, or request_uri; request_uri_method occurs only with request_uri. A Request Object in a link is used once, even if it comes again with another signature. [IT-Wallet 1.4.6, Remote Flow]
WI-133 A Request Object of 1.0 without trust_chain is refused. [IT-Wallet 1.0.2, Remote Flow]
WI-134 The x5c of a Request Object of 1.4 leads to a pinned root and is issued for the Relying Party of the trust chain (our reading: a Request Object without x5c is refused, although the text makes it optional with openid_federation; a wallet without pinned roots refuses every one, D-783). Faults of the certificates have the codes of FED-70 to FED-82. [IT-Wallet 1.4.6, Remote Flow]
WI-135 The certificate covers request_uri, response_uri and the redirect_uri of the response, each by its host, by a wildcard for the first label of the host (D-1155), or as a full URI. [IT-Wallet 1.4.6, Remote Flow]
WI-136 The certified key is the one that signed the Request Object, and it is in the metadata. [IT-Wallet 1.4.6, Remote Flow]
WI-137 A Relying Party of 1.0 or 1.4 publishes the required members under openid_credential_verifier, and sends requests with dcql_query and direct_post.jwt. [IT-Wallet 1.0.2 and 1.4.6, Relying Party Metadata, Remote Flow]
WI-138 In 1.4 the response is encrypted to the P-256 key in client_metadata.jwks; client_metadata that is malformed, or whose keys include no such key, is refused. Without keys in it, those of the resolved metadata are used (D-784). No other member is used except its content encryptions. In 1.0 it is ignored. [IT-Wallet 1.4.6, Remote Flow]
WI-139 In 1.4 vp_token has an array for each query, and the form has no state in addition to response. [OpenID4VP 1.0 §8.1]
WI-140 The audience of a Key Binding JWT is the client identifier of the request, including its prefix (D-785). The device signature of an mdoc covers the same identifier (D-920).
WI-141 wallet_metadata uses the member names of the profile: client_id_schemes_supported in 1.0, client_id_prefixes_supported and the format members of OpenID4VP 1.0 in 1.4; response_modes_supported is direct_post.jwt. [IT-Wallet 1.0.2 and 1.4.6, Remote Flow]
WI-142 In 1.4 neither the link nor the Request Object needs state, which is only recommended. A response to a request without state has none (D-786).
WI-143 In 1.0, and in 1.4 cross device, a presentation whose response is accepted without a redirect_uri has succeeded; no page is opened (D-787).
WI-144 The consent page shows the profile if it is a later one, and the erasure_endpoint of the Relying Party, if this is an https URL that would be displayed exactly as written.
WI-145 In 1.4 the response is encrypted by ECDH-ES on P-256 with A256GCM, or with A128GCM if the Relying Party does not support A256GCM; a Relying Party with only other content encryptions is refused. [IT-Wallet 1.4.6, Remote Flow]
WI-150 A credential of a later version that the wallet receives from its app is checked as after an issuance, for the claims of its type: a claim may be absent if it is optional for the type, or if its replacement is present (D-780).
WI-151 A credential of 1.4 has the certificates of its issuer's key in x5c, up to a pinned root. Faults of the certificates have the codes of FED-70 to FED-82. [IT-Wallet 1.4.6, Data Model, SD-JWT header]
WI-152 The Trust Anchor of a party's chain is pinned for the profile in which the wallet communicates with it: for a Relying Party the recognized profile, for the issuer of a credential that of its type, for an issuance and the Wallet Provider the specification's own. A party of another profile is refused (D-788).
WI-180 In 1.0 and 1.4 the wallet presents no Wallet Attestation: a query for it, as a JWT or as an SD-JWT, counts as one that no credential of the wallet answers (D-930).
WI-189 If the body of an error response states no error, the refusal shows the error_description or error of WWW-Authenticate.
WI-190 A failure to delete a useless key or file does not replace the refusal that the user sees.
WI-191 If the device has lost the key of a stored attestation, the wallet deletes that attestation and chooses or obtains another one (D-1115).
WI-192 A wallet that is registered at another Wallet Provider than its settings name is not set up. Its next set-up registers it anew, and deletes the attestations of the other provider with their keys (D-1116).
WI-193 If the device has lost the hardware key, the wallet deletes its registration and its attestations, and can be set up again (D-1117).
WI-196 On iOS the wallet sends one attestation request at a time, so that the counters of its assertions reach the Wallet Provider in rising order (D-1057).
WI-197 A list of used links that cannot be decrypted counts as empty, and a credential that cannot be decrypted can be removed (D-1058).
WI-200 If the status of a response is not the expected one, the wallet's refusal names both. For a response of the Wallet Provider, it also names the place: nonce, or wallet_provider for the request itself.
WI-201 A credential whose status is UPDATE or ATTRIBUTE_UPDATE of IT-Wallet is not offered, and the user learns that its data have changed (D-1118).
WI-202 A credential is presented with all requested claims that it has and the user does not deselect, also with a claim about the credential itself, such as iat, if the issuer put it into a Disclosure (our reading: the user sees such a claim and may deselect it; a claim about the credential that every presentation reveals is not shown, D-1035). [OpenID4VP 1.0 §6.4.1]
WI-203 In 1.4 a Request Object has typ oauth-authz-req+jwt: one without typ or with another value, also JWT, is refused. [OpenID4VP 1.0 §5]
WI-204 In 1.4 the content encryption of a response is one of encrypted_response_enc_values_supported (our reading: also if the metadata have the member of an earlier version; the formats are likewise those of vp_formats_supported, D-1037). [OpenID4VP 1.0 §8.3]
WI-206 For trusted_authorities of the type aki, the wallet compares the authority key identifiers of the certificates in the credential: in x5c of an SD-JWT, or in x5chain of an mdoc. A credential without certificates does not match (D-122).
WI-207 In 1.4 a request with transaction_data that is valid otherwise is answered with the error invalid_transaction_data once the user has acknowledged it, and nothing is presented. A request that is not verified gets no answer (WI-90). [OpenID4VP 1.0 §8.4, §8.5]
WI-208 A Relying Party that states no content encryption in members of OpenID4VP 1.0 gets A128GCM; one text there counts as a list of one (D-359). [OpenID4VP 1.0 §5.1]
WI-209 After a 503 or a 429 of the credential endpoint, or a 429 of the token endpoint, the wallet waits as long as Retry-After says, at most a minute, and tries again with the same login (D-1137).
WI-210 In 1.0 and 1.4 the user agent opens the redirect_uri also across devices, after a presentation and after a declined request. The wallet itself sends no request to it (D-97).
WI-211 A wallet with an evaluator of certificates stores no mdoc with a revoked certificate below the trusted one. Faults have the codes of FED-71, FED-75 and FED-80 to FED-82 (our reading: as RP-231; a wallet without an evaluator reads no list, and refuses critical distribution points; D-1156).
WI-215 If the profile requires redirect_uri in the answer to a response, a Relying Party whose metadata list no redirect_uris is refused before consent, and nothing is sent (D-1163).
WI-218 The code of an authorization error response decides what the wallet tells the user: access_denied that the login or the user did not authorise the issuance, server_error and temporarily_unavailable that the provider is not available, any other code that the provider refused (D-1166).
`
