/**
 * What an error of a library means here. Each folder that calls one has a table of all errors that its version exports
 * (`*-faults.ts`), and a test that fails when a new version exports one that the table lacks (D-503).
 */
export type LibraryFault =
  /** The other side cannot be reached, or cannot answer now. */
  | 'outage'
  /** An operator has to change something: ours, in the settings, or that of the other side, in what it has registered. */
  | 'configuration'
  /** The other side sent what its protocol forbids: malformed, of another, or forged. */
  | 'answer'
  /** We called the library wrongly, or it has a part that we do not call. It is thrown on, and ends as a fault of ours. */
  | 'bug'

/** A table of a library's errors, by the names of their classes or by their codes. */
export type LibraryFaults = Readonly<Record<string, LibraryFault>>
