/** Explains the registered members of JWT, JWS and JWE, and of keys. */
import type { MemberTable } from './member-table.ts'

/** Members of any JWT. */
export const jwtMembers: MemberTable = {
  iss: ['Identifier of the party that issued and signed this.', 'RFC 7519 §4.1.1'],
  sub: ['Identifier of the party or thing that this is about.', 'RFC 7519 §4.1.2'],
  aud: ['Party for which this is meant. Any other party refuses it.', 'RFC 7519 §4.1.3'],
  exp: ['Expiry time, in seconds since 1970.', 'RFC 7519 §4.1.4'],
  nbf: ['Beginning of validity, in seconds since 1970.', 'RFC 7519 §4.1.5'],
  iat: ['Time of issuance, in seconds since 1970.', 'RFC 7519 §4.1.6'],
  jti: ['Identifier of this token, by which a second use is recognised.', 'RFC 7519 §4.1.7'],
  nonce: ['Value from the recipient that binds this to one request.', 'OpenID Connect Core §2'],
  cnf: ['Confirmation: key whose possession the presenter must prove.', 'RFC 7800 §3.1'],
  'cnf.jwk': ['The public key itself.', 'RFC 7800 §3.2'],
  'cnf.jkt': ['Thumbprint of the DPoP key to which the token is bound.', 'RFC 9449 §6.1'],
  'cnf.kid': ['Identifier of the key, which the recipient must know.', 'RFC 7800 §3.4'],
  'cnf.x5t#S256': ['Digest of the client certificate to which the token is bound.', 'RFC 8705 §3.1'],
  acr: ['Level of assurance of the login.', 'OpenID Connect Core §2'],
  amr: ['Methods of authentication that were used.', 'OpenID Connect Core §2'],
  auth_time: ['Time at which the user logged in, in seconds since 1970.', 'OpenID Connect Core §2'],
  azp: ['Client to which the ID Token was issued.', 'OpenID Connect Core §2'],
  client_id: ['Identifier of the client.', 'RFC 6749 §2.2'],
  scope: ['Names of the permissions or credentials that are asked for.', 'RFC 6749 §3.3'],
}

/** Members of a JOSE header. */
export const headerMembers: MemberTable = {
  alg: ['Algorithm of the signature, or of the encryption of the key.', 'RFC 7515 §4.1.1'],
  typ: ['Type of this artefact. A reader refuses any other type.', 'RFC 7515 §4.1.9, RFC 8725 §3.11'],
  cty: ['Type of the content.', 'RFC 7515 §4.1.10'],
  kid: ['Identifier of the key that signed or decrypts this.', 'RFC 7515 §4.1.4'],
  jwk: ['Public key that verifies the signature. It proves possession only, not identity.', 'RFC 7515 §4.1.3'],
  jku: ['URL of a key set. The decoder never fetches it: the sender chooses it.', 'RFC 7515 §4.1.2'],
  x5u: ['URL of a certificate. The decoder never fetches it.', 'RFC 7515 §4.1.5'],
  x5c: ['Certificate chain of the signing key, leaf first.', 'RFC 7515 §4.1.6'],
  x5t: ['SHA-1 digest of the certificate.', 'RFC 7515 §4.1.7'],
  'x5t#S256': ['SHA-256 digest of the certificate.', 'RFC 7515 §4.1.8'],
  crit: ['Extensions that a reader must understand. The decoder supports none.', 'RFC 7515 §4.1.11'],
  b64: ['False if the payload is not base64url-encoded.', 'RFC 7797 §3'],
  trust_chain: [
    'Entity Statements from the signer to a Trust Anchor, so that the reader need not fetch them.',
    'OpenID Federation 1.0 §4.3',
  ],
  peer_trust_chain: ['Entity Statements from the other party to a Trust Anchor.', 'OpenID Federation 1.0 §4.4'],
  key_attestation: ['Attestation about the key of a key proof.', 'OpenID4VCI 1.0 §F.1'],
  enc: ['Algorithm that encrypts the content.', 'RFC 7516 §4.1.2'],
  zip: ['Compression before encryption. The decoder refuses it.', 'RFC 7516 §4.1.3'],
  epk: ['Ephemeral public key of the sender, for the key agreement.', 'RFC 7518 §4.6.1.1'],
  apu: ['Information about the sender, an input of the key derivation.', 'RFC 7518 §4.6.1.2'],
  apv: ['Information about the recipient, an input of the key derivation.', 'RFC 7518 §4.6.1.3'],
  iv: ['Initialisation vector.', 'RFC 7516 §2'],
  tag: ['Authentication tag.', 'RFC 7516 §2'],
}

/** Members of a JWK. */
export const keyMembers: MemberTable = {
  kty: ['Type of the key: EC, RSA or OKP.', 'RFC 7517 §4.1'],
  use: ['Purpose of the key: signatures (sig) or encryption (enc).', 'RFC 7517 §4.2'],
  key_ops: ['Operations for which the key may be used.', 'RFC 7517 §4.3'],
  alg: ['Algorithm for which the key is meant.', 'RFC 7517 §4.4'],
  kid: ['Identifier of the key.', 'RFC 7517 §4.5'],
  x5c: ['Certificate chain of the key, leaf first.', 'RFC 7517 §4.7'],
  crv: ['Curve of the key.', 'RFC 7518 §6.2.1.1'],
  x: ['First coordinate of the public point.', 'RFC 7518 §6.2.1.2'],
  y: ['Second coordinate of the public point.', 'RFC 7518 §6.2.1.3'],
  n: ['Modulus of the RSA key.', 'RFC 7518 §6.3.1.1'],
  e: ['Exponent of the RSA key.', 'RFC 7518 §6.3.1.2'],
  keys: ['The keys of the set.', 'RFC 7517 §5.1'],
  thumbprint: ['Digest of the public key, its usual identifier. The decoder computes it.', 'RFC 7638 §3'],
  'keys.iat': ['Time at which the key was issued.', 'OpenID Federation 1.0 §8.7.2'],
  'keys.exp': ['Time until which the key is valid.', 'OpenID Federation 1.0 §8.7.2'],
  revoked: ['Revocation of the key: time and reason.', 'OpenID Federation 1.0 §8.7.2'],
  revoked_at: ['Time of the revocation of the key.', 'OpenID Federation 1.0 §8.7.2'],
  reason: ['Reason of the revocation.', 'OpenID Federation 1.0 §8.7.3'],
}
