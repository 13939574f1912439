/**
 * Marks outgoing requests whose destination another party chose. The code that creates the request sets the mark, and
 * the HTTP client reads it. An unauthenticated sender is a "stranger". Requests that a stranger caused get only a part
 * of the client's connections. A clone of a request has no mark.
 */
const works = new WeakMap<Request, object>()
/** Hosts of the entities that named the endpoints outside their own origins. */
const namers = new WeakMap<Request, string>()

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
 * endpoint in the entity's origin. The HTTP client sends a marked request to a private address only if no stranger
 * caused it and the operator lists both hosts. Otherwise the entity could choose path and query of a request to a
 * private host (FED-125).
 */
export function markForeignEndpoint(request: Request, entityId: string): Request {
  const { origin, host } = new URL(entityId)
  if (new URL(request.url).origin !== origin) namers.set(request, host)
  return request
}

/** Returns the host of the entity in the mark of `markForeignEndpoint`, or `undefined` for an unmarked request. */
export const foreignNamerOf = (request: Request): string | undefined => namers.get(request)
