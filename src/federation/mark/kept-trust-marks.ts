/**
 * Store for the issued trust marks of a holder. After a restart the holder can publish them even if the issuer does not
 * answer (D-370).
 */
export interface KeptTrustMarks {
  /** Returns the last stored mark, unverified. The caller must check its holder and expiry. */
  find(trustMarkType: string): Promise<string | undefined>
  keep(trustMarkType: string, trustMark: string): Promise<void>
  forget(trustMarkType: string): Promise<void>
}
