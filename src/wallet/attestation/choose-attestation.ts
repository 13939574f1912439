/**
 * Which Wallet Attestation is shown to whom: never one to two parties, so that they cannot find out by its key that they
 * see the same wallet; none that has ended, ends within the flow, is too old or was refused; and new ones before they are needed
 * (it-wallet §What the service does, area A; WI-04, WI-05, WI-32).
 */
import type { NumericDate } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import { WI } from '../answers.ts'
import { signerOf, type WalletContext } from '../context.ts'
import { type ReceivedAnswer, refusesClient } from '../exchange.ts'
import { walletState } from '../set-up/lifecycle.ts'
import type { AttestationUse, HeldAttestation } from '../storage/wallet-record.ts'
import { obtainAttestation } from './obtain-attestation.ts'

/** An attestation at hand, with its key. */
export interface UsableAttestation {
  readonly compact: string
  /** The client id, too. */
  readonly thumbprint: string
  readonly expiresAt: NumericDate
  readonly signer: Signer
  /** Had from the Wallet Provider just now. */
  readonly isNew: boolean
}

/**
 * An attestation for this party: the one that it has seen before, where the policy lets it see one again (WI-32), else
 * one that nobody has seen, else a new one (WI-04). It is the party's from now on, whatever else goes on meanwhile.
 * A flow that needs it again later says how much later: one at hand is taken only if it lives that long, and every one
 * is kept so long (WI-05).
 */
export async function attestationFor(ctx: WalletContext, party: string, flowSeconds = 0): Promise<UsableAttestation> {
  const now = ctx.clock.now()
  const use = { shownTo: party, neededUntil: now + flowSeconds }
  await discardUseless(ctx)
  const claimed = await claim(ctx, use, now)
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

/** What a party answered to a request that shows an attestation, and what else belongs to that request. */
export interface Answered {
  readonly answer: ReceivedAnswer
}

export interface Shown {
  /** The one that the answer is about. */
  readonly attestation: UsableAttestation
}

/**
 * Begins a flow with a party by what `show` makes of an attestation. Where the party refuses the client, it is shown a new
 * one, once: what it refused may have been right when it was had (D-308).
 */
export async function showAttestation<T extends Answered>(
  ctx: WalletContext,
  { party, flowSeconds }: { readonly party: string; readonly flowSeconds: number },
  show: (attestation: UsableAttestation) => Promise<T>,
): Promise<T & Shown> {
  const showOne = async (): Promise<T & Shown> => {
    const attestation = await attestationFor(ctx, party, flowSeconds) // WI-03, WI-05
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

/** Gives an attestation at hand to the party. The one with the least life first, so that none ends unused. */
function claim(
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
 * Ends with a wallet that is Operational, or not at all: when no attestation is left it gets one more, which a wallet that
 * is not registered, or was revoked, is refused (WI-03, D-137).
 */
export async function becomeOperational(ctx: WalletContext): Promise<void> {
  const times = { now: ctx.clock.now(), margin: ctx.config.attestationMarginSeconds }
  const state = walletState(await ctx.stores.wallet.read(), [], times)
  if (state === 'installed') await obtainAttestation(ctx)
}

/** Ends with as many attestations at hand that nobody has seen as the policy wants, each with life enough (WI-05). */
export async function renewAttestations(ctx: WalletContext): Promise<void> {
  const { readyCount, renewalSeconds } = ctx.config.attestations
  await discardUseless(ctx, renewalSeconds)
  const record = await ctx.stores.wallet.read()
  const ready = record?.attestations.filter(({ shownTo }) => shownTo === undefined).length ?? 0
  for (let missing = readyCount - ready; missing > 0; missing -= 1) await obtainAttestation(ctx)
}

/**
 * A party has refused the client that shows this attestation: the next flow shows another one (D-200). Those that nobody has
 * seen go, too: what was refused of it, its provider's trust chain or key, is likely to be theirs. A flow under way that was
 * begun with it may go on.
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
  await discardUseless(ctx)
}

/**
 * Throws away, with their keys, attestations that may not be shown any more, and those that nobody has seen and that have
 * less life than `renewalSeconds` (WI-05). What a flow under way needs stays until it ends.
 */
async function discardUseless(ctx: WalletContext, renewalSeconds = 0): Promise<void> {
  const now = ctx.clock.now()
  const useless = await ctx.stores.wallet.change((record) => {
    const isNeeded = ({ neededUntil = now, expiresAt }: HeldAttestation): boolean =>
      Math.min(neededUntil, expiresAt) > now
    const isUseless = (one: HeldAttestation): boolean =>
      !isNeeded(one) &&
      (!mayBeShown(ctx.config, one, now) || (one.shownTo === undefined && one.expiresAt < now + renewalSeconds))
    const discarded = record?.attestations.filter(isUseless) ?? []
    if (record === undefined || discarded.length === 0) return [undefined, discarded]
    return [{ ...record, attestations: record.attestations.filter((one) => !discarded.includes(one)) }, discarded]
  })
  for (const { keyTag } of useless) await ctx.secureKeys.deleteKey(keyTag)
}

function mayBeShown(
  { attestationMarginSeconds, attestations }: WalletContext['config'],
  { expiresAt, issuedAt = expiresAt, refused }: HeldAttestation,
  now: NumericDate,
): boolean {
  if (refused) return false
  return expiresAt >= now + attestationMarginSeconds && now - issuedAt <= attestations.maximumAgeSeconds
}
