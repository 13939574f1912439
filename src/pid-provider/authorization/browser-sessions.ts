/**
 * The authorization sessions of one browser, which has one for each tab: their ids stand in one cookie, the newest last
 * (RP-97). Each is found by what the tab brings: the `state` of its login, or the token of its consent form.
 */

/** More tabs of one browser are not told apart: the oldest session is let go. */
const mostSessions = 4

/** Reads the ids of the sessions that a browser shows. Whether there are such sessions is a store's to say. */
export const readSessionIds = (cookie: string | undefined): readonly string[] =>
  (cookie ?? '')
    .split('.')
    .filter((id) => id !== '')
    .slice(-mostSessions)

/** Returns the value of the cookie with a session that is new, in the place of `former` where the session had another id. */
export const withSession = (ids: readonly string[], id: string, former?: string): string =>
  [...ids.filter((one) => one !== id && one !== former), id].slice(-mostSessions).join('.')

/** Returns the value of the cookie without a session that has ended; empty where no session is left. */
export const withoutSession = (ids: readonly string[], ended: string | undefined): string =>
  ids.filter((id) => id !== ended).join('.')
