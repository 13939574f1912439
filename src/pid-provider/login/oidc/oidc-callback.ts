/**
 * The callback of a national login (OpenID Connect Core 1.0 §3.1.2.5, §3.1.2.6; RFC 9207): the stored state of the open
 * login, and the parameters that the browser brings back.
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, type NumericDate, placeOf } from '../../../base/index.ts'
import type { PendingCode, ProviderCode, UserFailureCode } from '../national-identity-provider.ts'

const pendingLogin = z.object({
  provider: z.string(),
  issuer: z.string(),
  /** True if the provider announces the `iss` parameter. An answer without it is then not genuine (RFC 9207 §2.4). */
  issRequired: z.boolean(),
  callbackUrl: z.url(),
  state: z.string().min(32),
  loginNonce: z.string().min(32),
  codeVerifier: z.string().min(43),
  startedAt: z.number(),
})

/** An open login. `state`, `loginNonce` and `codeVerifier` are secrets of this browser session. */
export type PendingOidcLogin = z.infer<typeof pendingLogin>

/** Expected provider and lifetime of an open login. */
export interface PendingPolicy {
  readonly provider: string
  readonly now: NumericDate
  readonly lifetimeSeconds: number
}

/**
 * Returns a function that parses the stored state of an open login, and checks its provider and lifetime. It does not
 * check that `begin` created the state: the state is in the store only, so no browser can change it.
 */
export const pendingParser =
  <T extends { readonly provider: string; readonly startedAt: NumericDate }>(schema: z.ZodType<T>) =>
  (value: JsonObject, { provider, now, lifetimeSeconds }: PendingPolicy): T | Failure<PendingCode> => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) return fail('pending_malformed', placeOf('pending', parsed.error))
    if (parsed.data.provider !== provider) return fail('pending_foreign', 'pending.provider') // PP-65
    if (now >= parsed.data.startedAt + lifetimeSeconds) return fail('pending_expired', 'pending.startedAt') // PP-65
    return parsed.data
  }

/** Parses the state of an open login over OpenID Connect. */
export const parsePendingLogin = pendingParser(pendingLogin)

/**
 * Reasons to refuse the callback's parameters (OpenID Connect Core 1.0 §3.1.2.5, RFC 9207 §2.4). A `UserFailureCode` or
 * `ProviderCode` is the meaning of the provider's `error`. The other codes mean that the answer is not valid for this
 * login.
 */
export type CallbackCode =
  | UserFailureCode
  | ProviderCode
  | 'state_missing'
  | 'state_mismatch'
  | 'response_iss_missing'
  | 'response_iss_mismatch'
  | 'code_missing'

/** Checks the callback's parameters against the open login. Does not verify the returned code. */
export function checkCallback(
  parameters: ReadonlyMap<string, string>,
  pending: PendingOidcLogin,
): { readonly code: string } | Failure<CallbackCode> {
  const iss = parameters.get('iss')
  const code = parameters.get('code')
  if (!parameters.has('state')) return fail('state_missing', 'state') // PP-62
  if (parameters.get('state') !== pending.state) return fail('state_mismatch', 'state') // PP-62
  if (iss === undefined && pending.issRequired) return fail('response_iss_missing', 'iss') // PP-62
  if (iss !== undefined && iss !== pending.issuer)
    return fail('response_iss_mismatch', 'iss', { expected: pending.issuer, found: iss }) // PP-62
  if (parameters.has('error')) return fail(failureCodeOf(parameters.get('error')), 'error') // PP-66, PP-58
  if (code === undefined) return fail('code_missing', 'code')
  return { code }
}

/** Failure codes by error code of the provider (RFC 6749 §4.1.2.1, OpenID Connect Core 1.0 §3.1.2.6). */
const failureCodes: Readonly<Record<string, UserFailureCode | ProviderCode>> = {
  access_denied: 'user_denied',
  login_required: 'user_login_required',
  interaction_required: 'user_login_required',
  account_selection_required: 'user_login_required',
  consent_required: 'user_consent_required',
  unmet_authentication_requirements: 'user_level_unavailable',
  temporarily_unavailable: 'provider_unreachable',
}

const failureCodeOf = (error = ''): UserFailureCode | ProviderCode =>
  (Object.hasOwn(failureCodes, error) ? failureCodes[error] : undefined) ?? 'provider_error'
