/** A third-party Relying Party of IT-Wallet 1.0 or 1.4 with one fault at a time, over real HTTP. */
import { test } from 'node:test'
import { presentToHostile } from '../../support/hostile-relying-party.ts'
import { laterDepartures } from '../../support/strangers/later-departures.ts'

for (const version of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`the wallet handles each faulty output of a Relying Party of ${version}`, (t) =>
    presentToHostile(t, laterDepartures[version], 'same-device', version))
