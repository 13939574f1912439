/**
 * Creates the wallets of the console from parts of the sandbox: network access, simulated devices, administration and
 * recorded messages.
 */
import { encodeBase64url, type Fetch } from '../base/index.ts'
import { createAdminister, type WalletDesk } from '../console/index.ts'
import type { SharedWalletParts } from './compose-wallet.ts'
import { createConsoleWallets } from './console-wallet.ts'
import { findShownCodes } from './console-wallet-codes.ts'
import { flowPathOf } from './console-wallet-flows.ts'
import type { SimulatedDevices } from './devices/simulated-devices.ts'
import { organizationNames } from './organizations.ts'
import { partiesOf, type SandboxOrigins, walletAuthorizationEndpoint } from './origins.ts'
import { testCredentialsOf } from './test-issuer/test-credentials.ts'
import type { Traffic } from './traffic.ts'

interface WalletDeskParts extends Omit<SharedWalletParts, 'origins' | 'walletAuthorizationEndpoint'> {
  readonly origins: SandboxOrigins
  readonly fetch: Fetch
  readonly traffic: Traffic
  readonly devices: SimulatedDevices
  readonly adminToken: string
  readonly onFault: (fault: unknown, surface: string) => void
}

/** Creates the wallets of a sandbox's console. */
export function openConsoleWallets(sandbox: WalletDeskParts): WalletDesk {
  const { origins, fetch, traffic, devices, adminToken, random } = sandbox
  const partyAt = partiesOf(origins)
  const nameOf = (entityId: string): string | undefined => {
    const party = URL.canParse(entityId) ? partyAt(new URL(entityId).origin) : undefined
    return party !== undefined && party in organizationNames
      ? organizationNames[party as keyof typeof organizationNames]
      : undefined
  }
  const roles = [{ name: 'wallet-provider', url: origins.walletProvider }]
  return createConsoleWallets(
    {
      ...sandbox,
      walletAuthorizationEndpoint,
      fetch: traffic.fetchAs('wallet', fetch),
      runAction: traffic.runAction,
      createDevice: (profile) => devices.create(profile),
      administer: createAdminister(traffic.fetchAs('console', fetch), roles, () => adminToken),
      redirectUri: `${origins.console}/wallet/issued`,
      nameOf,
      testCredentials: testCredentialsOf(sandbox.profileAnchors ?? [], origins),
      newId: () => encodeBase64url(random.bytes(24)),
      after: runAfter,
      onFault: (fault) => sandbox.onFault(fault, 'console/wallet'),
    },
    {
      shownCodes: () =>
        findShownCodes({
          messages: () => traffic.log.all(),
          now: Date.now,
          relyingPartyOf: ({ to }) => (to === 'relying-party' ? organizationNames[to] : undefined),
        }),
      flowPathOf: (event) => flowPathOf(event, traffic.log.all()),
    },
  )
}

/**
 * Runs a function after some seconds. Returns the function that cancels it. The timer does not keep the process alive.
 */
function runAfter(seconds: number, run: () => void): () => void {
  const timer = setTimeout(run, seconds * 1000).unref()
  return () => clearTimeout(timer)
}
