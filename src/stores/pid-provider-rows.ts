/** Reads grants, issued credentials and watched lists from the rows of either database. */
import type { CredentialStatus, Grant, IssuedCredential, WatchedList } from '../pid-provider/index.ts'
import { type Row, wholeSeconds } from './stored-values.ts'

/**
 * Returns the grant of a row of `authorization_grant`. The caller passes the code, because the row contains only its
 * digest. Without a code, the member `code` is empty. Returns `undefined` without a row.
 */
export const grantOf = (row: Row | undefined, code = ''): Grant | undefined =>
  row && {
    ...(JSON.parse(row.body as string) as Grant),
    code,
    ...(row.token !== null && { token: JSON.parse(row.token as string) as NonNullable<Grant['token']> }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at as number }),
  }

/** Returns the credential of a row of `issued_credential`. */
export const credentialOf = (row: Row): IssuedCredential => ({
  id: row.id as string,
  format: row.format as string,
  holderThumbprint: row.holder_thumbprint as string,
  subject: row.subject as string,
  clientId: row.client_id as string,
  walletProvider: row.wallet_provider as string,
  tokenId: row.token_id as string,
  statusList: row.status_list as number,
  statusIndex: row.status_index as number,
  issuedAt: row.issued_at as number,
  expiresAt: row.expires_at as number,
  status: row.status as CredentialStatus,
  ...(typeof row.attestation_list === 'string' && {
    attestationWatch: {
      uri: row.attestation_list,
      idx: row.attestation_index as number,
      until: row.attestation_until as number,
    },
  }),
})

/** Columns of `issued_credential`, in the order of `credentialValues`. */
export const credentialColumns = `id, format, holder_thumbprint, subject, client_id, wallet_provider, token_id, status_list,
  status_index, issued_at, expires_at, status, attestation_list, attestation_index, attestation_until`

/**
 * Returns the values of a row of `issued_credential`, in the order of `credentialColumns`. They are also the first
 * arguments of the SQL function `register_credential`.
 */
export const credentialValues = ({ attestationWatch: watch, ...credential }: IssuedCredential) => [
  credential.id,
  credential.format,
  credential.holderThumbprint,
  credential.subject,
  credential.clientId,
  credential.walletProvider,
  credential.tokenId,
  credential.statusList,
  credential.statusIndex,
  credential.issuedAt,
  credential.expiresAt,
  credential.status,
  watch?.uri ?? null,
  watch?.idx ?? null,
  watch ? wholeSeconds(watch.until) : null, // the Wallet Provider chose this time, so it may have a fraction
]

/**
 * Maximum of `places` in a row that `watchedListOf` reads. The column contains one more than the highest watched
 * index. The Wallet Provider chooses the index, so the column may exceed the safe range of a number.
 */
export const maximumPlaces = Number.MAX_SAFE_INTEGER

/** Returns the list of a row of `watched_list`, whose `places` is at most `maximumPlaces`. */
export const watchedListOf = (row: Row): WatchedList => ({
  walletProvider: row.wallet_provider as string,
  uri: row.uri as string,
  places: row.places as number,
})
