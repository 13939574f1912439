/**
 * Choice of the Wallet Attestation for a party. Two parties never see the same one, because its key would show them
 * that it is the same wallet. An attestation is not used if it has ended, ends within the flow, is too old or was
 * refused. New ones are obtained in advance (it-wallet §What the service does, area A; WI-04, WI-05, WI-32).
 */
import type { NumericDate } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import { WI } from '../answers.ts'
import { signerOf, type WalletContext } from '../context.ts'
import { type ReceivedAnswer, refusesClient } from '../exchange.ts'
import { walletState } from '../set-up/lifecycle.ts'
import type { AttestationUse, HeldAttestation } from '../storage/wallet-record.ts'
import { obtainAttestation } from './obtain-attestation.ts'

/** A stored attestation and its signer. */
export interface UsableAttestation {
  readonly compact: string
  /** Thumbprint of the key, also the client id. */
  readonly thumbprint: string
  readonly expiresAt: NumericDate
  readonly signer: Signer
  /** True if the Wallet Provider issued it during this choice. */
  readonly isNew: boolean
}

/**
 * Returns an attestation for this party: one that it has seen before, if the policy permits that (WI-32), otherwise an
 * unused one, otherwise a new one (WI-04). Assigns it to the party. A stored one is taken only if it remains valid for
 * `flowSeconds`, and the chosen one is kept that long (WI-05).
 */
export async function chooseAttestation(
  ctx: WalletContext,
  party: string,
  flowSeconds = 0,
): Promise<UsableAttestation> {
  const now = ctx.clock.now()
  const use = { shownTo: party, neededUntil: now + flowSeconds }
  await discardUnusable(ctx)
  const claimed = await assignStored(ctx, use, now)
  const chosen = claimed ?? (await obtainAttestation(ctx, use))
  const key = await ctx.secureKeys.openKey(chosen.keyTag)
  return ctx.decide('wallet/attestation-choice', async (decision) => {
    const record = await ctx.stores.wallet.read()
    const kept = record?.attestations.some(({ keyTag }) => keyTag === chosen.keyTag)
    decision.that('WI-03', WI.notSetUp, kept === true, 'attestation_lost')
    const usable = decision.found('WI-03', WI.noSecureHardware, key, 'ephemeral_key_lost')
    const { compact, thumbprint, expiresAt } = chosen
    return { compact, thumbprint, expiresAt, signer: signerOf(ctx, usable), isNew: claimed === undefined }
  })
}

/** A party's response to a request with an attestation, and further values of that request. */
export interface Answered {
  readonly answer: ReceivedAnswer
}

export interface Shown {
  /** The attestation to which the response refers. */
  readonly attestation: UsableAttestation
}

/**
 * Begins a flow with a party: `show` sends a request with an attestation. If the party refuses the client, repeats this
 * once with a new attestation, because the former one may have been valid when it was issued (D-308).
 */
export async function sendWithAttestation<T extends Answered>(
  ctx: WalletContext,
  { party, flowSeconds }: { readonly party: string; readonly flowSeconds: number },
  show: (attestation: UsableAttestation) => Promise<T>,
): Promise<T & Shown> {
  const showOne = async (): Promise<T & Shown> => {
    const attestation = await chooseAttestation(ctx, party, flowSeconds) // WI-03, WI-05
    return { ...(await show(attestation)), attestation }
  }
  const first = await showOne()
  if (!refusesClient(first.answer)) return first
  await discardRefused(ctx, first.attestation)
  if (first.attestation.isNew) return first
  const second = await showOne()
  if (refusesClient(second.answer)) await discardRefused(ctx, second.attestation)
  return second
}

/**
 * Assigns a stored attestation to the party. Of unused ones takes the one that expires first, so that none expires
 * unused.
 */
function assignStored(
  { stores, config }: WalletContext,
  { shownTo: party, neededUntil }: Required<AttestationUse>,
  now: NumericDate,
): Promise<HeldAttestation | undefined> {
  return stores.wallet.change((record) => {
    const lasts = ({ expiresAt }: HeldAttestation) => expiresAt >= neededUntil + config.attestationMarginSeconds
    const held = (record?.attestations ?? [])
      .filter((one) => mayBeShown(config, one, now) && lasts(one))
      .toSorted((a, b) => a.expiresAt - b.expiresAt)
    const own = config.attestations.perParty === 'reuse' ? held.findLast(({ shownTo }) => shownTo === party) : undefined
    const chosen = own ?? held.find(({ shownTo }) => shownTo === undefined)
    if (record === undefined || chosen === undefined) return [undefined, undefined]
    if (chosen === own && Math.max(now, own.neededUntil ?? 0) >= neededUntil) return [undefined, own]
    const kept = { ...chosen, shownTo: party, neededUntil }
    return [{ ...record, attestations: record.attestations.map((one) => (one === chosen ? kept : one)) }, kept]
  })
}

/**
 * Obtains an attestation if none is usable, so that the wallet is Operational. Throws a `Refusal` for a wallet that is
 * not registered or was revoked (WI-03, D-137).
 */
export async function becomeOperational(ctx: WalletContext): Promise<void> {
  const times = { now: ctx.clock.now(), margin: ctx.config.attestationMarginSeconds }
  const state = walletState(await ctx.stores.wallet.read(), [], times)
  if (state === 'installed') await obtainAttestation(ctx)
}

/** Obtains attestations until `readyCount` unused ones are stored, each with enough time left (WI-05). */
export async function renewAttestations(ctx: WalletContext): Promise<void> {
  const { readyCount, renewalSeconds } = ctx.config.attestations
  await discardUnusable(ctx, renewalSeconds)
  const record = await ctx.stores.wallet.read()
  const ready = record?.attestations.filter(({ shownTo }) => shownTo === undefined).length ?? 0
  for (let missing = readyCount - ready; missing > 0; missing -= 1) await obtainAttestation(ctx)
}

/**
 * Marks an attestation that a party refused, so that the next flow uses another one (D-200). Marks all unused ones too,
 * because their provider's trust chain or key is probably refused as well. A running flow that began with a marked one
 * may continue.
 */
export async function discardRefused(
  ctx: WalletContext,
  { thumbprint }: Pick<HeldAttestation, 'thumbprint'>,
): Promise<void> {
  await ctx.stores.wallet.change((record) => {
    if (record === undefined) return [undefined, undefined]
    const isRefused = (one: HeldAttestation): boolean => one.thumbprint === thumbprint || one.shownTo === undefined
    const marked = record.attestations.map((one) => (isRefused(one) ? { ...one, refused: true as const } : one))
    return [{ ...record, attestations: marked }, undefined]
  })
  await discardUnusable(ctx)
}

/**
 * Deletes, with their keys, attestations that must not be sent any more, and unused ones with less than
 * `renewalSeconds` left (WI-05). Keeps those that a running flow needs until it ends.
 */
async function discardUnusable(ctx: WalletContext, renewalSeconds = 0): Promise<void> {
  const now = ctx.clock.now()
  const unusable = await ctx.stores.wallet.change((record) => {
    const isNeeded = ({ neededUntil = now, expiresAt }: HeldAttestation): boolean =>
      Math.min(neededUntil, expiresAt) > now
    const isUnusable = (one: HeldAttestation): boolean =>
      !isNeeded(one) &&
      (!mayBeShown(ctx.config, one, now) || (one.shownTo === undefined && one.expiresAt < now + renewalSeconds))
    const discarded = record?.attestations.filter(isUnusable) ?? []
    if (record === undefined || discarded.length === 0) return [undefined, discarded]
    return [{ ...record, attestations: record.attestations.filter((one) => !discarded.includes(one)) }, discarded]
  })
  for (const { keyTag } of unusable) await ctx.secureKeys.deleteKey(keyTag)
}

function mayBeShown(
  { attestationMarginSeconds, attestations }: WalletContext['config'],
  { expiresAt, issuedAt = expiresAt, refused }: HeldAttestation,
  now: NumericDate,
): boolean {
  if (refused) return false
  return expiresAt >= now + attestationMarginSeconds && now - issuedAt <= attestations.maximumAgeSeconds
}
