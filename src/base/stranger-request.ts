/**
 * Marks on outgoing requests. The code that sends a request knows whether a stranger chose its destination. The HTTP
 * client, which shares its slots by that, reads the mark.
 */
const works = new WeakMap<Request, object>()

/** Marks a request as part of work that a stranger caused. Returns the request. A clone has no mark. */
export function markForStranger(request: Request, work: object): Request {
  works.set(request, work)
  return request
}

/** Returns the stranger's work that a request belongs to, or `undefined` if no stranger caused it. */
export const strangerWorkOf = (request: Request): object | undefined => works.get(request)
