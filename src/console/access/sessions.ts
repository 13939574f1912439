/** Sessions of operators at the console. */
import { type Clock, type NumericDate, type Random, randomToken } from '../../base/index.ts'

export interface SessionLimits {
  /** Seconds without a request after which a session ends. Defaults to 30 minutes. */
  readonly idleSeconds: number
  /** Seconds after which a session ends in any case. Defaults to 12 hours. */
  readonly lifetimeSeconds: number
  /**
   * Maximum number of sessions of all operators together. A new session above the maximum ends the session that was
   * used least recently. Defaults to 1000.
   */
  readonly maximum: number
}

export interface Sessions {
  /** Begins a session for an operator. Returns its identifier, which is a secret of the browser. */
  begin(name: string): string
  /** Returns the operator's name, and counts as use. Returns `undefined` for an unknown or ended session. */
  find(id: string | undefined): string | undefined
  /** Returns true while the session has not ended. Does not count as use. */
  isOpen(id: string | undefined): boolean
  /** Ends a session. Does nothing for an unknown identifier. */
  end(id: string | undefined): void
}

interface Session {
  readonly name: string
  readonly begunAt: NumericDate
  readonly usedAt: NumericDate
}

export const defaultSessionLimits: SessionLimits = { idleSeconds: 1800, lifetimeSeconds: 43_200, maximum: 1000 }

/** Creates the sessions in memory. */
export function createSessions(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { idleSeconds, lifetimeSeconds, maximum }: SessionLimits,
): Sessions {
  /** Sessions in the order of their last use. */
  const sessions = new Map<string, Session>()
  const putLast = (id: string, session: Session): void => {
    sessions.delete(id)
    sessions.set(id, session)
  }
  const findOpen = (id: string): Session | undefined => {
    const session = sessions.get(id)
    if (session === undefined) return undefined
    const now = clock.now()
    if (now - session.usedAt < idleSeconds && now - session.begunAt < lifetimeSeconds) return session
    sessions.delete(id)
    return undefined
  }
  return {
    isOpen: (id = '') => findOpen(id) !== undefined,
    begin: (name) => {
      const id = randomToken(random)
      const now = clock.now()
      putLast(id, { name, begunAt: now, usedAt: now })
      if (sessions.size > maximum) sessions.delete(sessions.keys().next().value as string)
      return id
    },
    find: (id = '') => {
      const session = findOpen(id)
      if (session === undefined) return undefined
      putLast(id, { ...session, usedAt: clock.now() })
      return session.name
    },
    end: (id = '') => void sessions.delete(id),
  }
}
