/** Faults of a Relying Party of IT-Wallet 1.0 or 1.4, one per row, and the wallet's outcome. */
import { thirdPartyKey } from './federation.ts'
import { pidDoctype } from './issuer.ts'
import type { ThirdPartyRelyingParty } from './relying-party.ts'
import {
  type Bend,
  bends,
  type Departure,
  departuresOf,
  head,
  link,
  met,
  req,
  set,
} from './relying-party-departures.ts'
import type { Members } from './server.ts'
import type { LaterVersion } from './versions.ts'

const chain = (change: NonNullable<ThirdPartyRelyingParty['bends']['chain']>): Bend => bends({ chain: change })

const [foreign, enc] = [await thirdPartyKey(), await thirdPartyKey('ECDH-ES', 'enc')]
const p384 = await thirdPartyKey('ES384', 'enc')
const keysOf = (...keys: readonly object[]): Members => ({ jwks: { keys } })
const clientMetadata = (members: Members): Bend =>
  bends({ request: (own) => ({ ...own, client_metadata: { ...(own.client_metadata as Members), ...members } }) })
/** Attests and uses an endpoint with the IP address of the host instead of its name. */
const endpoint =
  (name: 'request_uri' | 'response_uri' | 'redirect_uri', list: string, path: string): Bend =>
  (party) => {
    const byAddress = (url: unknown): string => String(url).replace('localhost', '127.0.0.1')
    const change = (own: Members): Members => (name in own ? { ...own, [name]: byAddress(own[name]) } : own)
    bends({
      metadata: set({ [list]: [byAddress(party.origin + path)] }),
      request: change,
      engagement: (own) => change(own) as Record<string, string>,
      answer: change,
    })(party)
  }
const mdocQuery = { credentials: [{ id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pidDoctype } }] }
const elsewhere = 'https://evil.example/response'
/** Asks for a further credential, which the wallet must or may present. Replaces a query with the same id. */
const ask = (further: { readonly id: string }, use: 'required' | 'optional'): Bend =>
  bends({
    request: (own) => {
      const { credentials } = own.dcql_query as { readonly credentials: readonly { readonly id: string }[] }
      const others = credentials.filter(({ id }) => id !== further.id)
      const credential_sets = [
        { options: [others.map(({ id }) => id)] },
        { options: [[further.id]], required: use === 'required' },
      ]
      return { ...own, dcql_query: { credentials: [...others, further], credential_sets } }
    },
  })
const attestation = { id: 'wallet', format: 'jwt', claims: [{ path: ['iss'] }] }
const asSdJwt = { id: 'wallet', format: 'dc+sd-jwt', meta: { vct_values: ['https://ta.example/WalletAttestation'] } }

/** Requests for the Wallet Attestation. */
export const attestationDepartures = departuresOf({
  'WI-82 no_matching_credential': [
    ['an attestation as a JWT that must be presented', ask(attestation, 'required')],
    ['an attestation as an SD-JWT that must be presented', ask(asSdJwt, 'required')],
  ],
  accepted: [
    ['an attestation as a JWT that may be presented', ask(attestation, 'optional')],
    ['an attestation as an SD-JWT that may be presented', ask(asSdJwt, 'optional')],
  ],
})

const [jarmOf10, formatsOf10] = [
  {
    authorization_signed_response_alg: 'ES256',
    authorization_encrypted_response_alg: 'ECDH-ES',
    authorization_encrypted_response_enc: 'A128CBC-HS256',
  },
  { vp_formats: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES512'] } } },
]
/** The response is encrypted as the metadata state, because the request has no `client_metadata`. */
const byMetadata =
  (members: Members): Bend =>
  (party) => {
    met(members)(party)
    req({ client_metadata: undefined })(party)
    party.usesRequestKey = false
  }

/** Metadata of 1.4 that also have members of earlier versions. */
export const metadataDepartures = departuresOf({
  accepted: [
    ['content encryption of 1.0', byMetadata(jarmOf10)],
    [
      'a list of content encryptions of OpenID Connect',
      byMetadata({ authorization_encryption_enc_values_supported: [] }),
    ],
    [
      'one content encryption as text',
      (party) => {
        byMetadata({ encrypted_response_enc_values_supported: 'A128GCM' })(party)
        party.enc = 'A128GCM'
      },
    ],
    [
      'an unreadable list of content encryptions: A128GCM',
      (party) => {
        byMetadata({ encrypted_response_enc_values_supported: [7] })(party)
        party.enc = 'A128GCM'
      },
    ],
    ['formats of 1.0 with another algorithm', met(formatsOf10)],
    ['no formats of 1.0', met({ vp_formats: {} })],
    ['all members of 1.0', byMetadata({ ...jarmOf10, ...formatsOf10 })],
  ],
  'WI-84 encryption_alg_unsupported': [
    [
      'unknown content encryption, and a usable one of 1.0',
      byMetadata({
        ...{ ...jarmOf10, authorization_encrypted_response_enc: 'A256GCM' },
        encrypted_response_enc_values_supported: ['A128CBC-HS256'],
      }),
    ],
  ],
  'WI-95 algorithm_not_attested': [
    [
      'formats with another algorithm, and usable ones of 1.0',
      met({
        vp_formats: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
        vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES512'] } },
      }),
    ],
  ],
})

/** Values of `typ` in the header of a Request Object of 1.4. */
export const typDepartures = departuresOf({
  accepted: [['typ application/oauth-authz-req+jwt', head({ typ: 'application/oauth-authz-req+jwt' })]],
  'WI-93 typ_mismatch': [
    ['typ JWT', head({ typ: 'JWT' })],
    ['no typ', head({ typ: undefined })],
    ['typ kb+jwt', head({ typ: 'kb+jwt' })],
    ['no typ in the Request Object of the link', head({ typ: undefined }), 'by-value'],
  ],
})

/** Faults that are refused alike in both versions. */
const common = departuresOf({
  'WI-68 wallet_nonce_mismatch': [['another wallet_nonce', req({ wallet_nonce: 'other' }), 'by-post']],
  'WI-68 wallet_nonce_missing': [['no wallet_nonce after a POST', req({ wallet_nonce: undefined }), 'by-post']],
  'GEN-10 time_invalid': [['iat null', req({ iat: null })]],
  'WI-77 response_type_unsupported': [['response_type code', req({ response_type: 'code' })]],
  'WI-77 response_mode_unsupported': [['response_mode direct_post', req({ response_mode: 'direct_post' })]],
  'WI-82 dcql_malformed': [['a query without credentials', req({ dcql_query: { credentials: [] } })]],
  'WI-137 variant_unsupported': [
    ['scope instead of a query', req({ dcql_query: undefined, scope: 'eid', client_id_scheme: 'entity_id' })],
    ['definition instead of a query', req({ dcql_query: undefined, presentation_definition: {} })],
  ],
  'WI-73 client_id_mismatch': [['another client_id', req({ client_id: 'https://other.example' })]],
  'WI-73 iss_mismatch': [['another iss', req({ iss: 'https://other.example' })]],
  'WI-73 aud_mismatch': [['another aud', req({ aud: 'https://other.example' })]],
  'WI-74 expired': [['exp in the past', req({ exp: 1 })]],
  'WI-75 nonce_short': [['a short nonce', req({ nonce: 'x' })]],
  'WI-76 response_uri_not_attested': [['response_uri of another party', req({ response_uri: elsewhere })]],
  'WI-64 request_uri_not_attested': [
    ['request_uri that is not attested', link({ request_uri: 'http://127.0.0.1:1/request' })],
  ],
  'WI-12 key_unknown': [['another kid', head({ kid: foreign.kid })]],
  'WI-72 trust_chain_malformed': [['trust_chain null', head({ trust_chain: null })]],
  'WI-72 no_trust_chain': [['trust_chain of texts that are not statements', head({ trust_chain: ['a.b.c'] })]],
  'WI-131 client_id_prefix_unsupported': [
    ['x509_hash', link({ client_id: `x509_hash:${'A'.repeat(43)}` })],
    ['x509_san_dns', link({ client_id: 'x509_san_dns:rp.example' })],
    ['redirect_uri', link({ client_id: 'redirect_uri:https://rp.example' })],
    ['decentralized_identifier', link({ client_id: 'decentralized_identifier:did:web:rp.example' })],
  ],
  'WI-78 transaction_data_unsupported': [['transaction_data', req({ transaction_data: ['eyJ0eXBlIjoieCJ9'] })]],
  'WI-95 algorithm_not_attested': [
    [
      'attested formats with another algorithm',
      bends({
        metadata: (own) => {
          const name = 'vp_formats' in own ? 'vp_formats' : 'vp_formats_supported'
          return { ...own, [name]: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES512'] } } }
        },
      }),
    ],
  ],
  'WI-83 claim_not_allowed': [['metadata that allow fewer claims', met({ claims_allowed: ['given_name'] })]],
  'WI-18 redirect_uri_not_attested': [
    [
      'an answer with a page of another party',
      bends({ answer: set({ redirect_uri: 'https://evil.example/done?response_code=x' }) }),
    ],
  ],
})

const of10 = departuresOf({
  'WI-93 typ_mismatch': [
    ['typ kb+jwt', head({ typ: 'kb+jwt' })],
    ['typ JWT', head({ typ: 'JWT' })],
  ],
  'WI-82 no_matching_credential': [['an mdoc', req({ dcql_query: mdocQuery })]],
  accepted: [
    ['x5c in the header', head({ x5c: ['AAAA'] })],
    ['no typ', head({ typ: undefined })],
    ['metadata with logo_uri', met({ logo_uri: 'https://ente.example/logo.svg' })],
    ['metadata with vp_formats_supported', met({ vp_formats_supported: { 'dc+sd-jwt': {} } })],
    ['client_metadata with another key', req({ client_metadata: keysOf(enc.publicJwk) })],
    ['no page in the answer', bends({ answer: () => ({}) })],
  ],
  'WI-137 rp_metadata_incomplete': [['metadata without vp_formats', met({ vp_formats: undefined })]],
  'WI-133 trust_chain_missing': [['no trust_chain', head({ trust_chain: undefined })]],
  'WI-84 encryption_alg_forbidden': [
    ['encryption with the algorithm dir', met({ authorization_encrypted_response_alg: 'dir' })],
  ],
  'WI-84 encryption_alg_unsupported': [
    ['unknown content encryption', met({ authorization_encrypted_response_enc: 'XC20P' })],
  ],
  'WI-65 state_mismatch': [['another state in the link', link({ state: 'other' })]],
})

const of14 = departuresOf({
  accepted: [
    ['the Request Object in the link', () => undefined, 'by-value'],
    [
      'a bare entity identifier',
      (party) => {
        link({ client_id: party.origin })(party)
        req({ client_id: party.origin })(party)
        party.audience = party.origin
      },
    ],
    [
      'a bare entity identifier, and members of 1.0',
      (party) => {
        link({ client_id: party.origin })(party)
        req({ client_id: party.origin })(party)
        met({ ...jarmOf10, ...formatsOf10 })(party)
        party.audience = party.origin
      },
    ],
    ['no trust_chain, because the wallet resolves one', head({ trust_chain: undefined })],
    ['no state', req({ state: undefined })],
    ['iss with the prefix', bends({ request: (own) => ({ ...own, iss: own.client_id }) })],
    [
      'a further key in client_metadata that is not for encryption',
      bends({
        request: (own) => {
          const { jwks, ...more } = own.client_metadata as { readonly jwks: { readonly keys: readonly object[] } }
          return { ...own, client_metadata: { ...more, ...keysOf(foreign.publicJwk, ...jwks.keys) } }
        },
      }),
    ],
    [
      'A128GCM only',
      (party) => {
        clientMetadata({ encrypted_response_enc_values_supported: ['A128GCM'] })(party)
        party.enc = 'A128GCM'
      },
    ],
    [
      'no client_metadata: the key of the metadata is used',
      (party) => {
        req({ client_metadata: undefined })(party)
        party.usesRequestKey = false
      },
    ],
    ['the pinned root at the end of x5c (FED-137)', chain({ x5c: (own, root) => [...own, root] })],
  ],
  'WI-132 request_ambiguous': [
    ['request and request_uri', link({ request: 'a.b.c' })],
    ['request and request_uri_method', link({ request_uri_method: 'post' }), 'by-value'],
  ],
  'WI-63 request_uri_missing': [['neither request nor request_uri', link({ request_uri: '' })]],
  'WI-137 rp_metadata_incomplete': [
    ['metadata without logo_uri', met({ logo_uri: undefined })],
    ['metadata without vp_formats_supported', met({ vp_formats_supported: undefined })],
  ],
  'WI-72 rp_metadata_missing': [
    [
      'metadata of wallet_relying_party only',
      bends({
        configuration: (own) => {
          const { openid_credential_verifier: published, ...rest } = own.metadata as Members
          return { ...own, metadata: { ...rest, wallet_relying_party: published } }
        },
      }),
    ],
  ],
  'WI-134 certificates_missing': [['no x5c', chain({ x5c: () => undefined })]],
  'WI-134 certificates_malformed': [
    ['a truncated certificate in x5c', chain({ x5c: ([leaf = '']) => [leaf.slice(0, 20)] })],
  ],
  'FED-70 x5c_root_present': [['the root twice in x5c', chain({ x5c: (own, root) => [...own, root, root] })]],
  'FED-72 x509_signature_invalid': [['another root of the same name', chain({ otherRoot: true })]],
  'FED-72 x509_path_missing': [['no certificate of the member', chain({ x5c: ([leaf]) => [leaf] })]],
  'FED-73 x509_expired': [['an expired certificate', chain({ endsIn: -600_000 })]],
  'FED-76 x509_name_not_permitted': [
    [
      'a name that the member certificate does not permit',
      chain({ names: { uri: 'https://other.example', dns: 'localhost' } }),
    ],
  ],
  'FED-78 x509_entity_mismatch': [
    [
      'a certificate of another entity of the same host',
      chain({ names: { uri: 'http://localhost:1', dns: 'localhost' } }),
    ],
  ],
  'FED-81 x509_revoked': [
    ['a revoked certificate', chain({ revoked: 'protocol' })],
    ['a revoked member', chain({ revoked: 'member' })],
  ],
  'FED-82 crl_unavailable': [
    ['no revocation list', (party) => void party.transport.set('/member.crl', (response) => response.destroy())],
  ],
  'WI-135 endpoint_not_certified': [
    ['request_uri of another host', endpoint('request_uri', 'request_uris', '/request')],
    ['response_uri of another host', endpoint('response_uri', 'response_uris', '/response')],
    ['redirect_uri of another host', endpoint('redirect_uri', 'redirect_uris', '/done')],
  ],
  'WI-136 certificate_key_mismatch': [['a certificate of another key', chain({ key: foreign })]],
  'WI-138 client_metadata_malformed': [['client_metadata as text', req({ client_metadata: 'text' })]],
  'WI-138 client_metadata_key_missing': [
    ['client_metadata with a P-384 key', clientMetadata(keysOf({ ...p384.publicJwk, alg: 'ECDH-ES' }))],
    ['client_metadata with a signing key only', clientMetadata(keysOf(foreign.publicJwk))],
  ],
  'WI-84 encryption_alg_unsupported': [
    ['unknown content encryption', clientMetadata({ encrypted_response_enc_values_supported: ['A128CBC-HS256'] })],
  ],
  'WI-88 redirect_uri_missing': [['no page in the answer', bends({ answer: () => ({}) })]],
})

/** Rows of each version. */
export const laterDepartures: Readonly<Record<LaterVersion, readonly Departure[]>> = {
  'it-wallet-1.0': [...common, ...of10],
  'it-wallet-1.4': [...common, ...of14],
}
