/**
 * Set-up at the first start (it-wallet §What the service does, area A). Checks the device and the Wallet Provider,
 * creates a hardware key for the provider's challenge, and registers the instance with the vendor's key attestation. A
 * wallet is registered once (WI-25). A key is attested for one challenge, so each attempt deletes the former hardware
 * keys and creates a new key (D-136).
 */
import { type Decision, randomToken } from '../../base/index.ts'
import { createRegistrationRequest } from '../../wallet-attestation/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { discardKey, type WalletContext } from '../context.ts'
import { jsonRequest, outcomeOfError, statusEvidence } from '../exchange.ts'
import { chooseEnvironment, type SecureEnvironment } from '../ports/secure-keys.ts'
import type { WalletRecord } from '../storage/wallet-record.ts'
import { exchangeWithChallenge, placeOfAnswer, requireWalletProviderEndpoints } from './wallet-provider.ts'

/**
 * Registers this instance unless it is registered at the configured Wallet Provider. Restarts an unfinished
 * registration. Deletes the keys of attestations of another provider (D-1116). Rejects with a `Refusal` if the device
 * does not suffice, or the Wallet Provider is not trusted, cannot be reached or refuses.
 */
export async function registerWalletInstance(ctx: WalletContext): Promise<void> {
  const existing = await ctx.stores.wallet.read()
  if (existing?.registration === 'registered') return // WI-25
  return ctx.decide('wallet/register', async (decision) => {
    const device = await ctx.deviceIntegrity.status()
    decision.that('WI-01', WI.deviceTooWeak, device.meetsMinimumSecurity, 'device_below_minimum')
    decision.that('WI-01', WI.integrityServiceMissing, device.available, 'integrity_service_unavailable')
    const environment = await requireSecureEnvironment(ctx, decision)
    const provider = await requireWalletProviderEndpoints(ctx, decision)
    decision.note('entity', ctx.config.walletProvider)

    let record: WalletRecord = {
      registration: 'begun',
      walletProvider: ctx.config.walletProvider,
      hardwareKeyTag: undefined,
      attestations: [],
    }
    const former = await ctx.stores.wallet.write(record)
    for (const { keyTag } of former?.attestations ?? []) await discardKey(ctx, keyTag)
    const answer = await exchangeWithChallenge(ctx, decision, provider, async (challenge) => {
      await ctx.secureKeys.deleteHardwareKeys() // WI-02
      const { tag } = await ctx.secureKeys.generateHardwareKey(environment, randomToken(ctx.random), challenge) // WI-22
      record = { ...record, hardwareKeyTag: tag }
      const key_attestation = await ctx.deviceIntegrity.keyAttestation(challenge, tag)
      const request = createRegistrationRequest({ challenge, key_attestation, hardware_key_tag: tag })
      return jsonRequest(provider.registration, request)
    })
    const accepted = answer.sent && answer.status >= 200 && answer.status <= 299
    const outcome = outcomeOfError(answer, WI.walletProviderRefused)
    const at = placeOfAnswer(answer)
    const evidence = statusEvidence(answer, answer.sent ? '204' : '200')
    decision.that('WI-27', outcome, accepted, 'registration_refused', at, evidence)
    await ctx.stores.wallet.write({ ...record, registration: 'registered' })
  })
}

/** Returns the secure environment for all keys of this wallet. Rejects with a `Refusal` if the device has none. */
export async function requireSecureEnvironment(
  ctx: Pick<WalletContext, 'secureKeys'>,
  decision: Decision<WalletAnswer>,
): Promise<SecureEnvironment> {
  const available = await ctx.secureKeys.environments()
  const chosen = chooseEnvironment(ctx.secureKeys.platform, available)
  return decision.found('WI-21', WI.noSecureHardware, chosen, 'no_secure_hardware')
}
