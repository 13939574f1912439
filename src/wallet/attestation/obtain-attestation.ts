/**
 * Obtains Wallet Attestations from the Wallet Provider, each for a new ephemeral key, and verifies them before use
 * (it-wallet §What the service does, area A).
 */

import { type Decision, joinRules, rows } from '../../base/index.ts'
import { type Signer, sameKey } from '../../jose/index.ts'
import { grantTypeJwtBearer } from '../../oauth/index.ts'
import { walletAttestationRules } from '../../rules/index.ts'
import {
  createWalletAttestationRequest,
  serialiseClientData,
  specificationAttestation,
  verifyWalletAttestation,
  type WalletAttestationCode,
} from '../../wallet-attestation/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { capabilitiesOf, discardKey, signerOf, type WalletContext } from '../context.ts'
import { formRequest, outcomeOfError, parseStatedError, type ReceivedAnswer, statusEvidence } from '../exchange.ts'
import { requireSecureEnvironment } from '../set-up/register.ts'
import {
  exchangeWithChallenge,
  type ProviderAnswer,
  placeOfAnswer,
  requireWalletProviderEndpoints,
  type TrustedWalletProvider,
} from '../set-up/wallet-provider.ts'
import type { AttestationUse, HeldAttestation } from '../storage/wallet-record.ts'

const faulty = WI.walletProviderFaulty

export const RECEIVED_ATTESTATION_RULES = joinRules<WalletAttestationCode>()(
  walletAttestationRules<WalletAnswer>('WI-31', faulty, WI.unreachable),
  rows(faulty, { 'WI-31': ['trust_chain_expired', 'trust_mark_missing'] }),
)

/**
 * Requests an attestation for a new key (WI-30), stores and returns it. Reserves it for the party in `use`, by default
 * for no party. Deletes the registration and all attestations if the provider reports that the instance is unknown or
 * revoked (WI-33), or if the device has lost the hardware key (WI-193). Rejects with a `Refusal` if no valid
 * attestation is received. Deletes the new key after any error.
 */
export function obtainAttestation(
  ctx: WalletContext,
  use: AttestationUse = { shownTo: undefined },
): Promise<HeldAttestation> {
  return ctx.decide('wallet/attestation', async (decision) => {
    const hardwareKeyTag = await requireRegisteredKeyTag(ctx, decision)
    const provider = await requireWalletProviderEndpoints(ctx, decision)
    const environment = await requireSecureEnvironment(ctx, decision)
    const ephemeralKey = await ctx.secureKeys.generateKey(environment) // WI-30
    const signer = signerOf(ctx, ephemeralKey)
    try {
      const answer = await requestAttestation(ctx, decision, { provider, hardwareKeyTag, signer })
      const isLost = statesInstanceLost(answer)
      if (isLost) await deleteRegistration(ctx, hardwareKeyTag) // WI-33
      decision.that('WI-33', WI.instanceLost, !isLost, 'instance_lost')
      decision.that(
        'WI-27',
        outcomeOfError(answer, WI.walletProviderRefused),
        answer.status === 200,
        'attestation_refused',
        placeOfAnswer(answer),
        statusEvidence(answer, '200'),
      )
      const received = await checkReceived(ctx, decision, answer, { signer, keyTag: ephemeralKey.tag })
      const held: HeldAttestation = { ...received, ...use }
      const isStored = await ctx.stores.wallet.change((record) => {
        if (record?.hardwareKeyTag !== hardwareKeyTag) return [undefined, false]
        return [{ ...record, attestations: [...record.attestations, held] }, true] // WI-04
      })
      decision.that('WI-33', WI.instanceLost, isStored, 'instance_lost')
      return held
    } catch (thrown) {
      await discardKey(ctx, ephemeralKey.tag)
      throw thrown
    }
  })
}

/** Returns the tag of the registered hardware key. Rejects with a `Refusal` if the wallet is not registered. */
async function requireRegisteredKeyTag(
  ctx: Pick<WalletContext, 'stores'>,
  decision: Decision<WalletAnswer>,
): Promise<string> {
  const record = decision.found('WI-03', WI.notSetUp, await ctx.stores.wallet.read(), 'not_registered')
  const tag = record.registration === 'registered' ? record.hardwareKeyTag : undefined
  return decision.found('WI-03', WI.notSetUp, tag, 'not_registered')
}

interface AttestationRequestParts {
  readonly provider: TrustedWalletProvider
  readonly hardwareKeyTag: string
  readonly signer: Signer
}

function requestAttestation(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { provider, hardwareKeyTag, signer }: AttestationRequestParts,
): Promise<ProviderAnswer> {
  return exchangeWithChallenge(ctx, decision, provider, async (challenge) => {
    const clientData = serialiseClientData({ challenge, jwk_thumbprint: signer.kid }) // WI-29
    const created = await ctx.deviceIntegrity.assertion(clientData, hardwareKeyTag) // WI-29
    if (created === undefined) await deleteRegistration(ctx, hardwareKeyTag) // WI-193
    const evidence = decision.found('WI-03', WI.notSetUp, created, 'not_registered')
    const assertion = await createWalletAttestationRequest(ctx, signer, {
      ...evidence,
      walletProvider: ctx.config.walletProvider,
      challenge,
      hardware_key_tag: hardwareKeyTag,
      capabilities: capabilitiesOf(ctx.config),
      now: ctx.clock.now(),
      lifetimeSeconds: ctx.config.attestationRequestLifetimeSeconds,
    })
    return formRequest(provider.token, { grant_type: grantTypeJwtBearer, assertion }, { accept: 'application/jwt' })
  })
}

async function checkReceived(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  answer: ReceivedAnswer,
  { signer, keyTag }: { readonly signer: Signer; readonly keyTag: string },
): Promise<HeldAttestation> {
  decision.that('WI-31', faulty, answer.mediaType === 'application/jwt', 'media_type_unexpected', 'token')
  const { config } = ctx
  const { algorithms, clockSkewSeconds: skew } = config
  const policy = { algorithms, skew, now: ctx.clock.now(), profiles: [specificationAttestation] }
  const compact = answer.text.trim()
  const attestation = await decision.check(RECEIVED_ATTESTATION_RULES, () =>
    verifyWalletAttestation(ctx, compact, policy),
  )
  const { claims, cnf, thumbprint } = attestation
  decision.that('WI-31', faulty, claims.iss === config.walletProvider, 'iss_mismatch', 'wallet_attestation.payload.iss')
  decision.that('WI-31', faulty, sameKey(cnf, signer.publicJwk), 'cnf_mismatch', 'wallet_attestation.payload.cnf')
  const lastsLongEnough = claims.exp >= policy.now + config.attestationMarginSeconds
  decision.that('WI-03', faulty, lastsLongEnough, 'attestation_expiring', 'wallet_attestation.payload.exp')
  decision.note('thumbprint', thumbprint)
  return { compact, keyTag, thumbprint, issuedAt: claims.iat, expiresAt: claims.exp, shownTo: undefined }
}

/**
 * Returns true if the token endpoint reports that the provider does not know this instance or has revoked it (D-66).
 * The specification does not define error codes: a 404 with `not_found` means unknown, any other 404 a missing
 * endpoint. A 403 means revoked only if its description, which defaults to the error code, contains "revoked".
 */
function statesInstanceLost(answer: ProviderAnswer): boolean {
  const { error, description = '' } = parseStatedError(answer)
  const isUnknown = answer.status === 404 && error === 'not_found'
  const isRevoked = answer.status === 403 && /revoked/i.test(description)
  return answer.sent && (isUnknown || isRevoked)
}

/**
 * Deletes the registration and all attestations with their keys. The wallet must then be set up again. Keeps
 * credentials.
 */
async function deleteRegistration(ctx: WalletContext, hardwareKeyTag: string): Promise<void> {
  const deleted = await ctx.stores.wallet.forget(hardwareKeyTag)
  if (deleted === undefined) return
  await ctx.secureKeys.deleteHardwareKeys().catch(() => undefined) // WI-190: the next registration deletes them (WI-02).
  for (const { keyTag } of deleted.attestations) await discardKey(ctx, keyTag)
}
