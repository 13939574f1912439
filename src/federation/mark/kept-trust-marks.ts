/**
 * Store for issued trust marks of a holder, so that they are available after a restart while the issuer does not answer
 * (D-370).
 */
export interface KeptTrustMarks {
  /** Returns the last stored mark, unverified. The caller checks holder and end. */
  find(trustMarkType: string): Promise<string | undefined>
  keep(trustMarkType: string, trustMark: string): Promise<void>
  forget(trustMarkType: string): Promise<void>
}
