/**
 * The stores without a database: the reference of the contract suite, and what unit tests run on. Forgets at exit.
 */
import { createMemoryClaims, type MemoryClaims, type NumericDate } from '../base/index.ts'
import {
  type CredentialChange,
  credentialMayBecome,
  type IssuedCredential,
  isSupersession,
  succession,
} from './register/issued-credential.ts'
import { createWatchedLists } from './register/memory-watched-lists.ts'
import type { AuthorizationSessions, Grants, IssuedCredentials, PidProviderStores, PushedRequests } from './stores.ts'
import type { AuthorizationSession, Grant, PushedRequest } from './token/grant.ts'

/** Passes the contract of `store-contracts/`; one process only, and forgets at exit. */
export function createMemoryPidProviderStores(): PidProviderStores {
  const used = createMemoryClaims()
  const grants = new Map<string, Grant>()
  const requests = new Map<string, KeptRequest>()
  return {
    pushedRequests: createPushedRequests(used, requests),
    authorizationSessions: createSessions(used, requests, grants),
    grants: createGrants(used, grants),
    issuedCredentials: createIssuedCredentials(used, grants),
  }
}

const live = <T extends { readonly expiresAt: NumericDate }>(record: T | undefined, now: NumericDate): T | undefined =>
  record && now < record.expiresAt ? record : undefined

const findByToken = (grants: ReadonlyMap<string, Grant>, tokenId: string): Grant | undefined =>
  [...grants.values()].find(({ token }) => token?.jti === tokenId)

interface KeptRequest {
  readonly pushed: PushedRequest
  readonly expiresAt: NumericDate
}

function createPushedRequests(used: MemoryClaims, requests: Map<string, KeptRequest>): PushedRequests {
  return {
    push: async ({ claims, pushed }) =>
      used.claim(claims, () => {
        requests.set(pushed.requestUri, { pushed, expiresAt: pushed.expiresAt })
        return 'pushed' as const
      }),
    keep: async ({ requestUri, until }) => {
      const kept = requests.get(requestUri)
      if (kept && kept.expiresAt < until) requests.set(requestUri, { ...kept, expiresAt: until })
    },
    find: async (requestUri, now) => live(requests.get(requestUri), now)?.pushed,
  }
}

function createSessions(
  used: MemoryClaims,
  requests: Map<string, KeptRequest>,
  grants: Map<string, Grant>,
): AuthorizationSessions {
  const sessions = new Map<string, AuthorizationSession>()
  return {
    begin: async (session) => void sessions.set(session.id, session),
    find: async (id, now) => live(sessions.get(id), now),
    takeLoginAnswer: async ({ id, claims }) => (sessions.has(id) ? used.claim(claims, () => 'taken' as const) : 'gone'),
    recordLogin: async ({ id, newId, login }) => {
      const session = sessions.get(id)
      if (session === undefined) return 'gone'
      sessions.delete(id)
      sessions.set(newId, { ...session, id: newId, login })
      return 'recorded'
    },
    end: async ({ id, requestUri, claims, grant, refused }) => {
      if (!sessions.has(id)) return 'gone'
      return used.claim(claims, () => {
        sessions.delete(id)
        requests.delete(requestUri)
        if (grant) grants.set(grant.code, grant)
        if (refused) sessions.set(refused.id, refused)
        return 'ended' as const
      })
    },
  }
}

function createGrants(used: MemoryClaims, grants: Map<string, Grant>): Grants {
  return {
    findByCode: async (code) => grants.get(code),
    redeem: async ({ code, claims, token }) => {
      const grant = grants.get(code)
      if (grant === undefined || grant.token !== undefined) return grant ? { lost: 'code' } : 'gone'
      return used.claim(claims, () => {
        grants.set(code, { ...grant, token })
        return 'redeemed' as const
      })
    },
    findByToken: async (tokenId) => findByToken(grants, tokenId),
    revokeByCode: async (code, now) => {
      const grant = grants.get(code)
      if (grant && grant.revokedAt === undefined) grants.set(code, { ...grant, revokedAt: now })
    },
    prune: async (now) => {
      for (const [code, grant] of grants)
        if (grant.codeExpiresAt < now && (grant.token?.expiresAt ?? 0) < now) grants.delete(code)
    },
  }
}

function createIssuedCredentials(used: MemoryClaims, grants: ReadonlyMap<string, Grant>): IssuedCredentials {
  const credentials = new Map<string, IssuedCredential>()
  const changes: CredentialChange[] = []
  const places = new Set<string>()
  const apply = (change: CredentialChange): 'changed' | 'unchanged' | 'final' | 'unknown' => {
    const credential = credentials.get(change.credentialId)
    if (credential === undefined) return 'unknown'
    if (credential.status === change.status) return 'unchanged'
    if (!credentialMayBecome(credential.status, change.status)) return 'final'
    credentials.set(credential.id, { ...credential, status: change.status })
    changes.push(change)
    return 'changed'
  }
  return {
    register: async ({ claims, credential }) => {
      const superseded = new Set(changes.filter(isSupersession).map(({ credentialId }) => credentialId))
      const earlier = [...credentials.values()].filter(
        ({ id, tokenId }) => tokenId === credential.tokenId && !superseded.has(id),
      )
      const changed = succession(credential, earlier)
      const place = `${credential.statusList} ${credential.statusIndex}`
      return used.claim(
        claims,
        () => {
          if (typeof changed !== 'string') changed.forEach(apply)
          places.add(place)
          credentials.set(credential.id, credential)
          return 'registered' as const
        },
        () => {
          const grant = findByToken(grants, credential.tokenId)
          if (grant === undefined || grant.revokedAt !== undefined) return 'grant_revoked' as const
          if (typeof changed === 'string') return changed
          return places.has(place) ? { lost: 'status_index' as const } : undefined
        },
      )
    },
    find: async (id) => credentials.get(id),
    search: async ({ holderThumbprint, subject, clientId, status, limit = 1000 }) =>
      [...credentials.values()]
        .filter(
          (credential) =>
            (holderThumbprint === undefined || credential.holderThumbprint === holderThumbprint) &&
            (subject === undefined || credential.subject === subject) &&
            (clientId === undefined || credential.clientId === clientId) &&
            (status === undefined || credential.status === status),
        )
        .sort((a, b) => b.issuedAt - a.issuedAt)
        .slice(0, limit),
    ...createWatchedLists(credentials),
    changeStatus: async (change) => apply(change),
    exceptions: async (statusList) =>
      [...credentials.values()]
        .filter((credential) => credential.statusList === statusList && credential.status !== 'valid')
        .map(({ statusIndex, status }) => ({ index: statusIndex, status })),
    changes: async (credentialId) => changes.filter((change) => change.credentialId === credentialId),
  }
}
