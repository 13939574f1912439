/**
 * Header with which a request between parties of this sandbox names its record, so that its receiver does not record it
 * again.
 */
export const recordHeader = 'fiducia-message'
