/**
 * The browser of the user's device, outside of the wallet.
 */

/** Opens pages outside of the wallet, and takes back what they return to it. */
export interface UserAgent {
  /**
   * Opens the authorization URL and resolves with the whole URL by which the wallet is opened again: its redirect URI with
   * the response. One with another `state` answers nothing that was asked and is not waited for: anybody may open the
   * wallet. Rejects when the user gives up.
   */
  authorize(authorizationUrl: string, redirectUri: string, state: string): Promise<string>
  /** Opens a page and does not wait for what becomes of it. Rejects when it cannot be opened. */
  open(url: string): Promise<void>
}
