/**
 * Advice on JSON, JWS, JWK, JWE, SD-JWT, status lists, nonces and DIDs. `advice.ts` states the rules for all tables:
 * permitted characters, maximum length, and one row for each code.
 */
import { type AdviceTable, named, namedByCode } from './advice.ts'

const badSignature =
  'Sign exactly the bytes that are sent with the key of the published or sent public key, or send the object unchanged if another party signed it.'
const replaceObject =
  'Obtain or sign a new object. If the new object is refused too, compare the clocks of both parties.'
const publishedEncryption = 'Encrypt with the algorithms and the key that the metadata of this service publishes.'
const jweForm = 'Send five base64url parts as RFC 7516 section 7.1 defines, joined by dots and without white space.'
const newCredential = 'Have the issuer correct the fault and issue the credential anew.'
const disclosureForm = 'Create each disclosure as RFC 9901 section 4.2 defines, and send each disclosure unchanged.'
const keyInHeader = 'Send the public key as jwk in the header, and leave kid out.'
const cnfWithKey = 'Have the party that signs this object write the public key into cnf.jwk.'
const newNonce = 'Fetch a new nonce from this service, and repeat the request.'

export const formatAdvice = {
  ...namedByCode(`
    aud_missing exp_missing iat_missing sd_hash_missing
  `),
  ...named({
    'The header member jwk': 'jwk_missing',
    'The header member x5c': 'x5c_unexpected',
    'A disclosure': 'disclosure_repeated',
  }),
  json_malformed: [
    'The text is not the expected JSON, or contains a number that a double cannot represent.',
    'Send a JSON object in UTF-8. Send a number that a double cannot represent as a string.',
  ],
  json_too_large: [
    'The text has too many characters, or more than 1000 long numbers (over 15 characters, or with an exponent).',
    'Send a smaller text. Send long numbers as strings.',
  ],
  json_too_deep: ['The JSON text is nested too deeply.', 'Send a JSON text of at most 32 levels.'],
  json_duplicate_member: [
    'A member of a JSON object occurs more than once, or is called __proto__.',
    'Send each member once, and leave __proto__ out.',
  ],
  jws_malformed: [
    'The text is not a JWS in compact serialization.',
    'Send three base64url parts joined by dots, without white space.',
  ],
  jws_unsigned: ['The JWS has no signature.', 'Sign the object.'],
  alg_none: ['The alg of the JWS is none.', 'Sign the object with an asymmetric algorithm.'],
  alg_mac: ['The alg of the JWS is a MAC algorithm.', 'Sign the object with an asymmetric algorithm.'],
  alg_unsupported: [
    'The alg of the JWS is missing, or is not accepted here.',
    'Sign with an algorithm that is accepted here, and name the algorithm in alg.',
  ],
  crit_unsupported: ['The JWS names a critical extension that is not understood here.', 'Leave crit out.'],
  typ_mismatch: [
    'The typ of the JWT is missing, or names another kind of object.',
    'Set typ to the type of this object.',
  ],
  key_mismatch: [
    'The alg does not fit the verification key.',
    'Sign with an alg that fits the type, curve, alg, use and key_ops of the key.',
  ],
  key_unusable: [
    'The verification key cannot be used.',
    'Use a valid key pair: publish or send the public key, and sign with the private key.',
  ],
  signature_invalid: ['The signature does not verify with the public key of the signer.', badSignature],
  time_invalid: [
    'A time is missing, or is not a number of seconds since 1970.',
    'Write the named time as a JSON number of seconds since 1970, not of milliseconds.',
  ],
  expired: ['The object has expired.', replaceObject],
  not_yet_valid: [
    'The object is not valid yet.',
    'Compare the clocks of both parties. If the clocks agree, wait until the named time.',
  ],
  exp_malformed: ['exp is not a number.', 'Write exp as a JSON number of seconds since 1970.'],
  iat_malformed: ['iat is not a number of seconds since 1970.', 'Send the parameter iat as 1 to 15 digits.'],
  iss_missing: ['iss is missing, empty or not a string.', 'Send iss as a string.'],
  sub_missing: ['sub is missing, empty or not a string.', 'Send sub as a string.'],
  sub_malformed: ['sub is not a user identifier of 1 to 256 characters.', 'Set sub to the identifier of the user.'],
  jti_missing: ['jti is missing or not a string.', 'Send a new random jti of 1 to 256 printable ASCII characters.'],
  nonce_missing: ['nonce is missing, empty or not a string.', 'Send nonce as a string.'],
  kid_missing: ['The header member kid is missing, empty or not a string.', 'Send kid as a string in the header.'],
  cnf_missing: ['cnf of the credential is missing or not an object.', cnfWithKey],
  cnf_jwk_missing: ['cnf has no member jwk.', cnfWithKey],
  jwk_malformed: [
    'A member of the JWK is missing or malformed.',
    'Send the public members as RFC 7518 section 6 defines. For RSA, use 2048 to 8192 bits.',
  ],
  jwk_private: [
    'The JWK has private members, or is a symmetric key.',
    'Create a new key pair, because this key is exposed. Send only the public members.',
  ],
  jwk_unsupported: [
    'The type, curve or size of the JWK is not supported here.',
    'Use a key of a supported type, curve and size, for example EC on P-256, or RSA of 2048 to 8192 bits.',
  ],
  kid_unknown: [
    'The kid is missing, or names no key that the signer publishes.',
    'Publish the key under this kid, or sign under a published kid.',
  ],
  kid_mismatch: ['The kid does not name the signing key.', 'Set kid to the thumbprint of the signing key.'],
  kid_unresolved: ['The kid is neither the thumbprint of a known key nor a DID.', keyInHeader],
  key_missing: ['The header has neither jwk nor kid.', 'Send the public key as jwk in the header.'],
  key_unknown: [
    'No known key has this kid. Or kid is missing, and no known key fits this alg.',
    'Publish or register the key, or use the kid of a key that is published or registered.',
  ],
  did_malformed: ['The DID of the key cannot be read.', 'Send a did:jwk or did:key identifier of the key.'],
  did_too_long: ['The DID of the key has more than 1024 characters.', keyInHeader],
  iss_mismatch: ['iss differs from the identifier that is expected here.', 'Set iss to the expected identifier.'],
  sub_mismatch: ['sub differs from the value that is expected here.', 'Set sub to the expected value.'],
  aud_mismatch: [
    'The audience (aud, in an ID Token also azp) differs from the identifier that is expected here.',
    'Set aud (and azp, if present) to the expected identifier.',
  ],
  iat_too_old: [
    'iat is before this request.',
    'Sign a new object for this request. If the new object is refused too, compare the clocks of both parties.',
  ],
  jti_malformed: [
    'jti is not a string of 1 to 256 printable ASCII characters.',
    'Send a new random jti of 1 to 256 printable ASCII characters.',
  ],
  jti_reused: ['This jti was used before.', 'Create a new jti for each object.'],
  nonce_mismatch: ['The nonce is not that of this request.', 'Repeat the nonce of the request exactly.'],
  nonce_foreign: ['This service did not issue the nonce for this use.', newNonce],
  nonce_expired: ['The nonce has expired.', newNonce],
  nonce_short: ['The nonce is too short.', 'Send a random nonce of at least 32 letters and digits.'],
  cnf_mismatch: [
    'cnf does not name the key that the wallet sent.',
    'Set cnf to the public key that the wallet sent in the request.',
  ],
  claim_missing: ['A required claim is missing.', 'Send the named claim.'],
  claim_malformed: ['A claim has the wrong type or form.', 'Correct the named claim.'],
  claim_misplaced: ['A claim is in a statement that must not contain it.', 'Remove the named claim.'],
  lifetime_too_long: ['The object is valid for longer than is allowed.', 'Set exp to an earlier time.'],
  jwe_malformed: ['The text is not a valid JWE in compact serialization.', jweForm],
  jwe_too_large: ['The JWE has more than 262144 characters.', 'Send a JWE of at most 262144 characters.'],
  jwe_alg_dir: ['The JWE uses direct encryption.', publishedEncryption],
  jwe_alg_mismatch: ['The alg of the JWE differs from the published alg.', publishedEncryption],
  jwe_alg_rsa1_5: ['The JWE uses RSA1_5, which is not secure.', publishedEncryption],
  jwe_alg_rsa_oaep: ['The JWE uses RSA-OAEP with SHA-1.', publishedEncryption],
  jwe_alg_unsupported: ['The alg of the JWE is not supported here.', publishedEncryption],
  jwe_crit: ['The JWE names a critical extension that is not understood here.', 'Leave crit out.'],
  jwe_enc_unpublished: ['The enc of the JWE is not published.', publishedEncryption],
  jwe_enc_unsupported: ['The enc of the JWE is not supported here.', publishedEncryption],
  jwe_epk_invalid: [
    'The ephemeral key (epk) of the JWE cannot be used.',
    'Send a valid public key on the curve of the published encryption key.',
  ],
  jwe_kid_mismatch: ['The kid of the JWE does not name the published encryption key.', publishedEncryption],
  jwe_undecryptable: ['The JWE does not decrypt with the published encryption key.', publishedEncryption],
  jwe_zip: ['The header of the JWE contains zip.', 'Encrypt the content without compression, and leave zip out.'],
  jwe_recipient_unusable: [
    'The encryption key of the recipient cannot be used.',
    'Have the recipient publish a valid encryption key.',
  ],
  sd_jwt_malformed: [
    'The text is not an SD-JWT.',
    'Send the issuer-signed JWT and its disclosures, each followed by a tilde.',
  ],
  sd_jwt_too_large: ['The SD-JWT has more than 262144 characters.', 'Send an SD-JWT of at most 262144 characters.'],
  sd_alg_unsupported: [
    'The member _sd_alg is not sha-256, sha-384 or sha-512, or is not at the top of the payload.',
    'Have the issuer set _sd_alg to sha-256, sha-384 or sha-512, at the top of the payload only.',
  ],
  disclosure_malformed: ['A disclosure is not the base64url of a JSON array.', disclosureForm],
  disclosure_length: ['A disclosure does not have two or three elements.', disclosureForm],
  disclosure_salt_invalid: ['The salt of a disclosure is not a string.', newCredential],
  disclosure_name_invalid: ['The claim name of a disclosure is not a string.', newCredential],
  disclosure_name_reserved: ['A disclosure has a reserved claim name: _sd, _sd_alg, ... or __proto__.', newCredential],
  disclosure_unreferenced: ['A disclosure matches no digest of the credential.', disclosureForm],
  disclosure_kind_mismatch: [
    'A disclosure of an object member is in the place of an array element, or vice versa.',
    disclosureForm,
  ],
  disclosure_never_selective: [
    'A claim that must always be visible is in a disclosure: iss, aud, nbf, exp, cnf, vct, vct#integrity or status.',
    newCredential,
  ],
  digest_repeated: ['A digest occurs more than once in the credential.', newCredential],
  digest_malformed: ['A digest in the credential is malformed.', newCredential],
  claim_name_clash: ['A disclosed claim has the same name as another claim of its object.', newCredential],
  key_binding_missing: ['The presentation has no key binding JWT.', 'Append a key binding JWT for this request.'],
  key_binding_unexpected: [
    'The issued SD-JWT contains a key binding JWT.',
    'Have the issuer end the SD-JWT after the last tilde.',
  ],
  sd_hash_mismatch: [
    'sd_hash is not the digest of the presentation.',
    'Hash the SD-JWT with exactly the sent disclosures, up to and including the last tilde, with the hash that _sd_alg names.',
  ],
  revoked: ['The credential or attestation is revoked.', 'Obtain a new credential or attestation.'],
  suspended: ['The credential is suspended.', 'Ask the issuer, or try again after the suspension.'],
  credential_outdated: [
    'By its status, the data or metadata of the credential have changed since it was issued.',
    'Have the user obtain the credential again in the wallet, and present it then.',
  ],
  status_missing: ['The status is missing.', 'Have the issuer of the credential or SAML Response add the status.'],
  status_malformed: ['status is not REVOKED.', 'Send REVOKED as status.'],
  status_reference_unusable: ['status has no status_list with a valid idx and uri.', newCredential],
  status_assertion_unsupported: [
    'The credential has a status assertion instead of a status list, and this service does not verify assertions.',
    'Have the issuer add a status_list, or have the operator of this service set acceptUnknownStatus.',
  ],
  status_value_unknown: [
    'The status list has an unknown value at this index.',
    'Have the issuer use the status values 0 (valid), 1 (invalid) and 2 (suspended).',
  ],
  status_uri_mismatch: [
    'The Status List Token is about another list.',
    'Have the issuer set sub of the Status List Token to the URI of the list.',
  ],
  status_key_unknown: [
    'No published key has this kid. If kid is missing, 1 to 8 published keys must fit.',
    'Have the issuer publish the key, and name the key in kid.',
  ],
  status_token_malformed: [
    'A member of the Status List Token is missing or malformed.',
    'Have the issuer of the status list correct the named member.',
  ],
  list_malformed: [
    'lst of the status list is not the base64url of ZLIB data.',
    'Have the issuer publish the status list anew (draft-ietf-oauth-status-list-12 section 4).',
  ],
  list_too_large: [
    'The status list has more than 16777216 bytes when decompressed.',
    'Have the issuer split the status list.',
  ],
  index_out_of_range: ['The status list has no entry with this index.', newCredential],
  certificate_malformed: [
    'A certificate is malformed.',
    'Use a certificate as RFC 5280 defines, of at most 16384 bytes, and send the certificate unchanged.',
  ],
  certificate_expired: [
    'A certificate has expired.',
    'Have the issuer sign with a valid certificate. If the certificate is valid, compare the clocks of both parties.',
  ],
  certificate_not_yet_valid: [
    'A certificate is not valid yet.',
    'Compare the clocks of both parties. If the clocks agree, have the issuer sign with a valid certificate.',
  ],
} as const satisfies AdviceTable
