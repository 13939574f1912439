/**
 * A national login over SAML 2.0: the stored state of the open login, and the form that the browser brings back (SAML
 * 2.0 bindings §3.5). The form comes from a page of the identity provider, so browsers add only cookies with
 * `SameSite=None` to it.
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject } from '../../../base/index.ts'
import { pendingParser } from '../oidc/oidc-callback.ts'
import type { RelayStateCode, SamlFormCode } from './saml-codes.ts'

const pendingLogin = z.object({
  provider: z.string(),
  /** Entity identifier of the identity provider. */
  issuer: z.string(),
  /** The AssertionConsumerServiceURL of the request. */
  callbackUrl: z.url(),
  /** ID of the AuthnRequest. */
  requestId: z.string().min(32),
  relayState: z.string().min(32),
  startedAt: z.number(),
})

/** An open login. */
export type PendingSamlLogin = z.infer<typeof pendingLogin>

/** Parses the state of an open login over SAML. */
export const parsePendingSamlLogin = pendingParser(pendingLogin)

/** Checks the form against the open login and returns its `SAMLResponse` in base64. Does not verify the response. */
export function checkSamlForm(
  parameters: ReadonlyMap<string, string>,
  pending: PendingSamlLogin,
): { readonly samlResponse: string } | Failure<SamlFormCode> {
  const samlResponse = parameters.get('SAMLResponse') ?? ''
  const relayStateFault = checkRelayState(parameters, pending)
  if (relayStateFault) return relayStateFault
  if (samlResponse === '') return fail('saml_response_missing', 'SAMLResponse') // PP-64
  return { samlResponse }
}

/**
 * Refuses a form without the RelayState of the open login. Only the identity provider and this browser know the value.
 * Must be called before the login is recorded as answered. Otherwise a form of another site could use up the login.
 */
export function checkRelayState(
  parameters: ReadonlyMap<string, string>,
  pending: JsonObject,
): Failure<RelayStateCode> | undefined {
  if (!parameters.get('RelayState')) return fail('relay_state_missing', 'RelayState') // PP-65
  if (parameters.get('RelayState') !== pending.relayState) return fail('relay_state_mismatch', 'RelayState') // PP-65
  return undefined
}
