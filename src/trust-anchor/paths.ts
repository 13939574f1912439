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
