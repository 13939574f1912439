/**
 * Wire format of the PID Provider: rows with a value for each profile (it-wallet §Entity configuration of a PID
 * Provider; IT-Wallet 1.0.2, 1.3.3 and 1.4.6). Most values of `seed` are not used to create metadata. They describe the
 * metadata that `oid4vci/issuer-metadata.ts` creates, so that profiles can be compared.
 */
import { columnsOf, wireRow } from './wire-row.ts'

const entityConfiguration = 'IT-Wallet 1.0.2 and 1.3.3, credential-issuer-entity-configuration'
const serverMetadata = 'IT-Wallet 1.0.2 and 1.3.3, credential-issuer-metadata, Metadata for oauth_authorization_server'
const issuerMetadata = 'IT-Wallet 1.0.2 and 1.3.3, credential-issuer-metadata, Metadata for openid_credential_issuer'

/** A credential configuration that an issuer offers in a profile other than `seed`. */
interface OfferedConfiguration {
  readonly id: string
  readonly scope: string
  /** Credential type. The format determines whether the wire format contains the `vct` or the doctype of this type. */
  readonly type: 'it-wallet-1.0 PID' | 'PID' | 'IT-Wallet ID'
  readonly format: 'dc+sd-jwt' | 'mso_mdoc'
}

/** Attack potential that a wallet's key resists (ISO/IEC 18045). */
type Resistance = 'iso_18045_high' | 'iso_18045_moderate' | 'iso_18045_enhanced-basic'

const resistances: readonly Resistance[] = ['iso_18045_high', 'iso_18045_moderate', 'iso_18045_enhanced-basic']

export const pidProviderRows = {
  isImplemented: wireRow<boolean>({
    says: 'Issuance in this profile is implemented. If false, the issuance endpoints answer 501 and issue nothing',
    source: 'This project',
    seed: true,
    'it-wallet-1.0': false,
    'it-wallet-1.4': false,
  }),
  entityTypes: wireRow<readonly string[]>({
    says: 'Entity types in the Entity Configuration. Only the default profile has openid_relying_party, because the national login uses its entity identifier',
    source: entityConfiguration,
    seed: ['federation_entity', 'openid_credential_issuer', 'oauth_authorization_server', 'openid_relying_party'],
    'it-wallet-1.0': ['federation_entity', 'oauth_authorization_server', 'openid_credential_issuer'],
    'it-wallet-1.4': ['federation_entity', 'oauth_authorization_server', 'openid_credential_issuer'],
    quirk: {
      name: 'no-login-entity-type',
      reason:
        'The text allows openid_relying_party. @pagopa/io-wallet-oid-federation refuses a whole Entity Configuration that has it.',
    },
  }),
  tokenEndpointAuthMethods: wireRow<readonly string[]>({
    says: 'token_endpoint_auth_methods_supported',
    source: serverMetadata,
    seed: ['private_key_jwt', 'attest_jwt_client_auth'],
    'it-wallet-1.0': ['attest_jwt_client_auth'],
    'it-wallet-1.4': ['attest_jwt_client_auth'],
  }),
  responseModes: wireRow<readonly string[] | undefined>({
    says: 'response_modes_supported',
    source: serverMetadata,
    seed: ['query'],
    'it-wallet-1.0': ['query'],
    'it-wallet-1.4': undefined,
  }),
  acrPaths: wireRow<readonly string[] | undefined>({
    says: 'acr_values_supported, as paths below the Trust Anchor',
    source: serverMetadata,
    seed: undefined,
    'it-wallet-1.0': ['/loa/high'],
    'it-wallet-1.4': ['/loa/high'],
  }),
  statesProofAlgorithms: wireRow<boolean>({
    says: 'The metadata contains the algorithms of attestations, of their proofs of possession and of DPoP, and require_signed_request_object',
    source: serverMetadata,
    seed: true,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  configurations: wireRow<readonly OfferedConfiguration[] | undefined>({
    says: 'Credential configurations with their scopes. If undefined, the settings define the configurations',
    source:
      'IT-Wallet 1.0.2 and 1.3.3, credential-issuance-endpoint; IT-Wallet 1.4.6, credential-data-model-it-wallet-id',
    seed: undefined,
    'it-wallet-1.0': [
      {
        id: 'dc_sd_jwt_PersonIdentificationData',
        scope: 'PersonIdentificationData',
        type: 'it-wallet-1.0 PID',
        format: 'dc+sd-jwt',
      },
    ],
    'it-wallet-1.4': [
      { id: 'dc_sd_jwt_eid', scope: 'eid', type: 'IT-Wallet ID', format: 'dc+sd-jwt' },
      { id: 'dc_sd_jwt_pid', scope: 'pid', type: 'PID', format: 'dc+sd-jwt' },
      { id: 'mso_mdoc_pid', scope: 'pid', type: 'PID', format: 'mso_mdoc' },
    ],
    quirk: {
      name: 'no-mdoc-in-1.0',
      reason:
        'Deployed libraries of 1.0 contradict each other: @pagopa/io-wallet-oid-federation accepts only numbers as the algorithms of an mdoc, @pagopa/io-react-native-wallet only names.',
    },
  }),
  displayPlace: wireRow<'configuration' | 'credential_metadata'>({
    says: 'Object that contains display and claims: the configuration itself or its credential_metadata',
    source: issuerMetadata,
    seed: 'configuration',
    'it-wallet-1.0': 'configuration',
    'it-wallet-1.4': 'credential_metadata',
  }),
  claimNames: wireRow<readonly ('name' | 'label')[]>({
    says: "Members with a claim's display name",
    source: `${issuerMetadata}; SD-JWT VC draft 12 §9.1`,
    seed: ['name'],
    'it-wallet-1.0': ['name'],
    'it-wallet-1.4': ['name', 'label'],
    quirk: {
      name: 'claim-name-and-label',
      reason: 'Deployed libraries of 1.3.3 refuse a claim without name, those of 1.4.6 a claim without label.',
    },
  }),
  namesMdocAlgorithmsByNumber: wireRow<boolean>({
    says: 'credential_signing_alg_values_supported of an mdoc has COSE algorithm numbers',
    source: 'OpenID4VCI 1.0 §A.2.2; the examples of IT-Wallet 1.3.3 have names',
    seed: false,
    'it-wallet-1.0': true,
    'it-wallet-1.4': true,
    quirk: {
      name: 'mdoc-algorithm-numbers',
      reason: '@pagopa/io-wallet-oid-federation 1.5.4 refuses names.',
    },
  }),
  keyAttestations: wireRow<
    { key_storage: readonly Resistance[]; user_authentication: readonly Resistance[] } | undefined
  >({
    says: 'key_attestations_required of the proof type jwt',
    source: `${issuerMetadata}; OpenID4VCI 1.0 §D.2`,
    seed: undefined,
    'it-wallet-1.0': undefined,
    'it-wallet-1.4': { key_storage: resistances, user_authentication: resistances },
  }),
  statesSchemaAndSource: wireRow<boolean>({
    says: 'A configuration has schema_id and authentic_sources',
    source: issuerMetadata,
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  issuerEndpoints: wireRow<Readonly<Record<string, string>>>({
    says: 'Endpoints in openid_credential_issuer, with their paths',
    source: issuerMetadata,
    seed: {
      authorization_endpoint: '/authorize',
      token_endpoint: '/token',
      pushed_authorization_request_endpoint: '/as/par',
      credential_endpoint: '/credential',
      nonce_endpoint: '/nonce',
      status_list_aggregation_endpoint: '/statuslists',
    },
    'it-wallet-1.0': {
      credential_endpoint: '/credential',
      nonce_endpoint: '/nonce',
      deferred_credential_endpoint: '/deferred-credential',
      notification_endpoint: '/notification',
      revocation_endpoint: '/revoke',
      status_assertion_endpoint: '/status',
      status_attestation_endpoint: '/status',
    },
    'it-wallet-1.4': {
      credential_endpoint: '/credential',
      nonce_endpoint: '/nonce',
      deferred_credential_endpoint: '/deferred-credential',
      notification_endpoint: '/notification',
    },
    quirk: {
      name: 'status-attestation-endpoint',
      reason:
        'The text of 1.0 has status_assertion_endpoint. @pagopa/io-react-native-wallet refuses an issuer without status_attestation_endpoint.',
    },
  }),
  trustFrameworks: wireRow<readonly string[] | undefined>({
    says: 'trust_frameworks_supported',
    source: issuerMetadata,
    seed: undefined,
    'it-wallet-1.0': ['it_cie'],
    'it-wallet-1.4': ['it_cie'],
  }),
  evidence: wireRow<readonly string[] | undefined>({
    says: 'evidence_supported',
    source: issuerMetadata,
    seed: undefined,
    'it-wallet-1.0': ['vouch'],
    'it-wallet-1.4': undefined,
  }),
  credentialHashAlgorithm: wireRow<string | undefined>({
    says: 'credential_hash_alg_supported',
    source: issuerMetadata,
    seed: undefined,
    'it-wallet-1.0': 'sha-256',
    'it-wallet-1.4': undefined,
  }),
  batchSize: wireRow<number | undefined>({
    says: 'batch_size of batch_credential_issuance',
    source: `${issuerMetadata}; the text of 1.0 has no batches`,
    seed: undefined,
    'it-wallet-1.0': 1,
    'it-wallet-1.4': undefined,
    quirk: {
      name: 'batch-of-one',
      reason: '@pagopa/io-wallet-oid-federation refuses an issuer of 1.0 without batch_credential_issuance.',
    },
  }),
  showsIssuer: wireRow<boolean>({
    says: 'openid_credential_issuer has display',
    source: issuerMetadata,
    seed: false,
    'it-wallet-1.0': true,
    'it-wallet-1.4': true,
  }),
} as const

/** Values of the PID Provider, by profile. */
export const pidProviderWire = columnsOf(pidProviderRows)
