/** A wallet that is set up, and an issuer under the control of a test. */
import { createScriptedIssuer } from './scripted-issuer.ts'
import { createTestWallet } from './wallet-parts.ts'
import { createWalletProviderFixture } from './wallet-provider-fixture.ts'

export async function createIssuanceBench(config: Readonly<Record<string, unknown>> = {}) {
  const fixture = await createWalletProviderFixture()
  const issuer = await createScriptedIssuer(fixture)
  const holder = createTestWallet(fixture, { config })
  holder.browser = issuer.browser
  await holder.wallet.setUp()
  // The holder itself and not a copy, because a test may replace its browser.
  return Object.assign(holder, { fixture, issuer, holder })
}
