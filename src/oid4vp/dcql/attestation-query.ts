/**
 * The query for the Wallet Attestation that goes with every query of variant 2 unless the deployment leaves it out
 * (RP-56, D-17).
 */
import { asksAttestation } from '../presentable-credential.ts'
import type { DcqlQuery } from './schema.ts'

const id = 'wallet_attestation'

/** Adds the attestation's query, required also beside `credential_sets`. A query that asks for one stays as it is. */
export function withAttestationQuery(query: DcqlQuery): DcqlQuery {
  if (query.credentials.some(({ format }) => asksAttestation([format]))) return query
  const claims = ['iss', 'iat', 'cnf'].map((name) => ({ path: [name] }))
  return {
    ...query,
    // `meta` must be there (OpenID4VP 1.0 §6.1), and is empty: the attestation has no `vct`. The format is the
    // specification's own; a reader that knows the standard's formats only refuses the query for it (D-151).
    credentials: [...query.credentials, { id, format: 'jwt', meta: {}, claims }], // RP-56
    ...(query.credential_sets ? { credential_sets: [...query.credential_sets, { options: [[id]] }] } : {}),
  }
}
