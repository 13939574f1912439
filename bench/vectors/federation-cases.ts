/**
 * Cases of the federation: an entity configuration, a superior's statement, a resolved entity. The service signs them
 * in advance and serves them from memory.
 */
import { bodyOf, type RawResponse } from '../client/connection.ts'
import { requestBytes } from '../client/http-request.ts'
import { seededKey, verifyJwt } from '../floors/primitives.ts'
import { hostOf, origins } from '../service/origins.ts'
import type { Case } from './case.ts'

const signedBy = (key: string) => (answer: RawResponse) => {
  verifyJwt(bodyOf(answer), seededKey(`role ${key}`).publicKey)
}

const document = (id: Case['id'], role: 'wallet-provider' | 'trust-anchor', target: string): Case => {
  const origin = role === 'trust-anchor' ? origins.trustAnchor : origins.walletProvider
  return {
    id,
    role,
    needs: [],
    status: 200,
    writes: false,
    repeatable: true,
    prepare: async () => [requestBytes({ method: 'GET', target, host: hostOf(origin) })],
    validate: signedBy(role.replace('-', ' ')),
  }
}

const subject = encodeURIComponent(origins.walletProvider)

export const federationCases: readonly Case[] = [
  document('entity-configuration', 'wallet-provider', '/.well-known/openid-federation'),
  document('federation-fetch', 'trust-anchor', `/fetch?sub=${subject}`),
  document(
    'federation-resolve',
    'trust-anchor',
    `/resolve?sub=${subject}&trust_anchor=${encodeURIComponent(origins.trustAnchor)}`,
  ),
]
