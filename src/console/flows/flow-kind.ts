/** Determines the kind of a flow by the endpoints of its messages. */
import { backgroundOf, pathOf } from '../traffic/background.ts'
import type { Message } from '../traffic/message.ts'

/** Kinds of flows. If a flow has messages of several kinds, the first of this list names it. */
const flowKinds = [
  'presentation',
  'issuance',
  'revocation',
  'registration',
  'attestation',
  'administration',
  'federation',
  'other',
] as const

export type FlowKind = (typeof flowKinds)[number]

const roles = ['relying-party', 'pid-provider', 'wallet-provider', 'trust-anchor']

/**
 * Paths by kind, as the roles' `paths.ts` define them. The first matching row counts. A row without a role is for
 * parties that are no role of this package. A row without a method is for every method.
 */
const endpoints: readonly (readonly [kind: FlowKind, role: string | undefined, path: RegExp, method?: string])[] = [
  ['presentation', 'relying-party', /^\/(?:presentations?\b|request|response|session-state|presentation-result|api\/)/],
  ['revocation', 'pid-provider', /^\/admin\/credentials\/[^/]+\/status/],
  ['revocation', 'wallet-provider', /^\/admin\/wallet-instances\/re(?:voke|lease)/],
  ['revocation', 'wallet-provider', /^\/wallet-instances\/[^/]+\/status/, 'PUT'],
  ['issuance', 'pid-provider', /^\/(?:as\/par|authorize|login|consent|token|credential|nonce)\b/],
  ['registration', 'wallet-provider', /^\/wallet-instances?$/],
  ['attestation', 'wallet-provider', /^\/(?:token|wallet-attestations|nonce)$/],
  ['issuance', undefined, /\/(?:as\/par|par|authorize|credentials?|token)$/],
  ['registration', undefined, /\/wallet-instances?$/],
  ['attestation', undefined, /\/wallet-attestations?$/],
]

export function kindOfMessage(message: Pick<Message, 'to' | 'request'>): FlowKind {
  const { to, request } = message
  const path = pathOf(request.url)
  const role = roles.includes(to) ? to : undefined
  const endpoint = endpoints.find(
    ([, server, pattern, method = request.method]) =>
      server === role && method === request.method && pattern.test(path),
  )
  if (endpoint !== undefined) return endpoint[0]
  if (path.startsWith('/admin/')) return 'administration'
  return backgroundOf(message) === 'fetch' || to === 'trust-anchor' ? 'federation' : 'other'
}

/** Returns the kind of a flow that has messages of both kinds: the first one in `flowKinds`. */
export const dominantKind = (one: FlowKind, other: FlowKind): FlowKind =>
  flowKinds.indexOf(one) < flowKinds.indexOf(other) ? one : other
