/**
 * Wire format of the Relying Party: rows with a value for each profile (it-wallet §Remote presentation; IT-Wallet
 * 1.0.2, 1.3.3 and 1.4.6). The wallet reads these rows too, because it accepts what a Relying Party of the profile
 * sends.
 */
import { relyingPartyMetadataRows } from './relying-party-metadata.ts'
import { columnsOf, wireRow } from './wire-row.ts'

const remoteFlow = 'IT-Wallet 1.0.2, 1.3.3 and 1.4.6, Remote Flow'

export const relyingPartyRows = {
  clientIdPrefix: wireRow<'' | 'openid_federation:'>({
    says: 'Prefix of the client identifier in link, Request Object and Key Binding JWT',
    source: `${remoteFlow}, Authorization Request; OpenID4VP 1.0 §5.9.3`,
    seed: '',
    'it-wallet-1.0': '',
    'it-wallet-1.4': 'openid_federation:',
  }),
  ...relyingPartyMetadataRows,
  responseEncryptions: wireRow<readonly ('A128GCM' | 'A256GCM')[]>({
    says: 'Accepted content encryptions, preferred first. If the list is empty, only the configured encryption is accepted',
    source: `${remoteFlow}, Authorization Response; OpenID4VC HAIP 1.0 §5`,
    seed: [],
    'it-wallet-1.0': [],
    'it-wallet-1.4': ['A256GCM', 'A128GCM'],
  }),
  variants: wireRow<readonly ('dcql' | 'scope')[]>({
    says: 'Variants of a presentation',
    source: `it-wallet §Remote presentation; ${remoteFlow}, Request Object`,
    seed: ['dcql', 'scope'],
    'it-wallet-1.0': ['dcql'],
    'it-wallet-1.4': ['dcql'],
  }),
  responseModes: wireRow<readonly ('direct_post' | 'direct_post.jwt')[]>({
    says: 'Permitted response modes',
    source: `${remoteFlow}, Request Object, response_mode`,
    seed: ['direct_post.jwt', 'direct_post'],
    'it-wallet-1.0': ['direct_post.jwt'],
    'it-wallet-1.4': ['direct_post.jwt'],
  }),
  responseProtections: wireRow<readonly ('encrypted' | 'signed' | 'signed_encrypted')[]>({
    says: 'Permitted protections of a direct_post.jwt response',
    source: `${remoteFlow}, Authorization Response; OpenID4VP 1.0 §8.3`,
    seed: ['encrypted', 'signed', 'signed_encrypted'],
    'it-wallet-1.0': ['encrypted'],
    'it-wallet-1.4': ['encrypted'],
  }),
  stateInLink: wireRow<boolean>({
    says: 'The link contains state',
    source: `${remoteFlow}, Authorization Request`,
    seed: true,
    'it-wallet-1.0': true,
    'it-wallet-1.4': false,
  }),
  methodInRequestObject: wireRow<boolean>({
    says: 'The Request Object repeats request_uri_method',
    source: 'it-wallet §Presentation Request Object; IT-Wallet 1.0.2, Remote Flow, example',
    seed: true,
    'it-wallet-1.0': true,
    'it-wallet-1.4': false,
  }),
  trustChain: wireRow<'optional' | 'required'>({
    says: 'trust_chain in the header of the Request Object. This Relying Party always includes it',
    source: 'IT-Wallet 1.0.2, Remote Flow, Request Object header',
    seed: 'optional',
    'it-wallet-1.0': 'required',
    'it-wallet-1.4': 'optional',
  }),
  anchorInTrustChain: wireRow<boolean>({
    says: "trust_chain in the header of the Request Object ends with the anchor's Entity Configuration",
    source: 'OpenID Federation 1.0 §4: may be omitted',
    seed: false,
    'it-wallet-1.0': true,
    'it-wallet-1.4': true,
  }),
  certificates: wireRow<boolean>({
    says: 'The header of the Request Object has x5c. The SANs of the certificate cover the endpoints',
    source: 'IT-Wallet 1.4.6, Remote Flow, Request Object header: optional with openid_federation',
    quirk: {
      name: 'x5c_with_federation',
      reason: 'Deployed libraries of 1.3 and 1.4 refuse a Request Object without x5c, regardless of the prefix.',
    },
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  credentialCertificates: wireRow<boolean>({
    says: "An SD-JWT has the certificates of its issuer's key in x5c. The Relying Party verifies them",
    source: 'IT-Wallet 1.4.6, Data Model, SD-JWT header',
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  statusAssertions: wireRow<boolean>({
    says: 'The status of a credential may have status_assertion instead of status_list. The Relying Party does not verify assertions',
    source: 'IT-Wallet 1.0.2, Data Model, SD-JWT payload, status',
    seed: false,
    'it-wallet-1.0': true,
    'it-wallet-1.4': false,
  }),
  requestKey: wireRow<boolean>({
    says: 'The Request Object has client_metadata with a P-256 key created for this request. The wallet encrypts its response to this key',
    source: 'IT-Wallet 1.4.6, Remote Flow, client_metadata; OpenID4VP 1.0 §5.1',
    quirk: {
      name: 'client_metadata_with_federation',
      reason:
        'Deployed libraries of 1.4.6 encrypt to client_metadata.jwks. OpenID4VP lets a wallet ignore this member for a client of a federation.',
    },
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  bareAudience: wireRow<boolean>({
    says: 'A Key Binding JWT may name the entity identifier without the prefix as its audience',
    source: 'IT-Wallet 1.4.6, Remote Flow, KB-JWT aud: the entity identifier; OpenID4VP 1.0 §B.3.6: client_id',
    quirk: {
      name: 'prefixed_audience',
      reason:
        'Deployed libraries write client_id with its prefix. The specification requires the entity identifier. Both are accepted.',
    },
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  walletAttestation: wireRow<'jwt' | 'dc+sd-jwt' | 'none'>({
    says: 'Format in which a query asks for the Wallet Attestation',
    source: 'it-wallet §Presentation Request Object; IT-Wallet 1.0.2, Remote Flow, example; absent in 1.4.6',
    seed: 'jwt',
    'it-wallet-1.0': 'dc+sd-jwt',
    'it-wallet-1.4': 'none',
  }),
  provesWalletLevel: wireRow<boolean>({
    says: 'A wallet can prove its level in a presentation',
    source: 'it-wallet §Authentication; IT-Wallet 1.0.2 and 1.4.6, Remote Flow',
    seed: true,
    'it-wallet-1.0': false,
    'it-wallet-1.4': false,
  }),
  checksDefinitionUri: wireRow<boolean>({
    says: 'A wallet is refused if presentation_definition_uri_supported in its metadata is not false',
    source: 'it-wallet §Wallet metadata; absent in IT-Wallet 1.0.2 and later; OpenID4VP 1.0 §5.10: ignored',
    seed: true,
    'it-wallet-1.0': false,
    'it-wallet-1.4': false,
  }),
  checksClientIdSchemes: wireRow<boolean>({
    says: 'A wallet is refused if its metadata lists no client identifier scheme of the federation',
    source: 'it-wallet §Wallet metadata; IT-Wallet 1.4.6, Remote Flow, client_id_prefixes_supported: RECOMMENDED',
    seed: true,
    'it-wallet-1.0': true,
    'it-wallet-1.4': false,
  }),
  ignoredResponseModes: wireRow<readonly string[]>({
    says: 'Values of response_modes_supported in wallet_metadata that do not concern a posted response',
    source: 'IT-Wallet 1.3.3, Remote Flow, Wallet Metadata Parameters: query; 1.4.6: direct_post.jwt',
    quirk: {
      name: 'query_response_mode',
      reason: 'Wallets of 1.3 list only query, as the text of 1.3 requires, but post their response.',
    },
    seed: [],
    'it-wallet-1.0': [],
    'it-wallet-1.4': ['query'],
  }),
  listedPresentations: wireRow<boolean>({
    says: 'vp_token has a list of presentations for each query. A single string is accepted in every profile',
    source: `${remoteFlow}, Authorization Response; OpenID4VP 1.0 §8.1`,
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  discardsPresentations: wireRow<boolean>({
    says: 'A presentation that fails its own checks is discarded. If false, it refuses the response',
    source: 'it-wallet §Endpoints, Relying Party; OpenID4VP 1.0 §8.6, which IT-Wallet 1.4.6 follows',
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  redirectsAfterError: wireRow<boolean>({
    says: 'The answer to an error response has redirect_uri in every same-device flow. If false, only in one that an application ordered',
    source: `it-wallet §Errors; ${remoteFlow}, Relying Party Response: MUST on the same device in 1.4.6`,
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  stateBesideResponse: wireRow<boolean>({
    says: 'The form of direct_post.jwt has state in addition to response',
    source: `it-wallet §Authorization Response; ${remoteFlow}, Authorization Response`,
    seed: true,
    'it-wallet-1.0': true,
    'it-wallet-1.4': false,
  }),
  pidTypes: wireRow<readonly string[]>({
    says: 'PID types in the default query. AUTHORITY is replaced by the identifier of the first superior',
    source: 'it-wallet §PID; IT-Wallet 1.0.2, PID; 1.3.3, PID; 1.4.6, IT-Wallet ID',
    seed: ['eu.eudiw.pid.it'],
    'it-wallet-1.0': ['AUTHORITY/vct/v1.0.0/personidentificationdata'],
    'it-wallet-1.4': ['urn:it-wallet:eid:1', 'urn:eudi:pid:it:1', 'urn:it-wallet:pid:1'],
    quirk: {
      name: 'urn:it-wallet:pid:1',
      reason: 'The national PID Provider issued its PIDs under this type until the middle of September 2026 (D-1135).',
    },
  }),
  pidIdentifiers: wireRow<readonly string[]>({
    says: 'Claims that identify the person in the default query, preferred first. One of them is enough',
    source: 'it-wallet §PID; IT-Wallet 1.0.2, PID; 1.3.3, PID; 1.4.6, IT-Wallet ID',
    seed: ['tax_id_number'],
    'it-wallet-1.0': ['tax_id_code', 'personal_administrative_number'],
    'it-wallet-1.4': ['tax_id_code', 'personal_administrative_number'],
  }),
  pidClaimNames: wireRow<Readonly<Record<string, string>>>({
    says: 'Names of claims about the person, by their names in the specification. A claim that is not listed has the same name',
    source: 'it-wallet §PID; IT-Wallet 1.0.2, PID; 1.3.3, PID; 1.4.6, IT-Wallet ID',
    seed: {},
    'it-wallet-1.0': {
      tax_id_number: 'tax_id_code',
      unique_id: 'personal_administrative_number',
      birthdate: 'birth_date',
      place_of_birth: 'birth_place',
    },
    'it-wallet-1.4': { tax_id_number: 'tax_id_code', unique_id: 'personal_administrative_number' },
  }),
  erasure: wireRow<boolean>({
    says: 'Users can request the deletion of presented claims at erasure_endpoint',
    source: 'IT-Wallet 1.0.2 and 1.4.6, Relying Party Erasure Endpoint',
    seed: false,
    'it-wallet-1.0': true,
    'it-wallet-1.4': true,
  }),
  sessionCookie: wireRow<string>({
    says: 'Prefix of the name of the cookie that binds a browser to its presentation',
    source: 'it-wallet §Authentication, Status endpoint; the entity of each other profile has its own name',
    seed: 'relying-party-session',
    'it-wallet-1.0': 'relying-party-1.0-session',
    'it-wallet-1.4': 'relying-party-1.4-session',
  }),
} as const

/** Values of the Relying Party, by profile. */
export const relyingPartyWire = columnsOf(relyingPartyRows)

/** Values of one profile. */
export type RelyingPartyWire = (typeof relyingPartyWire)[keyof typeof relyingPartyWire]
