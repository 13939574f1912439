/**
 * How responses of `direct_post.jwt` are protected: what the metadata state of it, and what is taken (RP-10, RP-27).
 */

/**
 * What this Relying Party takes: where its metadata state an encryption, a signature alone is not taken, since JARM §3 has
 * the response encrypted then (D-472).
 */
export const takenProtections = <P extends string>(responseProtections: readonly P[]): readonly P[] =>
  statesEncryption({ responseProtections })
    ? responseProtections.filter((one) => one !== 'signed')
    : responseProtections

/** Whether the metadata state how a response is encrypted: not where a signature alone is taken (D-152). */
export const statesEncryption = ({
  responseProtections,
}: {
  readonly responseProtections: readonly string[]
}): boolean => responseProtections.some((one) => one !== 'signed')
