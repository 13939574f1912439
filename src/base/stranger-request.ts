/**
 * Marks outgoing requests whose destination another party chose. The code that creates the request sets the mark, and
 * the HTTP client reads it. An unauthenticated sender is a "stranger". Requests that a stranger caused get only a part
 * of the client's connections. A clone of a request has no mark.
 */
const works = new WeakMap<Request, object>()
const foreign = new WeakSet<Request>()

/**
 * Marks a request as caused by a stranger, and returns it. `work` identifies the work that the stranger caused; all
 * requests of one work pass the same object.
 */
export function markStrangerRequest(request: Request, work: object): Request {
  works.set(request, work)
  return request
}

/** Returns the work of a stranger to which a request belongs, or `undefined` if no stranger caused it. */
export const strangerWorkOf = (request: Request): object | undefined => works.get(request)

/**
 * Marks a request to an endpoint that an entity names outside its own origin, and returns the request. Does not mark an
 * endpoint in the entity's origin. The HTTP client sends a marked request only to public addresses, even if the host is
 * trusted. Otherwise the entity could choose path and query of a request to a private host (FED-125).
 */
export function markForeignEndpoint(request: Request, entityId: string): Request {
  if (new URL(request.url).origin !== new URL(entityId).origin) foreign.add(request)
  return request
}

/** Returns true for a request that `markForeignEndpoint` has marked. */
export const hasForeignEndpoint = (request: Request): boolean => foreign.has(request)
