/** Routes of the console's pages and forms. */
import type { Route } from '../../http/index.ts'

type Handle = Route['handle']

/** Returns the route of a page whose request has an effect, or whose content differs between users. */
export const pageRoute = (path: string, handle: Handle): Route => ({ method: 'GET', path, kind: 'page', handle })

/**
 * Returns the route of a page whose request has no effect, and whose content is the same for every user
 * (`Route.public`).
 */
export const publicPageRoute = (path: string, handle: Handle): Route => ({ ...pageRoute(path, handle), public: true })

/** Returns the route that receives a form. `bodyLimit` is in bytes, and defaults to that of `Route`. */
export const formRoute = (path: string, handle: Handle, bodyLimit?: number): Route => ({
  ...{ method: 'POST', path, kind: 'page', accepts: ['form'], handle },
  ...(bodyLimit !== undefined && { bodyLimit }),
})
