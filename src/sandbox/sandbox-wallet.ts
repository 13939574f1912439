/**
 * A wallet for tests against a sandbox, with a simulated phone and a browser that logs in automatically. It uses the
 * wallet library as an app does.
 */
import { withKeyCache } from '../jose/index.ts'
import {
  createGuardedFetch,
  createNodeCrypto,
  createNodeRandom,
  createSystemClock,
  retryOverloaded,
} from '../node/index.ts'
import type { FurtherProfileName } from '../profiles/index.ts'
import type { HeldCredential, Wallet } from '../wallet/index.ts'
import { orderDevice } from './devices/device-client.ts'
import { createDemoWallet } from './life-cycle/demo-wallet.ts'
import type { Credentials } from './login-script.ts'
import { walletAuthorizationEndpoint } from './origins.ts'
import { pinProfileAnchors, requireTrustAnchor } from './pin-profile-anchors.ts'
import type { Sandbox } from './start-sandbox.ts'
import { receiveTestCredential } from './test-issuer/receive-test-credential.ts'
import { testTypesOf } from './test-issuer/test-types.ts'
import type { Page, UserAgent } from './user-agent.ts'

/** A wallet for a sandbox, and its browser. */
export interface SandboxWallet extends AsyncDisposable {
  readonly wallet: Wallet
  /** Browser of the wallet's user. The wallet's logins use it too, with the same cookies. */
  readonly browser: UserAgent
  /**
   * Receives a credential from the sandbox's test issuer for a profile. `type` defaults to the issuer's first type.
   * Rejects if the sandbox has no entities of the profile.
   */
  receive(profile: FurtherProfileName, type?: string): Promise<HeldCredential>
  /** Returns the Relying Party's page that the wallet opened at the end of the last presentation, if any. */
  opened(): Page | undefined
}

/**
 * Creates a wallet that is not set up yet. `person` is its user, and defaults to the sandbox's first user. `profile` is
 * the name of an Android device profile, and defaults to that of a genuine phone. With an unknown profile, `setUp`
 * rejects. Rejects with an Error if the sandbox has no users, and with `SandboxFault` if a Trust Anchor gives no valid
 * answer.
 */
export async function createSandboxWallet(
  { state, decisions }: Pick<Sandbox, 'state' | 'decisions'>,
  { person, profile }: { readonly person?: Credentials; readonly profile?: string } = {},
): Promise<SandboxWallet> {
  const [firstUser] = state.users
  const user = person ?? firstUser
  if (user === undefined) throw new Error('the sandbox has no users')
  const fetch = retryOverloaded(
    createGuardedFetch({
      loopbackHttp: true,
      trustedHosts: [new URL(state.console).hostname],
      certificateAuthorities: state.certificate_authority === undefined ? [] : [state.certificate_authority],
    }),
  )
  const [keys, profileAnchors] = await Promise.all([
    requireTrustAnchor(fetch, state.trust_anchor),
    pinProfileAnchors(fetch, state.profiles),
  ]).catch(async (thrown: unknown) => {
    await fetch.close()
    throw thrown
  })
  const demo = createDemoWallet({
    clock: createSystemClock(),
    random: createNodeRandom(),
    crypto: withKeyCache(createNodeCrypto()),
    walletFetch: fetch,
    browserFetch: fetch,
    origins: {
      trustAnchor: state.trust_anchor,
      walletProvider: state.wallet_provider,
      pidProvider: state.pid_provider,
      relyingParty: state.relying_party,
    },
    anchors: new Map([[state.trust_anchor, keys]]),
    profileAnchors,
    decisions,
    walletAuthorizationEndpoint,
    person: person ?? { username: user.username, password: user.password },
    orderDevice: () => orderDevice(fetch, state.console, profile),
  })
  const { wallet } = demo
  return {
    wallet,
    browser: demo.browser,
    receive: async (version, type) => {
      const { test_issuer: issuer, trust_anchor: anchor } = state.profiles?.[version] ?? {}
      if (issuer === undefined || anchor === undefined) throw new Error(`the sandbox has no entities of ${version}`)
      const [firstType] = testTypesOf(version, anchor)
      return receiveTestCredential(wallet, fetch, {
        ...{ issuer, username: user.username },
        type: type ?? firstType.credentialType,
      })
    },
    opened: demo.opened,
    [Symbol.asyncDispose]: () => fetch.close(),
  }
}
