/** Sessions, orders and entries for the tests of the Relying Party's stores. */
import type { PresentationAuditEntry, PresentationSession } from '../relying-party/index.ts'

export const session = (id: string): PresentationSession => ({
  id,
  variant: 'dcql',
  flow: 'same-device',
  requestUriMethod: 'post',
  responseMode: 'direct_post.jwt',
  state: `state-${id}`,
  presentationNonce: 'nonce',
  query: { credentials: [] },
  cookie: `cookie-${id}`,
  createdAt: 1000,
  expiresAt: 1300,
  status: 'issued',
})
/** Values that the wallet's first fetch of a request sets. */
export const fetch = { expiresAt: 1600, responseMode: 'direct_post' } as const
export const ordered = (id: string, application = 'portal'): PresentationSession => ({
  ...session(id),
  cookie: '',
  status: 'ordered',
  order: {
    application,
    returnUrl: 'https://portal.example/return',
    state: 'of the portal',
    purpose: { it: 'Accesso', en: 'Access' },
  },
})
/** Returns an entry of the audit log for the application `portal`. */
export const entry = (
  event: PresentationAuditEntry['event'],
  presentation = 'a',
  at = 1000,
): PresentationAuditEntry => ({
  at,
  application: 'portal',
  presentation,
  event,
})
/** Returns a result whose name contains this number. */
export const result = (n: number) => ({ pid: { claims: { given_name: `name ${n}` } } })
