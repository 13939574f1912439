/**
 * Marks of outgoing requests. The code that sends a request knows whether a stranger chose where it goes; the client for
 * outgoing HTTP, which shares its slots out by that, does not.
 */
const works = new WeakMap<Request, object>()

/** Marks a request as part of a work that a stranger caused. Returns the request. A clone of it has no mark. */
export function markForStranger(request: Request, work: object): Request {
  works.set(request, work)
  return request
}

/** The work of a stranger that a request is part of; `undefined` for a request that no stranger caused. */
export const strangerWorkOf = (request: Request): object | undefined => works.get(request)
