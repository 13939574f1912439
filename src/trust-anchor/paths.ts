/** Paths of a Trust Anchor's or intermediate's public endpoints. Issued certificates contain `certificateList`. */
export const paths = {
  fetch: '/fetch',
  list: '/list',
  resolve: '/resolve',
  trustMark: '/trust_mark',
  trustMarkList: '/trust_mark_list',
  trustMarkStatus: '/trust_mark_status',
  historicalKeys: '/historical-jwks',
  subordinateEvents: '/subordinate_events',
  keyAnnouncement: '/key_announcement',
  certificateList: '/crl',
} as const

/** Paths of the administration. */
export const adminPaths = {
  subordinates: '/admin/subordinates',
  removeSubordinate: '/admin/subordinates/remove',
  log: '/admin/log',
  trustMarks: '/admin/trust-marks',
  revokeTrustMark: '/admin/trust-marks/revoke',
  keys: '/admin/keys',
  activateKey: '/admin/keys/activate',
  revokeKey: '/admin/keys/revoke',
} as const

/** Additional paths of the administration in the profiles with certificates. */
export const certificatePaths = {
  withdrawKey: '/admin/subordinates/withdraw-key',
  keyAnnouncements: '/admin/key-announcements',
  certificates: '/admin/certificates',
  revokeCertificate: '/admin/certificates/revoke',
  renewCertificate: '/admin/certificates/renew',
} as const

/**
 * Number of entries that the console and the command request at once. Their answer is below the console's limit for an
 * answer.
 */
export const entriesPerRequest = 200

/** Entry of a list of subordinates or of trust marks. */
type ListedEntry = Readonly<Record<string, unknown>>

/**
 * Returns the path of the page after these entries of a list of subordinates or of trust marks. Returns `undefined`
 * after the last page.
 */
export function nextPagePath(path: string, page?: readonly ListedEntry[]): string | undefined {
  const limit = String(entriesPerRequest)
  if (page === undefined) return `${path}?${new URLSearchParams({ limit })}`
  const last = page.at(-1)
  if (last === undefined || page.length < entriesPerRequest) return undefined
  const after =
    path === adminPaths.trustMarks
      ? { after: String(last.sub), after_type: String(last.trust_mark_type) }
      : { after: String(last.entity_id) }
  return `${path}?${new URLSearchParams({ ...after, limit })}`
}
