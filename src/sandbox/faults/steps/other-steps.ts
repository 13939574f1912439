/**
 * Faults of responses to senders that are usually outside the sandbox: other wallets, applications, operators and
 * browsers. The steps of `operator` also match messages of the console. The steps of `anybody` also match messages of
 * the sandbox's entities. The expected result is only the status of the response, because the sandbox cannot know what
 * such a sender does with the response.
 */
import { responseFaults, type StepRow, step } from '../fault-steps.ts'

const routes = [
  'anybody → trust-anchor GET /resolve',
  'anybody → trust-anchor GET /historical-jwks',
  'anybody → trust-anchor POST /trust_mark_status',
  'anybody → trust-anchor GET /trust_mark',
  'anybody → trust-anchor GET /trust_mark_list',
  'wallet → wallet-provider POST /wallet-instances',
  'wallet → wallet-provider POST /wallet-attestations',
  'wallet → pid-provider GET /.well-known/openid-credential-issuer',
  'wallet → pid-provider GET /.well-known/oauth-authorization-server',
  'wallet → pid-provider POST /nonce',
  'anybody → pid-provider GET /statuslists',
  'anybody → wallet-provider GET /statuslists',
  'anybody → pid-provider GET /saml/metadata',
  'browser → pid-provider GET /consent',
  'browser → pid-provider GET /assets/pid-provider.css',
  'browser → relying-party GET /',
  'browser → relying-party GET /session-state',
  'browser → relying-party GET /assets/presentation.js',
  'browser → relying-party GET /assets/relying-party.css',
  'browser → relying-party GET /presentations/begin',
  'browser → relying-party GET /presentations/leave',
  'application → relying-party POST /api/presentations',
  'application → relying-party GET /api/presentations/:id',
  'application → relying-party POST /api/results',
  'application → relying-party GET /api/audit',
  'operator → trust-anchor GET /admin/subordinates',
  'operator → trust-anchor POST /admin/subordinates',
  'operator → trust-anchor POST /admin/subordinates/remove',
  'operator → trust-anchor GET /admin/log',
  'operator → trust-anchor POST /admin/trust-marks',
  'operator → trust-anchor POST /admin/trust-marks/revoke',
  'operator → trust-anchor POST /admin/keys',
  'operator → trust-anchor POST /admin/keys/activate',
  'operator → trust-anchor POST /admin/keys/revoke',
  'operator → wallet-provider POST /admin/wallet-instances/search',
  'operator → wallet-provider POST /admin/wallet-instances/show',
  'operator → wallet-provider POST /admin/wallet-instances/revoke',
  'operator → wallet-provider POST /admin/wallet-instances/revoke-all',
  'operator → wallet-provider POST /admin/wallet-instances/release',
  'operator → wallet-provider POST /admin/wallet-instances/release-all',
  'operator → wallet-provider POST /admin/wallet-instances/link',
  'operator → wallet-provider POST /admin/wallet-instances/unlink',
  'operator → wallet-provider POST /admin/attestation-keys',
  'operator → wallet-provider POST /admin/attestation-keys/activate',
  'operator → wallet-provider POST /admin/attestation-keys/revoke',
  'operator → pid-provider GET /admin/credentials',
  'operator → pid-provider POST /admin/credentials/search',
  'operator → pid-provider GET /admin/credentials/:id',
  'operator → pid-provider POST /admin/credentials/:id/status',
  'operator → relying-party GET /admin/applications',
  'operator → relying-party POST /admin/applications',
  'operator → relying-party POST /admin/applications/remove',
] as const

/** Steps of the other messages, each with its faults and the status that the sender receives. */
export const otherSteps: readonly StepRow[] = routes.map((route) =>
  step(route, 'response', 'other', '', responseFaults({ status_500: { answer: 500 }, status_404: { answer: 404 } })),
)
