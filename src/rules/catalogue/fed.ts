/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const fedRules = `
FED-01 Every service answers GET /.well-known/openid-federation with 200 application/entity-statement+jwt, a JWS with supported alg, kid, typ: entity-statement+jwt.
FED-02 A trust chain is built from the leaf to a configured anchor through authority_hints and fetch endpoints, and validated whole; an entity without a valid chain is not trusted for anything.
FED-03 A trust_chain header is validated as strictly as a chain built by fetching; it is never trusted for being there, and its leaf must be the signer.
FED-04 Metadata policy, application: value, add, default, one_of, subset_of, superset_of, essential, in that order, each satisfied and each violated; a violation invalidates the chain.
FED-05 Constraint max_path_length: counts the intermediates between the statement's issuer and the subject; a longer path is refused.
FED-06 Anchor and intermediate, fetch: GET ?sub= → 200 application/entity-statement+jwt about the subordinate; no sub or the issuer's own 400 invalid_request; unknown 404 not_found; an additional iss is tolerated when it is the issuer.
FED-07 Trust marks are verified: typ, signature by a trusted issuer, sub = the holder, type the same inside and outside, exp; the issuer is in the anchor's trust_mark_issuers for that type.
FED-08 Fetching statements reaches no private or loopback address in production, by name, by literal or by redirect, and takes https only: it cannot be turned into a request forger.
FED-09 A chain is cached until its earliest exp at most, and confirmed before (FED-38).
FED-10 Keys roll over without downtime: old keys are published while objects signed with them live; new ones before they sign.
FED-11 Entity configuration payload: iss = sub = the entity's URL, iat, exp numbers, jwks.keys public keys with kty, use, unique kid and key material, signed by one of them.
FED-12 Leaves and intermediates have a non-empty authority_hints; an anchor has none; a chain whose subject does not name the superior above it is refused.
FED-13 federation_entity metadata with organization_name, homepage_uri, policy_uri, tos_uri, logo_uri (contacts optional) is in the configuration of a PID Provider and of a Relying Party (it-wallet), and of every other service too (D-490).
FED-14 Linkage: each statement's iss is the sub of the next, each verifies with the next one's jwks, the leaf's with its own *and* with those its superior states; gaps, loops, wrong order and strangers' signatures are refused.
FED-15 The top is verified with the anchor keys pinned in configuration, never with keys that only the anchor's own configuration states; an unknown anchor is refused; chains with and without the anchor's configuration are both read.
FED-16 Each statement: wrong or missing typ, kid (missing, empty, unknown, doubled), bad alg, missing iss/sub/iat/exp/jwks, expired, future, private or symmetric key, empty jwks: each invalidates the chain, at each place in it.
FED-17 A claim in the wrong kind of statement, metadata null at the top level, a claim without the form that the standard gives it (D-133), or a trust_chain header inside an entity statement is refused.
FED-18 An unknown name in crit or in any metadata_policy_crit of the chain invalidates it; unknown claims, constraints and non-critical operators are ignored.
FED-19 A chain expires with its earliest statement and is not used afterwards.
FED-20 Metadata is resolved in order: constraints, the immediate superior's metadata, allowed types, merged policy, schema of the type; everybody uses the *resolved* metadata, never the leaf's raw one.
FED-21 Metadata policy, merge down the chain: per operator equality, union or intersection, OR for essential; an impossible merge (also with false, 0, "", null) invalidates the chain.
FED-22 Metadata policy, combinations that may not stand together, before or after a merge, and operands of the wrong type invalidate the chain; scope is treated as a list; member names such as __proto__ and duplicate names do no harm.
FED-23 Constraint naming_constraints: permitted and excluded host names with RFC 5280 matching, excluded wins; a name that cannot be read refuses (D-293).
FED-24 Constraint allowed_entity_types (older name allowed_leaf_entity_types): other types are removed, federation_entity never.
FED-25 A role is played only with its own metadata type: a member that is not wallet_provider, openid_credential_issuer, or relying party in the resolved metadata is refused in that role, although its chain is valid.
FED-26 An expired chain in a header is refreshed or refused; the chains we send are at most 24 hours long-lived.
FED-27 Among several valid chains the shortest is taken; a failing path or an unreachable superior leaves the other paths usable.
FED-28 Entity identifiers are https URLs without query and fragment, compared as exact strings; the configuration's URL is the identifier less a trailing slash plus the well-known path.
FED-29 List: 200 application/json array of identifiers, filtered by entity_type (repeatable), intermediate, trust_marked, trust_mark_type; an unsupported filter is 400 unsupported_parameter.
FED-30 Resolve: sub, trust_anchor (repeatable), entity_type → 200 application/resolve-response+jwt with resolved metadata, chain, valid trust marks, exp the earliest; 404 invalid_subject, 404 invalid_trust_anchor, 400 invalid_trust_chain, 400 invalid_metadata.
FED-31 Trust mark endpoint: trust_mark_type, sub → application/trust-mark+jwt, else 404; listing: JSON array of holders.
FED-32 Trust mark status: POST trust_mark → signed application/trust-mark-status-response+jwt with active, expired, revoked or invalid; an unknown mark is 404.
FED-33 Historical keys: application/jwk-set+jwt (typ: jwk-set+jwt), past keys with kid, exp and, if so, revoked {revoked_at, reason}; an old chain verifies with them.
FED-34 Errors of federation endpoints are JSON {error, error_description} with the standard's codes; the public ones ask for no authentication.
FED-35 A trust mark whose type has an owner needs a delegation by that owner to its issuer (typ, iss, sub, type, signature); missing or strange is refused, and so is one where the anchor names no owner by whom it could be judged.
FED-36 On input draft 36's names are understood beside the final ones (anchor/trust_anchor, type/entity_type, trust mark id/trust_mark_id/trust_mark_type, an anchor's trust_marks_issuers/trust_mark_issuers); the final ones are emitted, for the type of a trust mark id beside it (D-26).
FED-37 Fetching has limits on time, size, depth and number of hints, fetches nothing twice in a build, and ends on cycles; a slow or huge answer fails that path only.
FED-38 A removed or suspended subordinate stops being trusted: a chain that is cached or carried in a header is confirmed by the superiors after 600 s (a setting), and a refusal or another answer ends it (D-485).
FED-39 Federation keys and protocol keys (metadata jwks) are different keys by default (D-25); federation_entity has no jwks (a MUST NOT of the standard).
FED-40 Fetch and list endpoints are advertised by anchors and intermediates (federation_fetch_endpoint, federation_list_endpoint), never by leaves; a Wallet Instance publishes no entity configuration.
FED-41 An entity configuration is re-signed before its exp, is cacheable no longer than that, and all replicas serve one that verifies.
FED-42 While no superior answers, a chain that could not be confirmed holds for at most staleOnOutageSeconds (3600), never past its exp; each such time is warned of and counted (D-485).
FED-49 Chains of entities without a known valid chain are built 16 at once, four of them for one party that asks; parties take turns. A build whose turn does not come within 3 s is not made, says nothing against the entity and is not remembered (D-551).
FED-50 Outgoing requests that a stranger caused have half of the slots and two each build; a quarter of all slots is for hosts that the settings name. Names that strangers chose are looked up one at a time (D-552).
FED-51 One build asks an origin that is no anchor's for three documents, and for further ones only as far as it has given statements about entities on the way (D-553).
FED-53 An anchor or intermediate takes an intermediate in, and changes its constraints, only with naming_constraints.permitted and allowed_entity_types (D-560).
FED-54 A trust_chain header through an intermediate counts only when each entity below an intermediate names, in the configuration that its own host serves, the superior above it and the key that signed its statement (D-559).
FED-55 An anchor or intermediate lets an issuer issue the types of credential that its operator states, and no others: credential_types_allowed in the policy of an issuer and of an intermediate. An issuer for which nothing is stated is not taken in (D-561).
FED-56 A Relying Party whose settings ask for a PID and name no issuer of it warns of that at start.
FED-70 An x5c member is a list of 1 to 8 certificates in standard base64 without line breaks: that of the signing key first, then each issuer. The root, another self-signed certificate and a certificate that is not part of the path are refused.
FED-71 Each certificate is a DER certificate of version 3 and at most 16 KiB with a positive serial number of at most 20 octets, no extension twice, well-formed extensions, a supported key (P-256, P-384, P-521, Ed25519, RSA of 2048 to 8192 bits) and a signature with SHA-2 or Ed25519.
FED-72 The certificates lead to a root that the configuration pins: each is signed by the key of the next and names it. At most 16 signatures are verified for one member.
FED-73 Each certificate of the path, the root included, is valid now, with the allowed clock skew.
FED-74 Each issuer is an authority with a name (critical basicConstraints with cA), its key usage allows signing certificates if it is limited, and no issuer has more authorities below it than its path length. A key that is no authority may not sign certificates by its key usage.
FED-75 An unknown critical extension invalidates a path, and so does an extension whose criticality RFC 5280 forbids. Name constraints are in certificates of authorities only.
FED-76 All names of a certificate satisfy the name constraints of each issuer: DNS, URI, IP address and directory name; excluded wins. Constraints that cannot be checked refuse. The certificate of a federation key that certifies a protocol key has constraints.
FED-77 Each certificate names the key of its issuer: authorityKeyIdentifier equals the issuer's subjectKeyIdentifier.
FED-78 The certificate of a signing key names the entity as its only URI, and the entity's host as a DNS name. Its issuer is a pinned root or names the same entity, because name constraints cannot tell members of one host apart (D-721).
FED-79 The certificate of a signing key is of no authority, and its key usage has digitalSignature (D-721).
FED-80 Each certificate of more than a day names a revocation list at an https URL. A list counts if it is complete, of version 2, signed by the issuer's key, whose usage allows it, names that key, has a number, and is current.
FED-81 A certificate that the list of its issuer names is refused, whatever the reason.
FED-82 A revocation list that nobody provides refuses with 503 temporarily_unavailable, unless the last one is within the grace after its nextUpdate (D-722).
FED-83 Revocation lists are fetched only for paths that reach a pinned root and name the entity, from the root down, and no further after a revoked certificate.
FED-84 A revocation list is kept until its nextUpdate for the key that signed it. Callers share a request, and an issuer that does not answer is asked again after 30 s.
FED-85 A member certifies its protocol keys with its federation key, below the certificate that its superior states: SAN URI is the entity identifier, SAN DNS its host, key usage digitalSignature, AKI, and the URL of a revocation list. x5c has this certificate and those of the superior's statement.
FED-86 A protocol key's certificate lives for a day (a setting), never longer than its issuer's, and is renewed at half of its life. Serial numbers have 126 random bits, so replicas share none.
FED-87 A member whose superior states no certificate that can sign now certifies nothing: the request is answered with 503, and the log says why.
FED-88 A member publishes the revocation list of each of its certified federation keys, at GET /crl/:kid as application/pkix-crl. Its number grows with time and entries, and replicas publish the same number (D-723). Another key is 404.
FED-89 A member whose certificate its superior has revoked is refused within the life of the superior's list.
FED-90 The own Entity Configuration has the self-signed certificate of its signing key in x5c, in the profiles that have certificates: basicConstraints with path length 0, key usage, SAN, name constraints.
FED-91 While a federation key of a member rolls over, the first of its keys that the superior has certified certifies protocol keys, and the lists of all of them are published.
FED-100 A profile entity of an authority has its own federation keys, members, marks, log, certificates and announcements in the same store; nothing of one is found at another (ADR 16).
FED-101 In IT-Wallet 1.0 and 1.4 each key in an authority's Entity Configuration has its self-signed certificate in x5c, and each key in a statement the certificate of the superior and those above it, without the root (READ: in 1.0, whose text leaves x5c out, D-731).
FED-102 A certificate of a member's federation key has a critical BasicConstraints with cA and path length 0, for an intermediate 1, a critical KeyUsage with digitalSignature, keyEncipherment, keyCertSign and cRLSign, the entity identifier as SAN URI, its host as SAN DNS, and the key identifiers of issuer and subject (D-732).
FED-103 A certificate of a member's federation key has critical NameConstraints that permit the member's host, and for an intermediate the hosts that its statement permits.
FED-104 Serial numbers are unique and grow over all replicas; a certificate is replaced at half of its life, or if the clock was set back behind its begin; of replicas that replace it at once one does (D-733).
FED-105 An authority revokes certificates with a reason. A revoked certificate is stated no more: one that was superseded is replaced, any other only by the operator (READ: D-733). A suspension holds the certificates of a member, its removal and the end of a key revoke them.
FED-106 Each certificate below an anchor names the revocation list of the key that signed it, which answers application/pkix-crl; the list is signed anew at once after a change and at half of its life, with a number that grows over all replicas (READ: D-733).
FED-107 In IT-Wallet 1.4 wallet_solution, openid_credential_issuer, oauth_authorization_server and openid_credential_verifier have ready-made policies, and a leaf's statement has allowed_entity_types with its types alone and max_path_length 0.
FED-108 In IT-Wallet 1.4 a statement states the protocol keys of each entity type of a leaf by value, without certificates, and removes key sets at URLs; a candidate with a type without usable keys is not taken in (D-734).
FED-109 In IT-Wallet 1.4 a member gets a trust mark https://HOST/trust_marks/registration-entity/TYPE for each of its types when it is taken in; the anchor names itself as their issuer; the marks follow a change of types and end with a removal (READ: D-735).
FED-110 In IT-Wallet 1.4 federation_subordinate_events_endpoint: sub → 200 application/entity-events-statement+jwt (typ: entity-events-statement+jwt) with iss, sub, iat and federation_registration_events; a registration and an update of the same time give one event, the registration; actors and reasons are not published (READ: D-736).
FED-112 An active member announces keys with its Entity Configuration, signed with a federation key that is stated at present, later than the last one and not from before the last change of its recorded keys; they are stated once the operator approves, or at once for a member that may, if its chain holds with them (D-734).
FED-113 One request withdraws a key of a member: its certificates are revoked as compromised, statement and pin lose it at once; a member without another federation key is suspended, and announced keys need an approval from then on (D-734).
FED-114 Nobody who asks while a member changes its keys loses the chain, provided that it signs with a new key from the time that the authority names (D-734).
FED-115 An entity of 1.4 trusts another one below an anchor only by federation keys whose certificate in the superior's statement leads to a pinned root, names the entity, certifies that key and is not revoked; the key that signed the Entity Configuration is one of them (D-880). The other codes of the certificates are those of FED-70 to FED-82. [IT-Wallet 1.3.3, X.509 PKI]
FED-116 An authority of 1.4 resolves an entity only if each superior of its chain states a certificate of the key that signed the statement below (D-880). [IT-Wallet 1.3.3, X.509 PKI]
`
