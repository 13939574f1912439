/**
 * Meaning of a library's error. For a library whose errors have different meanings, a table (`*-faults.ts`) has the
 * meanings of all errors that the installed version exports. A test fails if a new version exports another error
 * (D-503).
 */
export type LibraryFault =
  /** The other side is unreachable or cannot answer now. */
  | 'outage'
  /** An operator must change something: our settings, or the registration at the other side. */
  | 'configuration'
  /** The other side violated the protocol: its answer is malformed, forged or for another request. */
  | 'violation'
  /**
   * We called the library wrongly, or the library did something that we do not support. The error is rethrown and
   * reported as an error of this program. This does not apply to an error that the other side can also cause (ECDH-ES
   * in `decryptJwe`).
   */
  | 'bug'

/** Meanings of a library's errors, by class name, code or class of codes, or by the function that threw. */
export type LibraryFaults = Readonly<Record<string, LibraryFault>>
