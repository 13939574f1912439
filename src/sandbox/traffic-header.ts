/**
 * Header of a request between parties of this sandbox, with the id of the request's record, so that the receiver does
 * not record the request again.
 */
export const recordHeader = 'fiducia-message'
