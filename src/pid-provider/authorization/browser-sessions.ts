/**
 * The authorization sessions of one browser, one for each tab. One cookie contains their ids, the newest last (RP-97).
 * The `state` of a login or the token of a consent form selects the session of its tab.
 */

/** Maximum number of sessions in a browser. A further one displaces the oldest. */
const mostSessions = 4

/** Parses the session ids of a cookie. Does not check that the sessions exist. */
export const readSessionIds = (cookie: string | undefined): readonly string[] =>
  (cookie ?? '')
    .split('.')
    .filter((id) => id !== '')
    .slice(-mostSessions)

/** Returns the cookie value with a new session. It replaces `former`, the previous id of the same session. */
export const withSession = (ids: readonly string[], id: string, former?: string): string =>
  [...ids.filter((one) => one !== id && one !== former), id].slice(-mostSessions).join('.')

/** Returns the cookie value without an ended session. It is empty if no session is left. */
export const withoutSession = (ids: readonly string[], ended: string | undefined): string =>
  ids.filter((id) => id !== ended).join('.')
