/** Port for the browser of the user's device. */

/** Opens pages outside the wallet, and receives the redirect back to it. */
export interface UserAgent {
  /**
   * Opens the authorization URL. Resolves with the whole URL that opens the wallet again: its redirect URI with the
   * response. Ignores URLs with another `state`, because any app or page can open the wallet. Rejects if the user
   * cancels.
   */
  authorize(authorizationUrl: string, redirectUri: string, state: string): Promise<string>
  /** Opens a page without waiting for its result. Rejects if it cannot be opened. */
  open(url: string): Promise<void>
}
