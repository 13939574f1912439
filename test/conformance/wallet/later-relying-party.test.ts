/** A third-party Relying Party of IT-Wallet 1.0 or 1.4 with one fault at a time, over real HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentToHostile } from '../../support/hostile-relying-party.ts'
import { startThirdParties } from '../../support/third-parties.ts'
import {
  attestationDepartures,
  laterDepartures,
  metadataDepartures,
  typDepartures,
} from '../../support/third-party/later-departures.ts'

for (const version of ['it-wallet-1.0', 'it-wallet-1.4'] as const) {
  test(`the wallet handles each faulty output of a Relying Party of ${version}`, (t) =>
    presentToHostile(t, laterDepartures[version], 'same-device', version))

  test(`WI-180 ${version}: the wallet presents no attestation`, (t) =>
    presentToHostile(t, attestationDepartures, 'same-device', version))
}

test('WI-203 1.4: the wallet refuses a Request Object without typ or with typ JWT', (t) =>
  presentToHostile(t, typDepartures, 'same-device', 'it-wallet-1.4'))

test('WI-204 1.4: the wallet reads the members of 1.4 in metadata that also have those of earlier versions', (t) =>
  presentToHostile(t, metadataDepartures, 'same-device', 'it-wallet-1.4'))

test('WI-138 1.4: the consent shows the name in the metadata, and their formats count, whatever client_metadata states', async (t) => {
  const { relyingParty, createWallet, deliverTo } = await startThirdParties(t, 'it-wallet-1.4')
  const holder = createWallet()
  await holder.wallet.setUp()
  await deliverTo(holder.wallet, 'it-wallet-1.4')
  relyingParty.bends.request = ({ client_metadata: metadata, ...own }) => ({
    ...own,
    client_metadata: {
      ...(metadata as object),
      client_name: 'Banca Vera',
      vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES512'], 'kb-jwt_alg_values': ['ES512'] } },
    },
  })
  const { kind } = await holder.wallet.present(relyingParty.ask('dcql'))
  assert.deepEqual([kind, holder.asked[0]?.relyingParty.name], ['presented', 'Banca Forestiera'])
  assert.deepEqual(relyingParty.complaints, [])
})
