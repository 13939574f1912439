/**
 * The status of a Wallet Attestation: checked when the attestation authenticates a pushed request (PP-44), and again at
 * the token and credential endpoints (PP-34). These checks do not refuse an attestation that expired in the meantime:
 * it was valid when the wallet was authenticated, and the grant has its own lifetime.
 */
import {
  type Failure,
  fail,
  failed,
  isJsonObject,
  type JsonObject,
  joinRules,
  type NumericDate,
  rows,
} from '../../base/index.ts'
import { statusKeysOf, type TrustCode, type TrustedEntity } from '../../federation/index.ts'
import { statusListRules } from '../../rules/index.ts'
import { type StatusCode, type StatusList, type StatusReference, statusValues } from '../../status-list/index.ts'
import type { PpAnswer } from '../answers.ts'
import { PP } from '../answers.ts'
import { jwtPolicy, type PidProviderServices } from '../context.ts'
import type { PushedRequest } from './grant.ts'

export type StatusClaimCode = 'status_reference_unusable'
export type AttestationStatusCode = StatusCode | TrustCode | 'attestation_revoked'

type StatusContext = Pick<PidProviderServices, 'config' | 'trust' | 'attestationStatus'>

/** Maximum length of the URI of a status list in bytes, because an index of PostgreSQL contains it (D-1032). */
export const maximumListUriBytes = 512

/**
 * Parses the `status` claim of an attestation. Ignores any mechanism other than a status list. Fails for a malformed
 * reference, and for a URI of more than `maximumListUriBytes`.
 */
export function parseStatusClaim(
  status: JsonObject | undefined,
): { readonly reference?: StatusReference } | Failure<StatusClaimCode> {
  if (status?.status_list === undefined) return {}
  const { idx, uri } = isJsonObject(status.status_list) ? status.status_list : {}
  const isReference =
    typeof idx === 'number' && Number.isSafeInteger(idx) && idx >= 0 && typeof uri === 'string' && isStorable(uri)
  if (!isReference) return fail('status_reference_unusable', 'wallet_attestation.payload.status') // PP-43
  return { reference: { idx, uri } }
}

const isStorable = (uri: string): boolean => new TextEncoder().encode(uri).length <= maximumListUriBytes

/** Checks the status of the attestation in the Wallet Provider's list. Fails for every status except valid. */
export async function checkAttestationStatus(
  ctx: StatusContext,
  reference: StatusReference,
  provider: TrustedEntity,
  now: NumericDate,
): Promise<undefined | Failure<StatusCode | 'attestation_revoked'>> {
  const resolved = await ctx.attestationStatus.resolve(reference, listPolicy(ctx, provider, now))
  if (failed(resolved)) return resolved
  if (resolved.status !== statusValues.valid) return fail('attestation_revoked', 'wallet_attestation.payload.status') // PP-44
  return undefined
}

/**
 * Checks the status again at the token or credential endpoint. Does nothing if the pushed request has no status
 * reference.
 */
export async function recheckAttestation(
  ctx: StatusContext,
  { attestationStatus, walletProvider }: PushedRequest,
  now: NumericDate,
): Promise<undefined | Failure<AttestationStatusCode>> {
  if (attestationStatus === undefined) return undefined
  const provider = await ctx.trust.evaluate(walletProvider, ['wallet_provider'])
  if (failed(provider)) return provider
  return checkAttestationStatus(ctx, attestationStatus, provider, now) // PP-34
}

/** Resolves a status list of a Wallet Provider, with the keys in the provider's current metadata. */
export async function resolveAttestationList(
  ctx: StatusContext,
  walletProvider: string,
  uri: string,
  now: NumericDate,
): Promise<StatusList | Failure<StatusCode | TrustCode>> {
  const provider = await ctx.trust.evaluate(walletProvider, ['wallet_provider'])
  if (failed(provider)) return provider
  return ctx.attestationStatus.list(uri, listPolicy(ctx, provider, now))
}

const listPolicy = (ctx: StatusContext, provider: TrustedEntity, now: NumericDate) => ({
  ...statusKeysOf(ctx.trust, provider, 'wallet_provider'),
  ...jwtPolicy(ctx, now),
})

/**
 * Returns the rules of a Wallet Attestation's status. A list that cannot be fetched now is an outage. A missing or
 * invalid list is refused with `answer`.
 */
export const attestationStatusRules = (id: 'PP-34' | 'PP-44', answer: PpAnswer) =>
  joinRules<AttestationStatusCode>()(
    statusListRules<PpAnswer>(id, answer, ['GEN-27', PP.unavailable]),
    rows(answer, { [id]: ['attestation_revoked'] }),
  )
