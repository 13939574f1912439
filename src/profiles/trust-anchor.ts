/**
 * Wire format of a Trust Anchor or intermediate: rows with a value for each profile (OpenID Federation 1.0; IT-Wallet
 * 1.0.2, 1.3.3 and 1.4.6).
 */
import { columnsOf, wireRow } from './wire-row.ts'

const commonTypes = ['openid_credential_issuer', 'oauth_authorization_server', 'openid_credential_verifier'] as const

export const trustAnchorRows = {
  memberTypes: wireRow<readonly string[]>({
    says: 'Entity types with a predefined metadata policy. An intermediate may have subordinates of these types',
    source: 'IT-Wallet 1.0.2 trust, Metadata Types; 1.4.6 wallet-solution, Wallet Provider Entity Configuration',
    seed: [
      ...['wallet_provider', 'openid_credential_issuer', 'oauth_authorization_server'],
      ...['openid_relying_party', 'wallet_relying_party', 'openid_credential_verifier'],
    ],
    'it-wallet-1.0': ['wallet_provider', ...commonTypes],
    'it-wallet-1.4': ['wallet_solution', ...commonTypes],
  }),
  certifies: wireRow({
    says: 'Each federation key has a certificate in `x5c`: self-signed in an Entity Configuration, issued by the superior in a statement',
    source: 'IT-Wallet 1.3.3 trust-infrastructure, X.509 Certificates Issuance; deployed wallets of 1.0 require it too',
    seed: false,
    'it-wallet-1.0': true,
    'it-wallet-1.4': true,
    quirk: {
      name: 'x5c-of-federation-keys-in-1.0',
      reason:
        'Deployed wallets refuse a trust chain of 1.0 whose keys have no certificate, although the text of 1.0 has no `x5c`.',
    },
  }),
  requiresCertifiedKeys: wireRow({
    says: "Members trust only federation keys of another entity that have a valid certificate in the superior's statement",
    source: 'IT-Wallet 1.3.3 trust-infrastructure, X.509 PKI; the text of 1.0 has no certificates',
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
    quirk: {
      name: 'certificates-without-names',
      reason:
        'The national Trust Anchor certifies federation keys without the names and name constraints of the text, and states its root after the certificate (D-1140).',
    },
  }),
  pinsProtocolKeys: wireRow({
    says: 'Statements contain the protocol keys of a member by value: `metadata_policy.TYPE.jwks.value`',
    source: 'IT-Wallet 1.4.6 examples, oidfed-ss-ta-leaf-wallet-provider',
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  publishesEvents: wireRow({
    says: 'A Trust Anchor or intermediate has the endpoint `federation_subordinate_events_endpoint`',
    source:
      'OpenID Federation Subordinate Events 1.0 draft 00; IT-Wallet 1.4.6 trust-infrastructure, Federation API Endpoints',
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
  publishesMarkStatus: wireRow({
    says: 'A Trust Anchor or intermediate has the endpoints for the status and the holders of trust marks, even if it issues no marks',
    source:
      'IT-Wallet 1.0.2 trust, Federation Roles; 1.3.3 trust-infrastructure, Federation Roles ("MUST be exposed by both Trust Anchors and Intermediates")',
    seed: false,
    'it-wallet-1.0': true,
    'it-wallet-1.4': true,
  }),
  marksRegistration: wireRow({
    says: 'When a member is added, it gets a trust mark `https://HOST/trust_marks/registration-entity/TYPE` for each of its types',
    source:
      'IT-Wallet 1.4.6 trust-infrastructure, Entity Configuration Leaves and Intermediates (`trust_marks` is required)',
    seed: false,
    'it-wallet-1.0': false,
    'it-wallet-1.4': true,
  }),
} as const

/** Values of the Trust Anchor, by profile. */
export const trustAnchorWire = columnsOf(trustAnchorRows)
