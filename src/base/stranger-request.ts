/**
 * Marks outgoing requests whose destination an unauthenticated sender ("stranger") chose. The code that creates the
 * request sets the mark. The HTTP client reads the mark and gives such requests only a part of its connections.
 */
const works = new WeakMap<Request, object>()

/**
 * Marks a request as caused by a stranger, and returns it. `work` identifies the work that the stranger caused; all
 * requests of one work pass the same object. A clone of the request has no mark.
 */
export function markStrangerRequest(request: Request, work: object): Request {
  works.set(request, work)
  return request
}

/** Returns the work of a stranger to which a request belongs, or `undefined` if no stranger caused it. */
export const strangerWorkOf = (request: Request): object | undefined => works.get(request)
