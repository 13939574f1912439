/** A PID Provider that watches the Wallet Instances with its PIDs in a status list of their Wallet Provider. */
import { createStatusList, createStatusListToken, setStatus } from '../../src/status-list/index.ts'
import { beginIssuance, obtainPid, obtainTokens } from './pid-issuance.ts'
import { type FixtureOptions, pidProviderFixture, testWallet } from './pid-provider-fixture.ts'

/** URI of that list. */
export const uri = 'https://status.wallet-provider.example/lists/1'

/**
 * Returns a provider that has issued a PID for each index in `places`. The status of the wallet's attestation is at
 * that index of a two-bit list of the Wallet Provider.
 */
export async function watching(options: FixtureOptions = {}, places = [5]) {
  const config = { walletStatusIntervalSeconds: 2, ...options.config }
  const fixture = await pidProviderFixture({ ...options, config })
  const list = createStatusList(2, 100)
  fixture.publishWalletStatus(() => {
    const token = { uri, list, now: fixture.clock.now(), lifetimeSeconds: 60, ttlSeconds: 2 }
    return createStatusListToken(fixture.attestationSigner, token)
  })
  for (const idx of places) {
    const wallet = await testWallet(fixture, { status: { status_list: { idx, uri } } })
    const issuance = await beginIssuance(fixture, wallet)
    await obtainPid(issuance, await obtainTokens(issuance))
  }
  const entry = async () => (await fixture.stores.issuedCredentials.search({}))[0]
  /** Publishes this status of the instance at index 5, after the cached list has expired. */
  const publish = (status: number): void => {
    setStatus(list, 5, status)
    fixture.clock.advance(3)
  }
  /** Checks the instances and returns the result. Afterwards, the list is due again. */
  const sweep = async () => {
    const { nextDue: _, ...result } = await fixture.provider.applyWalletInstanceStatuses()
    fixture.clock.advance(2)
    return result
  }
  return { fixture, entry, publish, sweep }
}
