/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const wiRules = `
WI-01 First start: minimum security and DIS available are checked, and the Wallet Provider is verified as a federation member before anything is sent; each failing check stops the set-up.
WI-02 Pre-existing hardware keys are deleted during initialization; the new hardware key is EC.
WI-03 Without a valid attestation the wallet is not Operational and refuses to request or present credentials.
WI-04 Several attestations with different ephemeral keys can be held; one is chosen so that relying parties cannot link by key.
WI-05 An attestation is renewed before it expires; an expired one is never sent. An issuance or a presentation begins with one that lives as long as the user may take, and it is kept until then.
WI-06 PID Provider metadata is taken only from a verified trust chain, and names this provider as credential_issuer; nothing is taken from an oauth_authorization_server with another issuer.
WI-07 Every issuance uses PKCE S256 with a fresh verifier, a fresh state, and PAR with a signed request object.
WI-08 A new DPoP proof for each request, retries included; the token endpoint's proof is not used again at the credential endpoint.
WI-09 The access token's iss is the provider asked, client_id is the wallet's client id (thumbprint or the URL form of PP-22), and aud equals client_id; otherwise the token is not used.
WI-10 A received PID's integrity and authenticity is checked before it is stored (WI-58 to WI-62); otherwise it is discarded and the user is informed.
WI-11 Credentials are stored securely (READ: encrypted at rest, under a key that does not lie beside them), and private keys leave the key store in no flow.
WI-12 Request Object: the JWS verifies with the key that its header names, looked up in the relying party's resolved metadata; a bad signature, an unknown key, no kid where several keys could be meant, or an unsupported alg is refused.
WI-13 client_metadata in a request object is ignored (variant 2) or refused, as is client_metadata_uri (variant 1 with entity_id); metadata comes from the trust chain.
WI-14 The identity of the relying party and the requested attributes are shown; the user may select and deselect attributes, and nothing is sent without consent.
WI-15 request_uri_method absent or get → the Request Object is fetched with GET.
WI-16 wallet_metadata carries nothing about the user or about hardware and usage.
WI-17 The presentation is issuer JWT, chosen disclosures and KB-JWT joined by ~; disclosures that were not asked for or were deselected are not sent.
WI-18 After the response the wallet opens redirect_uri only when it is among the attested redirect URIs, compared by scheme, host and path without the response code (D-19).
WI-19 An invalid Request Object (bad signature, malformed claims, revoked issuer) is shown to the user and logged.
WI-20 redirect_uri for issuance is a universal/app link of the wallet; a code that arrives elsewhere is not used.
WI-21 Private keys are generated and kept in the device's own secure hardware, the only supported variant: another variant cannot be configured and no key is imported.
WI-22 The key tag comes from the operating system; where the wallet may choose it, it is random, unpredictable and collision-resistant.
WI-23 Android: the dedicated secure element is tried first; the trusted execution environment is used only when that is unavailable.
WI-24 iOS: the hardware key lives in the secure element, with no fallback.
WI-25 Set-up runs at the first start only; a later start registers nothing again, and an interrupted set-up begins anew with the old key deleted, as every initialization.
WI-26 Registration sends exactly the three members, with a challenge fetched for it; each attestation request fetches a challenge of its own.
WI-27 A refused registration or attestation leaves the wallet not Operational with the provider's error_description shown; a 503 or a 429 is retried later with a fresh challenge and growing pauses.
WI-28 The attestation request has header alg, kid (thumbprint), typ: war+jwt and every claim of the specification's table, sub and the capability claims included, signed with the ephemeral key (READ: sub and the thumbprint as kid are in the specification's example alone).
WI-29 hardware_signature and integrity_assertion are made over the client_data of this very challenge and ephemeral key (WP-66).
WI-30 Each attestation request uses a freshly generated ephemeral key, never the hardware key.
WI-31 A received attestation is checked before use: typ, signature through the provider's trust chain, iss, cnf = own key, sub, exp within 24 hours.
WI-32 One attestation is used again for several flows within its validity.
WI-33 When the provider says that the instance is revoked or unknown, the wallet leaves Operational, drops its attestations and offers a new set-up.
WI-34 PID Providers are found through the federation: only entities with a valid chain and openid_credential_issuer metadata are offered, others are refused.
WI-35 Every endpoint URL that the other party's metadata name is taken from there; a provider with other paths than the examples works.
WI-36 PAR form: response_type, client_id, code_challenge, code_challenge_method, request, client_assertion_type, client_assertion = the attestation, values agreeing with the request object.
WI-37 PAR request object: header alg, kid; payload response_type, client_id = thumbprint of the attested key, state, code_challenge, code_challenge_method, authorization_details, redirect_uri, client_assertion_type = …:jwt-key-attestation; signed with the attested key (READ: the value of client_assertion_type is the specification's example).
WI-38 code_verifier has 43 to 128 unreserved characters from a cryptographic source; the RFC 7636 vector holds.
WI-39 The browser is sent to the authorization endpoint with client_id and the URL-encoded request_uri only.
WI-40 An authorization response whose state is missing, different or already used is discarded; no token request follows (RFC 6749 §10.12).
WI-41 An authorization response, error included, whose iss is missing or is not the provider asked is discarded (RFC 9207 §2.4).
WI-42 An authorization error response ends the issuance and is shown to the user with its description.
WI-43 Token request: the seven form fields of the specification, redirect_uri and client_id as pushed, the verifier of the pushed challenge, and a DPoP header.
WI-44 Token client_assertion: signed with the attested key, iss = sub = client id, aud = the provider, iat, short exp, fresh jti (RFC 7523 §3).
WI-45 A DPoP proof has typ: dpop+jwt, supported alg, jwk without private members, jti a UUID v4, htm, htu without query and fragment, iat.
WI-46 A DPoP proof that goes with an access token or an attestation also has ath, its SHA-256 (RFC 9449 §4.2).
WI-47 A use_dpop_nonce answer is followed once with the nonce of the DPoP-Nonce header (RFC 9449 §8).
WI-48 A token response without one of its five members, or with token_type other than DPoP, is refused.
WI-49 An access token of another DPoP key (jkt not the thumbprint of the wallet's), expired, or not a signed JWT is not used.
WI-50 Each PID is asked for with a freshly generated key of its own; two issuances never share it. A request that got no answer is repeated with its key (D-603).
WI-51 Credential request: Authorization: DPoP, new proof, JSON body with credential_definition.type = the PID type, format, proof (proof_type: jwt); doctype as well when the format is mso_mdoc; after a 415 the same in a form (D-429).
WI-52 Key proof: typ: openid4vci-proof+jwt, supported alg, kid (and jwk, D-06), iss = client id, aud = the provider, iat, nonce = the c_nonce last received; signed with the key to bind.
WI-53 An invalid_proof answer with a new c_nonce is followed by one retry with a new proof.
WI-54 A credential response lacking one of its four members, all mandatory, is refused (READ: and one in another format than asked).
WI-55 A renewal is requested with the c_nonce of the credential response while the access token lives.
WI-56 A stored PID whose validity has ended or whose status is revoked is not offered for presentation.
WI-57 Relying party metadata of the earlier form (presentation_definitions, response_uris, jwt_vp_json beside the rest) is read too, and of the later ones what protects a response and which formats are taken (D-359, D-363); members unknown to the wallet do not disturb.
WI-58 PID: issuer signature with a supported alg, by a key of the issuer's resolved metadata jwks (the federation keys are the fallback, D-25), without kid by the only one that fits (D-234); an untrusted issuer or another issuer than asked → discarded.
WI-59 PID: cnf holds the key that this wallet proved, and no other.
WI-60 PID: every disclosure's digest is found in the signed part once; the RFC 9901 §7.1 faults of RP-62 each lead to discarding.
WI-61 PID: type is the one asked for, the six claims are there with a value, it is within its validity (READ: names and date of birth are in their form, D-254).
WI-62 PID as mdoc: issuer signature and chain, digests, doctype, device key = own key, names and date of birth in their form (D-254), validity, a status that can be read (D-422).
WI-63 The engagement URL gives client_id, request_uri, state, request_uri_method; a missing client_id or request_uri, a doubled one, or one behind &amp;, ends the flow.
WI-64 request_uri is https and, its query aside, one of the request_uris in the relying party's attested metadata, under either of its names (D-23).
WI-65 state in both the URL and the Request Object must be equal; it is echoed in the response (D-20).
WI-66 request_uri_method is read from the URL without regard to letter case; another value than get or post is refused (D-21).
WI-67 request_uri_method=post → POST as form with wallet_metadata (JSON) and a fresh random wallet_nonce.
WI-68 After a POST with wallet_nonce, a Request Object without it or with another value is refused (D-22).
WI-69 wallet_metadata sent: vp_formats_supported always; presentation_definition_uri_supported absent or false; response_types_supported absent or vp_token only; array and URL members of the right type.
WI-70 wallet_metadata names client_id_schemes_supported (at least entity_id) and an authorization_endpoint, a universal link by preference; the custom scheme of the high assurance profile (haip:) is understood too.
WI-71 Variant 1: the Request Object is fetched with Authorization: DPoP carrying the attestation and a proof made with the attested key, ath = hash of the attestation; its jti SHOULD be a UUID v4.
WI-72 The trust_chain in the Request Object's header is validated like a fetched chain (FED-03); without one the chain is built; a relying party without wallet_relying_party or openid_credential_verifier metadata is refused.
WI-73 client_id of the Request Object, its iss, the client_id of the URL, the client_id of the relying party's metadata and the sub of its entity configuration are all equal; an aud names the wallet (D-176).
WI-74 A Request Object without exp or iat, or at or after its exp, is refused, also when it ended while the user was asked; no clock skew is granted (D-460); so is one without nonce, state, response_uri, response_mode or response_type.
WI-75 A Request Object's nonce of fewer than 32 characters is refused; a UUID passes (D-14).
WI-76 response_uri must be one of the response URIs attested in the trust chain's metadata, under either name (response_uris_supported, response_uris), exactly; otherwise nothing is posted.
WI-77 response_type other than vp_token, or a response_mode other than direct_post.jwt and direct_post, is refused.
WI-78 Refused: presentation_definition beside scope or presentation_definition_uri; variant 1 with none of the three; redirect_uri beside response_uri; request or request_uri inside (RFC 9101 §4); transaction_data, of which this wallet shows nothing and signs nothing (OpenID4VP draft 22 §5).
WI-79 presentation_definition_uri is unsupported: a request that relies on it is refused and the URI is never fetched.
WI-80 Variant 1: each scope value is looked up among the presentation definitions (then input descriptors) of the relying party's attested metadata; an unknown one is refused.
WI-81 Variant 1: a client_id_scheme other than entity_id, by that or another name (D-430), is refused.
WI-82 Variant 2: dcql_query decides what is offered: format (vc+sd-jwt and dc+sd-jwt are one, D-08), meta.vct_values, each claim path; without a matching credential no partial response is sent (OpenID4VP 1.0 §6).
WI-83 The relying party's policies from the federation bound the request: a credential type or claim that they do not allow is refused or struck out before the user is asked (D-343).
WI-84 The response is posted to response_uri as form, in the fields of OpenID4VP draft 20 §6.2 and §6.3, since the specification shows none: direct_post with vp_token, presentation_submission (variant 1), state; direct_post.jwt with response, encrypted to the key and algorithms of the attested metadata, or signed where that is what it asks for (READ: metadata with which neither can be done are refused before the user is asked).
WI-85 Shape of vp_token: variant 1 an array of presentation and attestation with presentation_submission; variant 2 an object keyed by the query's ids (D-16).
WI-86 The Wallet Attestation goes with the presentation; it is one within its validity (in variant 2 under the id of its query).
WI-87 KB-JWT: typ: kb+jwt, supported alg, key of the credential's cnf; iat, aud = the relying party's identifier, nonce of the Request Object, sd_hash by the credential's _sd_alg over all that goes before it, last ~ included.
WI-88 The wallet opens the answer's redirect_uri with GET in the user agent (same device) or fetches it (cross device). A page that cannot be opened changes nothing (D-256). For an error status, a body that is not a JSON object or a missing member it shows an error and opens nothing. The user sees whether the presentation was received (D-341).
WI-89 If the user refuses, or confirms that no credential of the wallet answers (D-233), the wallet posts error=access_denied with state to a validated response_uri, unencrypted. A user who refused sees whether the Relying Party confirmed it.
WI-90 The relying party is not told about a faulty request where privacy forbids it: nothing is posted when the relying party or its response_uri could not be verified.
WI-91 After a server_error of the request endpoint the user can rescan or enter the request again.
WI-92 An engagement is used once: going back to a finished request starts nothing. One that could not be judged, since the federation did not answer, may be opened again.
WI-93 A Request Object with typ oauth-authz-req+jwt or JWT, or without typ (WI-96), is taken in both variants, another typ is refused; an answer of the request endpoint that is an error, no JWT, no text, or over the size limit ends the flow with its reason shown (D-340).
WI-94 Variant 1: a credential is offered when it meets the definition's format, field path and filter; with limit_disclosure: required nothing beyond the fields is disclosed (Presentation Exchange 2.0).
WI-95 A credential whose signature algorithm is not among the relying party's attested sd-jwt_alg_values is not presented to it (READ: nor one whose Key Binding JWT would not be among its kb-jwt_alg_values).
WI-96 A Request Object has typ oauth-authz-req+jwt: one without typ is taken in both variants (D-461).
WI-97 The redirect_uri carries a response code: a path segment, a parameter or a fragment that the attested URI does not have. Without one it is not opened, also when it equals an attested URI, and also after a no (D-462).
WI-98 The answer of response_uri is application/json: the same JSON is taken under any other media type, and without one (D-463).
WI-99 An access token without sub, iat, a jti of 1 to 256 printable characters (D-36) or a nonce with at least 32 letters and digits (READ: other characters may be among them, D-578) is not used.
WI-100 A Wallet Provider whose metadata name no nonce_endpoint or no token_endpoint is asked at /nonce or /token below its identifier (D-464).
WI-101 The Request Object of variant 1 is taken under any media type; that of variant 2 is application/oauth-authz-req+jwt, or application/jwt (D-468).
WI-105 DCQL: sets that are not required are offered and may be left out, each whole; an empty vp_token is never sent (D-474).
WI-106 The consent says whether a proof of the wallet (the Wallet Attestation) is asked for (D-475).
WI-107 A query of format jwt with vct_values is answered by the Wallet Attestation, or by the credential whose type it names, with consent (D-473).
WI-114 A PID as SD-JWT without exp is stored and offered: the specification does not show the claims of a PID beyond the six (D-577).
WI-115 A Relying Party whose metadata state another application_type than web, or none among the algorithms that sign responses (in any letter case), is refused before the user is asked.
WI-130 The wallet recognizes the profile of a Relying Party by the prefix of its client identifier, by a Request Object in the link, or by metadata that only that profile has; anything else is the specification's own wire. Where its user has named a profile, a Relying Party of another one is refused before anything is fetched; outcome, consent and history say the profile (D-781).
WI-131 The client identifier of a link is an entity identifier, in 1.4 with the prefix openid_federation: or bare; another prefix of OpenID4VP, x509_hash among them, is refused by name (D-782). [IT-Wallet 1.4.6, Remote Flow]
WI-132 A link of 1.4 has either request, the Request Object itself, or request_uri; request_uri_method only beside request_uri. A Request Object in a link is used once, whatever its signature. [IT-Wallet 1.4.6, Remote Flow]
WI-133 A Request Object of 1.0 without trust_chain is refused. [IT-Wallet 1.0.2, Remote Flow]
WI-134 The x5c of a Request Object of 1.4 leads to a pinned root without containing it, for the Relying Party that the chain names; one without x5c, and any to a wallet without roots, is refused (D-783). The codes of the certificates are those of FED-70 to FED-82. [IT-Wallet 1.4.6, Remote Flow]
WI-135 The certificate names request_uri, response_uri and the page of the answer, each by its host or as a whole. [IT-Wallet 1.4.6, Remote Flow]
WI-136 The certified key is the key that signed the Request Object and that the metadata publish. [IT-Wallet 1.4.6, Remote Flow]
WI-137 A Relying Party of 1.0 or 1.4 publishes the required members under openid_credential_verifier, and asks by dcql_query with direct_post.jwt. [IT-Wallet 1.0.2 and 1.4.6, Relying Party Metadata, Remote Flow]
WI-138 In 1.4 the response is encrypted to the P-256 key in client_metadata.jwks; client_metadata that is malformed or has no such key is refused, and nothing else of it is used. 1.0 ignores it (D-784). [IT-Wallet 1.4.6, Remote Flow]
WI-139 In 1.4 vp_token has an array for each query, and the form no state beside response. [OpenID4VP 1.0 §8.1]
WI-140 The audience of a Key Binding JWT is the client identifier as in the request, with its prefix (D-785).
WI-141 wallet_metadata has the names of the profile: client_id_schemes_supported in 1.0, client_id_prefixes_supported and the format members of OpenID4VP 1.0 in 1.4; response_modes_supported is direct_post.jwt. [IT-Wallet 1.0.2 and 1.4.6, Remote Flow]
WI-142 In 1.4 neither link nor Request Object needs state: it is recommended there. A response to a request without state has none (D-786).
WI-143 In 1.0, and in 1.4 across devices, an accepted response without redirect_uri has succeeded: no page is opened (D-787).
WI-144 The consent shows the profile of a later version and the erasure_endpoint of the Relying Party, if it is an https URL that is shown as written.
WI-145 In 1.4 the response is encrypted by ECDH-ES on P-256 with A256GCM, or A128GCM if the Relying Party takes nothing better; another content encryption alone is refused. [IT-Wallet 1.4.6, Remote Flow]
WI-150 A credential of a later version that reaches the wallet over a channel of the app is checked as after an issuance, with the claims of its type: a claim may be absent where the type says so, or if the one that replaces it is present (D-780).
WI-151 A credential of 1.4 has the certificates of its issuer's key in x5c, to a pinned root. The codes of the certificates are those of FED-70 to FED-82. [IT-Wallet 1.4.6, Data Model, SD-JWT header]
WI-152 The Trust Anchor of a party's chain is pinned for the profile in which the wallet speaks with it: the recognized one of a Relying Party, that of the credential type of an issuer, the specification's own for an issuance and the Wallet Provider. A party of another profile is refused (D-788).
`
