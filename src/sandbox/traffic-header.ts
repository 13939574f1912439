/**
 * Header of a request between parties of this sandbox. It contains the id of the record that the sender made, so that
 * the receiver does not record the request again.
 */
export const recordHeader = 'fiducia-message'
