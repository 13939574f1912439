/**
 * Chooses the Wallet Attestation to send to a party. No attestation is sent to two parties, because its key would let
 * them recognize the wallet. Does not choose a stored attestation that has expired, expires during the flow, is too old
 * or was refused. `renewAttestations` obtains new ones in advance (it-wallet §What the service does, area A; WI-04,
 * WI-05, WI-32).
 */
import type { NumericDate } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import { WI } from '../answers.ts'
import { discardKey, signerOf, type WalletContext } from '../context.ts'
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
  /** True if the Wallet Provider issued the attestation for this request: it was not stored before. */
  readonly isNew: boolean
}

/**
 * Assigns an attestation to this party and returns it. Chooses an attestation that this party already received (only if
 * `perParty` is `reuse`, WI-32), or else an unused attestation, or else obtains a new one (WI-04). A stored attestation
 * must remain valid for `flowSeconds` plus the configured margin, a new attestation only for the margin. Keeps the
 * chosen one for `flowSeconds` (WI-05), which defaults to 0. Deletes a stored attestation whose key the device has
 * lost, and chooses again (D-1115). Rejects with a `Refusal` if the wallet is not set up, a new attestation cannot be
 * obtained, or its key cannot be opened.
 */
export async function chooseAttestation(
  ctx: WalletContext,
  party: string,
  flowSeconds = 0,
): Promise<UsableAttestation> {
  const now = ctx.clock.now()
  const use = { shownTo: party, neededUntil: now + flowSeconds }
  await discardUnusable(ctx)
  const stored = await assignStored(ctx, use, now)
  const chosen = stored ?? (await obtainAttestation(ctx, use))
  const key = await ctx.secureKeys.openKey(chosen.keyTag)
  if (key === undefined && stored !== undefined && (await deleteAttestation(ctx, stored)))
    return chooseAttestation(ctx, party, flowSeconds)
  return ctx.decide('wallet/attestation-choice', async (decision) => {
    const record = await ctx.stores.wallet.read()
    const isStored = record?.attestations.some(({ keyTag }) => keyTag === chosen.keyTag)
    decision.that('WI-03', WI.notSetUp, isStored === true, 'attestation_lost')
    const usable = decision.found('WI-03', WI.noSecureHardware, key, 'ephemeral_key_lost')
    const { compact, thumbprint, expiresAt } = chosen
    return { compact, thumbprint, expiresAt, signer: signerOf(ctx, usable), isNew: stored === undefined }
  })
}

/** A party's response to a request. Callers add values of that request. */
export interface AnsweredRequest {
  readonly answer: ReceivedAnswer
}

/** Attestation that the party gets in this flow. */
export interface FlowAttestation {
  readonly attestation: UsableAttestation
}

/**
 * Begins a flow with a party: `send` sends a request with an attestation. If the party refuses a stored attestation,
 * calls `send` once more with another one: the cause may be an old key, trust chain or trust mark of the provider
 * (D-308). Does not repeat the request if the refused attestation was new. Rejects with a `Refusal` if no attestation
 * can be obtained.
 */
export async function sendWithAttestation<T extends AnsweredRequest>(
  ctx: WalletContext,
  { party, flowSeconds }: { readonly party: string; readonly flowSeconds: number },
  send: (attestation: UsableAttestation) => Promise<T>,
): Promise<T & FlowAttestation> {
  const sendOnce = async (): Promise<T & FlowAttestation> => {
    const attestation = await chooseAttestation(ctx, party, flowSeconds) // WI-03, WI-05
    return { ...(await send(attestation)), attestation }
  }
  const first = await sendOnce()
  if (!refusesClient(first.answer)) return first
  await discardRefused(ctx, first.attestation)
  if (first.attestation.isNew) return first
  const second = await sendOnce()
  if (refusesClient(second.answer)) await discardRefused(ctx, second.attestation)
  return second
}

/**
 * Assigns a stored attestation to the party and returns it. Returns `undefined` if none is usable. Chooses the unused
 * attestation that expires first, so that fewer expire unused.
 */
function assignStored(
  { stores, config }: WalletContext,
  { shownTo: party, neededUntil }: Required<AttestationUse>,
  now: NumericDate,
): Promise<HeldAttestation | undefined> {
  return stores.wallet.change((record) => {
    const lastsLongEnough = ({ expiresAt }: HeldAttestation) =>
      expiresAt >= neededUntil + config.attestationMarginSeconds
    const held = (record?.attestations ?? [])
      .filter((one) => mayBeShown(config, one, now) && lastsLongEnough(one))
      .toSorted((a, b) => a.expiresAt - b.expiresAt)
    const reused =
      config.attestations.perParty === 'reuse' ? held.findLast(({ shownTo }) => shownTo === party) : undefined
    const chosen = reused ?? held.find(({ shownTo }) => shownTo === undefined)
    if (record === undefined || chosen === undefined) return [undefined, undefined]
    if (chosen === reused && Math.max(now, reused.neededUntil ?? 0) >= neededUntil) return [undefined, reused]
    const assigned = { ...chosen, shownTo: party, neededUntil }
    return [{ ...record, attestations: record.attestations.map((one) => (one === chosen ? assigned : one)) }, assigned]
  })
}

/** Deletes an attestation from the record of the wallet. Returns false if the record does not contain it. */
function deleteAttestation({ stores }: WalletContext, { keyTag }: HeldAttestation): Promise<boolean> {
  return stores.wallet.change((record) => {
    const kept = record?.attestations.filter((one) => one.keyTag !== keyTag) ?? []
    if (record === undefined || kept.length === record.attestations.length) return [undefined, false]
    return [{ ...record, attestations: kept }, true]
  })
}

/**
 * Obtains an attestation if none is usable, so that the wallet is Operational (WI-03, D-137). If an attestation is
 * usable, does nothing, and therefore does not notice a revocation. Rejects with a `Refusal` if the wallet is not
 * registered or was revoked, or the provider issues no attestation.
 */
export async function becomeOperational(ctx: WalletContext): Promise<void> {
  const times = { now: ctx.clock.now(), margin: ctx.config.attestationMarginSeconds }
  const state = walletState(await ctx.stores.wallet.read(), [], times)
  if (state === 'installed') await obtainAttestation(ctx)
}

/**
 * Deletes unused attestations with less than `renewalSeconds` left, and obtains new ones until `readyCount` unused ones
 * are stored (WI-05). Rejects with a `Refusal` if an attestation cannot be obtained.
 */
export async function renewAttestations(ctx: WalletContext): Promise<void> {
  const { readyCount, renewalSeconds } = ctx.config.attestations
  await discardUnusable(ctx, renewalSeconds)
  const record = await ctx.stores.wallet.read()
  const ready = record?.attestations.filter(({ shownTo }) => shownTo === undefined).length ?? 0
  for (let missing = readyCount - ready; missing > 0; missing -= 1) await obtainAttestation(ctx)
}

/**
 * Marks an attestation that a party refused, so that the next flow uses another one (D-200). Marks all unused
 * attestations too, because they share the usual cause: the provider's key or trust chain. Deletes the marked ones that
 * no running flow needs. A running flow that began with a marked attestation may continue.
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
 * `renewalSeconds` left (WI-05). Keeps an attestation that a running flow needs until the flow ends, because an
 * issuance needs its key even after its expiry (D-1139).
 */
async function discardUnusable(ctx: WalletContext, renewalSeconds = 0): Promise<void> {
  const now = ctx.clock.now()
  const unusable = await ctx.stores.wallet.change((record) => {
    const isNeeded = ({ neededUntil = now }: HeldAttestation): boolean => neededUntil > now
    const isUnusable = (one: HeldAttestation): boolean =>
      !isNeeded(one) &&
      (!mayBeShown(ctx.config, one, now) || (one.shownTo === undefined && one.expiresAt < now + renewalSeconds))
    const discarded = record?.attestations.filter(isUnusable) ?? []
    if (record === undefined || discarded.length === 0) return [undefined, discarded]
    return [{ ...record, attestations: record.attestations.filter((one) => !discarded.includes(one)) }, discarded]
  })
  for (const { keyTag } of unusable) await discardKey(ctx, keyTag)
}

function mayBeShown(
  { attestationMarginSeconds, attestations }: WalletContext['config'],
  { expiresAt, issuedAt = expiresAt, refused }: HeldAttestation,
  now: NumericDate,
): boolean {
  if (refused) return false
  return expiresAt >= now + attestationMarginSeconds && now - issuedAt <= attestations.maximumAgeSeconds
}
