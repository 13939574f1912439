/**
 * Where a holder keeps the trust marks that it was given last, so that it shows them after a new start while their issuer
 * is silent (D-370).
 */
export interface KeptTrustMarks {
  /** The one that was kept last, as it was given. Whoever shows it sees that it is the holder's and has not ended. */
  find(trustMarkType: string): Promise<string | undefined>
  keep(trustMarkType: string, trustMark: string): Promise<void>
  forget(trustMarkType: string): Promise<void>
}
