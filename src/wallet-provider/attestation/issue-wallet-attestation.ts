/**
 * Issues a Wallet Attestation. The wallet proves possession of its ephemeral key and its hardware key, and the
 * integrity of its device. All proofs are bound to one challenge (it-wallet §Endpoints, "Attestation issuance checks").
 * The challenge is spent before any request to the vendor (WP-35). An integrity assertion that needs no request to the
 * vendor is verified before the challenge is spent. If it is valid, one store call spends the challenge and records the
 * attestation. If it is invalid, the challenge is spent before the refusal.
 */
import { type Decision, failed, joinRules, type NumericDate, rows, rules, Unavailable } from '../../base/index.ts'
import type { JwsVerifyCode, Signer } from '../../jose/index.ts'
import { maximumClockSkewSeconds } from '../../member/index.ts'
import { jwkRules, jwsParseRules, jwsVerifyRules, jwtTimeRules } from '../../rules/index.ts'
import type { StatusPlace } from '../../status-list/index.ts'
import {
  checkEphemeralKey,
  createWalletAttestation,
  type EphemeralKeyCode,
  parseWalletAttestationRequest,
  serialiseClientData,
  verifyWalletAttestationRequest,
  type WalletAttestationProfile,
  type WalletAttestationRequest,
  type WalletAttestationRequestParseCode,
} from '../../wallet-attestation/index.ts'
import { WP, type WpAnswer } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'
import { type InstanceNamedInRequest, runCountingRefusals } from '../lifecycle/count-refusals.ts'
import type { WalletInstance } from '../lifecycle/wallet-instance.ts'
import { challengeClaim, checkChallenge, REQUEST_CHALLENGE_RULES } from '../registration/challenge.ts'
import { HARDWARE_SIGNATURE_RULES } from '../registration/evidence-rules.ts'
import type { AttestationBegin, WalletInstances } from '../stores.ts'
import type { IssuanceProfile } from './attestation-profiles.ts'
import { statusClaim } from './attestation-status.ts'
import { requireGenuineDevice, verifyDevice } from './genuine-device.ts'

export const ATTESTATION_REQUEST_RULES = joinRules<WalletAttestationRequestParseCode>()(
  jwsParseRules(WP.unreadableAssertion),
  jwkRules(WP.unreadableAssertion),
  jwtTimeRules(WP.invalidAssertion),
  rows(WP.invalidAssertion, {
    'GEN-01': ['jws_unsigned', 'alg_none'],
    'GEN-02': ['alg_mac'],
    'GEN-03': ['alg_unsupported'],
    'WP-17': ['iss_mismatch'],
    'WP-18': ['aud_mismatch'],
  }),
  rows(WP.unreadableAssertion, {
    'GEN-10': ['time_invalid'],
    'WP-15': ['typ_mismatch', 'kid_missing'],
    'WP-24': ['presentation_definition_uri_claimed'],
    'WP-56': ['claim_missing', 'claim_malformed', 'cnf_jwk_missing'],
    'WP-57': ['capability_malformed'],
  }),
)

export const REQUEST_SIGNATURE_RULES = joinRules<JwsVerifyCode>()(
  jwsVerifyRules(WP.invalidAssertion),
  rows(WP.invalidAssertion, { 'WP-16': ['signature_invalid'] }),
)

export const EPHEMERAL_KEY_RULES = rules<EphemeralKeyCode>()(WP.invalidAssertion, {
  'WP-16': ['kid_mismatch'],
  'WP-58': ['ephemeral_key_is_hardware_key'],
})

type IssueContext = Pick<
  WalletProviderServices,
  | 'decide'
  | 'clock'
  | 'random'
  | 'crypto'
  | 'challengeKeys'
  | 'config'
  | 'deviceIntegrity'
  | 'walletInstances'
  | 'statusLists'
  | 'statusPlaces'
  | 'publisher'
  | 'attestationKeys'
  | 'onFault'
>

/**
 * Returns the attestation in the format of the profile. Requires no client authentication besides the assertion (WP-54,
 * D-27). Earlier attestations of the instance stay valid until they expire (WP-74). Rejects with a `Refusal` if a check
 * fails, and with `Unavailable` if the status lists are full.
 */
export const issueWalletAttestation = <Body>(
  ctx: IssueContext,
  profile: IssuanceProfile<Body>,
  body: Body,
): Promise<string> => runCountingRefusals(ctx, profile.surface, (named) => decideAttestation(ctx, profile, body, named))

function decideAttestation<Body>(
  ctx: IssueContext,
  { surface, wireProfile: profile, readAssertion }: IssuanceProfile<Body>,
  body: Body,
  named: InstanceNamedInRequest,
): Promise<string> {
  return ctx.decide(surface, async (decision) => {
    const now = ctx.clock.now()
    const assertion = readAssertion(decision, body)
    const request = decision.checkNow(ATTESTATION_REQUEST_RULES, () =>
      parseWalletAttestationRequest(ctx, assertion, {
        walletProvider: ctx.config.entityId,
        algorithms: ctx.config.algorithms,
        skew: ctx.config.clockSkewSeconds,
        now,
        profile,
      }),
    )
    const { expiresAt } = decision.checkNow(REQUEST_CHALLENGE_RULES, () => checkChallenge(ctx, request.challenge, now))

    const storedInstance = await ctx.walletInstances.find(request.hardware_key_tag)
    const instance = decision.found(
      'WP-20',
      WP.unknownInstance,
      storedInstance,
      'instance_unknown',
      'assertion.payload.hardware_key_tag',
    )
    named.instance = instance
    decision.note('thumbprint', instance.hardwareKeyThumbprint)
    decision.that('WP-20', WP.revoked, instance.status !== 'revoked', 'instance_revoked')
    decision.that('WP-91', WP.held, instance.heldAt === undefined, 'instance_held')

    await decision.check(REQUEST_SIGNATURE_RULES, () => verifyWalletAttestationRequest(ctx, request))
    await decision.check(EPHEMERAL_KEY_RULES, () => checkEphemeralKey(request, instance))
    const clientData = serialiseClientData({ challenge: request.challenge, jwk_thumbprint: request.thumbprint }) // WP-21
    const { reading, counter } = await decision.check(HARDWARE_SIGNATURE_RULES, () =>
      ctx.deviceIntegrity.verifyHardwareSignature({
        ...request,
        hardwareKey: instance.hardwareKey,
        platform: instance.device.platform,
        clientData,
      }),
    )
    decision.note('reading', reading)

    const { signer } = await ctx.attestationKeys.current(now)
    const trustChain = await ctx.publisher.trustChain()
    const begin = { claims: challengeClaim(request.challenge, expiresAt), counter }
    const evidence = { request, instance, clientData, now }
    const issuance = { profile, request, instance, signer, trustChain, now }
    const isLocal = ctx.deviceIntegrity.verifiesLocally(instance.device.platform)
    const verdict = isLocal ? await verifyDevice(ctx, evidence) : undefined
    const spendsFirst = verdict === undefined || failed(verdict)
    if (spendsFirst) await beginAttestation(ctx, decision, { ...begin, hardwareKeyTag: instance.hardwareKeyTag })
    await requireGenuineDevice(ctx, decision, evidence, verdict ?? (await verifyDevice(ctx, evidence)))
    return issueRecorded(ctx, decision, issuance, spendsFirst ? undefined : begin)
  })
}

type Outcome = Awaited<ReturnType<WalletInstances['beginAttestation' | 'recordAttestation']>>

/** Spends the challenge and replaces the instance's counter, if it has one. Rejects as `requireFreshRequest` does. */
async function beginAttestation(
  ctx: IssueContext,
  decision: Decision<WpAnswer>,
  input: Parameters<WalletInstances['beginAttestation']>[0],
): Promise<void> {
  requireFreshRequest(decision, await ctx.walletInstances.beginAttestation(input))
}

/**
 * Refuses a spent challenge, a counter that is missing or not above the stored counter, and a revoked or held instance.
 */
function requireFreshRequest(decision: Decision<WpAnswer>, outcome: Outcome): void {
  const isFresh = typeof outcome === 'string' || outcome.lost !== 'challenge'
  decision.that('WP-19', WP.staleChallenge, isFresh, 'challenge_used', 'challenge')
  decision.that('WP-61', WP.forged, outcome !== 'counter_not_above', 'counter_not_above', 'payload.integrity_assertion')
  decision.that('WP-91', WP.held, outcome !== 'held', 'instance_held')
  decision.that('WP-20', WP.revoked, outcome !== 'revoked', 'instance_revoked')
}

interface Issuance {
  readonly profile: WalletAttestationProfile
  readonly request: WalletAttestationRequest
  readonly instance: WalletInstance
  /** Current signing key. `trustChain` contains an Entity Configuration that publishes it. */
  readonly signer: Signer
  readonly trustChain: readonly string[]
  readonly now: NumericDate
}

/** Maximum number of status list places to try. Another request may take a place before this request records it. */
const maximumAttempts = 16

/**
 * Signs and records an attestation, and returns it. Signs before it records, so a failure of the signer leaves the
 * instance unchanged (GEN-27). The record refuses an instance that was revoked during the vendor's check (WP-28). A
 * later revocation of the instance finds the record and also revokes this attestation (WP-75). Spends the challenge in
 * the same store call if `begin` is present. If a status list place is in use, tries another. Rejects with
 * `Unavailable` if no place is free, or if `maximumAttempts` places were in use.
 */
async function issueRecorded(
  ctx: IssueContext,
  decision: Decision<WpAnswer>,
  issuance: Issuance,
  begin: AttestationBegin | undefined,
): Promise<string> {
  const { instance, now } = issuance
  const { attestationLifetimeSeconds, attestationStatusKeptSeconds } = ctx.config
  for (let attempt = 0; attempt < maximumAttempts; attempt += 1) {
    const place = await ctx.statusPlaces.take(now) // WP-73
    const attestation = await signAttestation(ctx, issuance, place)
    const outcome = await ctx.walletInstances.recordAttestation({
      hardwareKeyTag: instance.hardwareKeyTag,
      place,
      keptUntil: now + attestationLifetimeSeconds + maximumClockSkewSeconds + attestationStatusKeptSeconds, // WP-75
      now,
      begin,
    })
    requireFreshRequest(decision, outcome)
    if (outcome === 'recorded') return attestation
  }
  throw new Unavailable('the status lists are full', 3600)
}

async function signAttestation(
  ctx: IssueContext,
  { profile, request: { ephemeralKey, capabilities }, signer, trustChain, now }: Issuance,
  place: StatusPlace,
): Promise<string> {
  return createWalletAttestation(ctx, signer, {
    profile,
    iss: ctx.config.entityId,
    ephemeralKey,
    aal: ctx.config.aalValues[0] ?? '', // WP-72
    capabilities: { ...ctx.config.capabilities, ...capabilities }, // WP-57
    client_id_schemes_supported: ctx.config.capabilities.client_id_schemes_supported,
    trustChain,
    iat: now,
    lifetimeSeconds: ctx.config.attestationLifetimeSeconds,
    status: statusClaim(ctx.config, place), // WP-75
  })
}
