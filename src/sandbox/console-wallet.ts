/**
 * The wallets of the console: one for each browser session, in memory. A session is a secret in a cookie. If there are
 * too many wallets, the one that was used least recently is deleted.
 */
import type { PhoneChoice, WalletDesk } from '../console/index.ts'
import { type ClosableWallet, type ConsoleWalletParts, createConsoleWallet } from './console-wallet-session.ts'
import { deviceProfiles } from './devices/profiles.ts'

const maximumWallets = 20

/** Creates the wallets of the console, at first none. `capacity` is the maximum number of wallets. */
export function createConsoleWallets(
  parts: ConsoleWalletParts,
  traffic: Pick<WalletDesk, 'shownCodes' | 'flowPathOf'>,
  capacity = maximumWallets,
): WalletDesk {
  // Wallets by session, the least recently used one first.
  const wallets = new Map<string, ClosableWallet>()
  const forget = (session: string): void => {
    wallets.get(session)?.close()
    wallets.delete(session)
  }
  const use = (session: string, wallet: ClosableWallet): void => {
    wallets.delete(session)
    wallets.set(session, wallet)
  }
  return {
    devices,
    ...traffic,
    find: (session = '') => {
      const wallet = wallets.get(session)
      if (wallet !== undefined) use(session, wallet)
      return wallet
    },
    create: () => {
      const [session, wallet] = [parts.newId(), createConsoleWallet(parts)]
      if (wallets.size >= capacity) forget(wallets.keys().next().value as string)
      use(session, wallet)
      return { session, wallet }
    },
    forget: (session = '') => forget(session),
  }
}

const devices: readonly PhoneChoice[] = [deviceProfiles.android, deviceProfiles.ios].flatMap(({ profiles }) =>
  [...profiles.values()].map(({ platform, name: profile, kind }) => ({ platform, profile, kind })),
)
