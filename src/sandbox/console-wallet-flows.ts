/** Finds the recorded messages of a wallet's event. */
import type { Message, WalletEvent } from '../console/index.ts'

/**
 * Returns the path of the console's page with the messages of an event: those about its decision, or else those of its
 * action. The action of an issuance has messages before the user's login, and may have none afterwards. Returns
 * `undefined` if no message is recorded.
 */
export function flowPathOf(
  { trace, action }: Pick<WalletEvent, 'trace' | 'action'>,
  messages: readonly Message[],
): string | undefined {
  if (trace !== undefined && messages.some(({ traces }) => traces.includes(trace))) return `/flows/trace/${trace}`
  const hasMessages = action !== undefined && messages.some(({ parent }) => parent === action)
  return hasMessages ? `/flows/${action}` : undefined
}
