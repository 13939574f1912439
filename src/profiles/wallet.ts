/**
 * Wire format of the Wallet Instance: rows with a value for each profile (it-wallet §Remote presentation; IT-Wallet
 * 1.0.2 and 1.4.6).
 */
import { columnsOf, wireRow } from './wire-row.ts'

const remoteFlow = 'IT-Wallet 1.0.2 and 1.4.6, Remote Flow'

export const walletRows = {
  linkPrefixes: wireRow<readonly string[]>({
    says: "Prefixes of a client identifier by which a link is recognized, the profile's own first",
    source: `${remoteFlow}, Authorization Request; a bare https URL of 1.4 is read as a member of the federation`,
    seed: [''],
    'it-wallet-1.0': [''],
    'it-wallet-1.4': ['openid_federation:', ''],
  }),
  requestByValue: wireRow<boolean>({
    says: 'A link may contain the Request Object itself (request)',
    source: 'IT-Wallet 1.4.6, Remote Flow, Authorization Request',
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  showsAttestation: wireRow<boolean>({
    says: 'The wallet shows its attestation with a DPoP proof when it fetches a Request Object of variant 1',
    source: 'it-wallet §Endpoints, Relying Party; absent in IT-Wallet 1.0.2 and later',
    seed: true,
    'it-wallet-1.0': false,
    'it-wallet-1.4': false,
  }),
  clientIdNames: wireRow<Readonly<Record<string, readonly string[]>>>({
    says: 'Supported kinds of client identifier in wallet_metadata, by member',
    source: `it-wallet §Wallet metadata; ${remoteFlow}, Wallet Metadata Parameters`,
    seed: { client_id_schemes_supported: ['entity_id'] },
    'it-wallet-1.0': { client_id_schemes_supported: ['https'] },
    'it-wallet-1.4': { client_id_prefixes_supported: ['openid_federation'] },
  }),
  statesNoDefinitionUri: wireRow<boolean>({
    says: 'wallet_metadata contains presentation_definition_uri_supported: false',
    source: 'it-wallet §Wallet metadata; absent in IT-Wallet 1.0.2 and later',
    seed: true,
    'it-wallet-1.0': false,
    'it-wallet-1.4': false,
  }),
  responseModes: wireRow<readonly ('direct_post' | 'direct_post.jwt')[]>({
    says: 'response_modes_supported in wallet_metadata',
    source: `it-wallet §Wallet metadata; ${remoteFlow}, Request Object, response_mode`,
    seed: ['direct_post.jwt', 'direct_post'],
    'it-wallet-1.0': ['direct_post.jwt'],
    'it-wallet-1.4': ['direct_post.jwt'],
  }),
  offeredFormats: wireRow<readonly ('dc+sd-jwt' | 'vc+sd-jwt' | 'mso_mdoc')[]>({
    says: 'Formats in vp_formats_supported of wallet_metadata. The wallet presents no other format',
    source: `it-wallet §Wallet metadata; ${remoteFlow}, Wallet Metadata Parameters`,
    seed: ['dc+sd-jwt', 'vc+sd-jwt', 'mso_mdoc'],
    'it-wallet-1.0': ['dc+sd-jwt'],
    'it-wallet-1.4': ['dc+sd-jwt', 'mso_mdoc'],
  }),
  finalFormatNames: wireRow<boolean>({
    says: 'vp_formats_supported has the format of OpenID4VP 1.0: kb-jwt_alg_values, and COSE numbers for mdocs',
    source: 'IT-Wallet 1.4.6, Remote Flow, Wallet Metadata Parameters; OpenID4VP 1.0 Annex B',
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  requiresRequestTyp: wireRow<boolean>({
    says: 'typ of a Request Object must be oauth-authz-req+jwt. Otherwise it may also be absent, and JWT in variant 1',
    source: `it-wallet §Presentation Request Object; ${remoteFlow}, Request Object header; OpenID4VP 1.0 §5`,
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  answersTransactionData: wireRow<boolean>({
    says: 'A verified request with transaction_data is answered with invalid_transaction_data. Otherwise nothing is sent',
    source: 'it-wallet §Errors: no code for it; OpenID4VP 1.0 §8.4, §8.5, which IT-Wallet 1.4.6 follows',
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  stateInRequest: wireRow<'optional' | 'required'>({
    says: 'state in the Request Object',
    source: `it-wallet §Presentation Request Object; ${remoteFlow}, Request Object: RECOMMENDED in 1.4.6`,
    seed: 'required',
    'it-wallet-1.0': 'required',
    'it-wallet-1.4': 'optional',
  }),
  redirectAnswer: wireRow<'always' | 'same-device' | 'never'>({
    says: "Flows in which the Relying Party's answer to the response must have redirect_uri",
    source: `it-wallet §Redirect URI response; ${remoteFlow}, Relying Party Response: SHOULD in 1.0.2, MUST on the same device in 1.4.6`,
    seed: 'always',
    'it-wallet-1.0': 'never',
    'it-wallet-1.4': 'same-device',
  }),
  opensPageAcrossDevices: wireRow<boolean>({
    says: 'Across devices, the user agent of the wallet opens redirect_uri. If false, the wallet fetches it itself',
    source:
      'it-wallet §Endpoints, Relying Party; IT-Wallet 1.0.2, 1.3.3 and 1.4.6, Remote Flow, Redirect URI: GET by the user-agent; OpenID4VP 1.0 §8.2',
    seed: false,
    'it-wallet-1.0': true,
    'it-wallet-1.4': true,
  }),
} as const

/** Values of the Wallet Instance, by profile. */
export const walletWire = columnsOf(walletRows)
