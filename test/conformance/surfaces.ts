/**
 * Every surface that accepts a JWS, a form or JSON from outside, and the wallet's erasure request, which has only a
 * query. The GEN rows are tested for each entry of this list: for each entry, `npm run requirements` requires an
 * observation of every fault that its kind of input can have.
 *
 * A decision belongs to a surface if its name is the surface's, or the surface's followed by a space
 * (`wallet-provider/token envelope`). A surface has one entry for each kind of input.
 */
export interface Surface {
  /** Name as in `ctx.decide(surface, …)`: role and endpoint, or role and step. */
  readonly surface: string
  readonly takes: 'jws' | 'form' | 'json' | 'query'
  /** Name of the input in the specification's words: `Wallet Attestation Request`. */
  readonly artefact: string
  /** Prefix of the places of its failures (`assertion`, `dpop`), if the surface accepts several JWSs. */
  readonly at?: string
  /** True for a JWS that contains a key from outside (`cnf.jwk`, a proof's `jwk`), whose faults are tested too. */
  readonly carriesKey?: boolean
  /** True for an endpoint that exists only with some settings: an OpenID Provider, a later profile. */
  readonly isOptional?: true
  /** GEN rows that no input can violate at this surface, each with the reason. */
  readonly except?: Readonly<Record<string, string>>
}

const trustAnchorSurfaces: readonly Surface[] = [
  { surface: 'trust-anchor/trust_mark_status', takes: 'form', artefact: 'Trust Mark Status request' },
  {
    surface: 'trust-anchor/trust_mark_status',
    takes: 'jws',
    artefact: 'Trust Mark',
    at: 'trust_mark',
    except: {
      'GEN-04': 'an expired mark is answered with its status',
      'GEN-11': 'a mark that does not verify is answered as invalid',
    },
  },
  {
    surface: 'trust-anchor/key_announcement',
    takes: 'form',
    artefact: 'announcement of keys',
    isOptional: true,
  },
  {
    surface: 'trust-anchor/key_announcement',
    takes: 'jws',
    artefact: 'announced Entity Configuration',
    at: 'configuration',
    isOptional: true,
  },
  {
    surface: 'trust-anchor/admin/subordinates/withdraw-key',
    takes: 'json',
    artefact: 'withdrawal of a member’s key',
    isOptional: true,
  },
  {
    surface: 'trust-anchor/admin/key-announcements',
    takes: 'json',
    artefact: 'decision about announced keys',
    isOptional: true,
  },
  {
    surface: 'trust-anchor/admin/certificates/revoke',
    takes: 'json',
    artefact: 'revocation of a certificate',
    isOptional: true,
  },
  {
    surface: 'trust-anchor/admin/certificates/renew',
    takes: 'json',
    artefact: 'renewal of certificates',
    isOptional: true,
  },
  { surface: 'trust-anchor/admin/subordinates', takes: 'json', artefact: 'administration of a subordinate' },
  { surface: 'trust-anchor/admin/subordinates/remove', takes: 'json', artefact: 'removal of a subordinate' },
  { surface: 'trust-anchor/admin/trust-marks', takes: 'json', artefact: 'grant of a Trust Mark' },
  { surface: 'trust-anchor/admin/trust-marks/revoke', takes: 'json', artefact: 'revocation of a Trust Mark' },
  { surface: 'trust-anchor/admin/keys', takes: 'json', artefact: 'new federation key' },
  { surface: 'trust-anchor/admin/keys/activate', takes: 'json', artefact: 'activation of a federation key' },
  { surface: 'trust-anchor/admin/keys/revoke', takes: 'json', artefact: 'revocation of a federation key' },
]

const walletProviderSurfaces: readonly Surface[] = [
  { surface: 'wallet-provider/wallet-instance', takes: 'json', artefact: 'registration of a Wallet Instance' },
  { surface: 'wallet-provider/wallet-instance', takes: 'jws', artefact: 'user’s token', at: 'user_token' },
  { surface: 'wallet-provider/token', takes: 'form', artefact: 'token request' },
  {
    surface: 'wallet-provider/token',
    takes: 'jws',
    artefact: 'Wallet Attestation Request',
    at: 'assertion',
    carriesKey: true,
  },
  {
    surface: 'wallet-provider/wallet-instances',
    takes: 'json',
    artefact: 'registration of a Wallet Instance, IT-Wallet 1.0',
  },
  { surface: 'wallet-provider/wallet-instances', takes: 'jws', artefact: 'user’s token', at: 'user_token' },
  {
    surface: 'wallet-provider/wallet-instances/:id/status',
    takes: 'json',
    artefact: 'status of a Wallet Instance, IT-Wallet 1.0',
  },
  { surface: 'wallet-provider/wallet-instances/:id/status', takes: 'jws', artefact: 'user’s token', at: 'user_token' },
  {
    surface: 'wallet-provider/wallet-attestations',
    takes: 'json',
    artefact: 'request for a Wallet Attestation, IT-Wallet 1.0',
  },
  {
    surface: 'wallet-provider/wallet-attestations',
    takes: 'jws',
    artefact: 'Wallet Attestation Request, IT-Wallet 1.0',
    at: 'assertion',
    carriesKey: true,
  },
  {
    surface: 'wallet-provider/admin/wallet-instances/search',
    takes: 'json',
    artefact: 'search for Wallet Instances',
  },
  { surface: 'wallet-provider/admin/wallet-instances/show', takes: 'json', artefact: 'look at a Wallet Instance' },
  {
    surface: 'wallet-provider/admin/wallet-instances/revoke',
    takes: 'json',
    artefact: 'revocation of a Wallet Instance',
  },
  { surface: 'wallet-provider/admin/wallet-instances/revoke-all', takes: 'json', artefact: 'revocation of a group' },
  { surface: 'wallet-provider/admin/wallet-instances/release', takes: 'json', artefact: 'release of an instance' },
  { surface: 'wallet-provider/admin/wallet-instances/release-all', takes: 'json', artefact: 'release of all held' },
  { surface: 'wallet-provider/admin/wallet-instances/link', takes: 'json', artefact: 'link to a user' },
  { surface: 'wallet-provider/admin/wallet-instances/unlink', takes: 'json', artefact: 'end of a link to a user' },
  { surface: 'wallet-provider/admin/attestation-keys', takes: 'json', artefact: 'new attestation key' },
  {
    surface: 'wallet-provider/admin/attestation-keys/activate',
    takes: 'json',
    artefact: 'activation of an attestation key',
  },
  {
    surface: 'wallet-provider/admin/attestation-keys/revoke',
    takes: 'json',
    artefact: 'revocation of an attestation key',
  },
]

const pidProviderSurfaces: readonly Surface[] = [
  { surface: 'pid-provider/as/par', takes: 'form', artefact: 'pushed authorization request' },
  {
    surface: 'pid-provider/as/par',
    takes: 'jws',
    artefact: 'Wallet Attestation',
    at: 'wallet_attestation',
    carriesKey: true,
  },
  { surface: 'pid-provider/as/par', takes: 'jws', artefact: 'proof of possession of the attested key', at: 'pop' },
  { surface: 'pid-provider/as/par', takes: 'jws', artefact: 'Request Object', at: 'request' },
  { surface: 'pid-provider/as/par', takes: 'jws', artefact: 'DPoP proof', at: 'dpop', carriesKey: true },
  {
    surface: 'pid-provider/login/callback/:provider',
    takes: 'form',
    artefact: 'answer of a SAML identity provider',
  },
  { surface: 'pid-provider/consent', takes: 'form', artefact: 'consent' },
  { surface: 'pid-provider/token', takes: 'form', artefact: 'token request' },
  { surface: 'pid-provider/token', takes: 'jws', artefact: 'client assertion', at: 'client_assertion' },
  {
    surface: 'pid-provider/token',
    takes: 'jws',
    artefact: 'Wallet Attestation in a header',
    at: 'wallet_attestation',
    carriesKey: true,
  },
  { surface: 'pid-provider/token', takes: 'jws', artefact: 'proof of possession in a header', at: 'pop' },
  { surface: 'pid-provider/token', takes: 'jws', artefact: 'DPoP proof', at: 'dpop', carriesKey: true },
  { surface: 'pid-provider/credential', takes: 'form', artefact: 'credential request as a form' },
  { surface: 'pid-provider/credential', takes: 'json', artefact: 'credential request as JSON' },
  {
    surface: 'pid-provider/credential',
    takes: 'jws',
    artefact: 'access token',
    at: 'access_token',
    except: {
      'GEN-04': 'covered by PP-88 and PP-89',
      'GEN-11': 'covered by PP-89',
      'GEN-14': 'covered by PP-89',
      'GEN-23': 'covered by PP-89',
    },
  },
  { surface: 'pid-provider/credential', takes: 'jws', artefact: 'DPoP proof', at: 'dpop', carriesKey: true },
  { surface: 'pid-provider/credential', takes: 'jws', artefact: 'key proof', at: 'proof', carriesKey: true },
  { surface: 'pid-provider/admin/credentials/:id/status', takes: 'json', artefact: 'change of status' },
  { surface: 'pid-provider/admin/credentials/search', takes: 'json', artefact: 'search of the register' },
]

const relyingPartySurfaces: readonly Surface[] = [
  { surface: 'relying-party/request', takes: 'form', artefact: 'wallet metadata and nonce' },
  { surface: 'relying-party/request', takes: 'json', artefact: 'wallet_metadata' },
  {
    surface: 'relying-party/request',
    takes: 'jws',
    artefact: 'Wallet Attestation',
    at: 'wallet_attestation',
    carriesKey: true,
  },
  { surface: 'relying-party/request', takes: 'jws', artefact: 'DPoP proof', at: 'dpop', carriesKey: true },
  { surface: 'relying-party/response', takes: 'form', artefact: 'Authorization Response' },
  { surface: 'relying-party/response', takes: 'json', artefact: 'decrypted response' },
  { surface: 'relying-party/response', takes: 'jws', artefact: 'signed response', at: 'response' },
  { surface: 'relying-party/response', takes: 'jws', artefact: 'credential', at: 'sd_jwt', carriesKey: true },
  { surface: 'relying-party/response', takes: 'jws', artefact: 'KB-JWT', at: 'kb_jwt' },
  {
    surface: 'relying-party/response',
    takes: 'jws',
    artefact: 'Wallet Attestation',
    at: 'wallet_attestation',
    carriesKey: true,
  },
  { surface: 'relying-party/response', takes: 'jws', artefact: 'Status List Token', at: 'status_list_token' },
  { surface: 'relying-party/erasure', takes: 'query', artefact: 'erasure request', isOptional: true },
  { surface: 'relying-party/api/presentations', takes: 'json', artefact: 'order of a presentation' },
  { surface: 'relying-party/api/results', takes: 'json', artefact: 'redemption of a reference' },
  { surface: 'relying-party/admin/applications', takes: 'json', artefact: 'application' },
  { surface: 'relying-party/admin/applications/remove', takes: 'json', artefact: 'removal of an application' },
  {
    surface: 'relying-party/openid/authorize',
    takes: 'form',
    artefact: 'authorization request of an application',
    isOptional: true,
  },
  {
    surface: 'relying-party/openid/token',
    takes: 'form',
    artefact: 'token request of an application',
    isOptional: true,
  },
  {
    surface: 'relying-party/openid/userinfo',
    takes: 'form',
    artefact: 'userinfo request of an application',
    isOptional: true,
  },
]

const walletSurfaces: readonly Surface[] = [
  {
    surface: 'wallet/attestation',
    takes: 'jws',
    artefact: 'Wallet Attestation',
    at: 'wallet_attestation',
    carriesKey: true,
  },
  {
    surface: 'wallet/token',
    takes: 'jws',
    artefact: 'access token',
    at: 'access_token',
    except: { 'GEN-11': 'only its issuer verifies the signature' },
  },
  { surface: 'wallet/credential', takes: 'jws', artefact: 'PID', at: 'pid' },
  { surface: 'wallet/request-object', takes: 'jws', artefact: 'Request Object' },
]

export const surfaces: readonly Surface[] = [
  ...walletProviderSurfaces,
  ...pidProviderSurfaces,
  ...relyingPartySurfaces,
  ...walletSurfaces,
  ...trustAnchorSurfaces,
]
