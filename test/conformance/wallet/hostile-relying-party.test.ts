/**
 * A third-party Relying Party with one hostile or sloppy variation at a time, over real HTTP. Each faulty answer
 * comes from one endpoint here, and from every endpoint in `hostile-relying-party.long.ts`.
 */
import { test } from 'node:test'
import { pageAnswers, presentToHostile, relyingPartyAnswersInTurn } from '../../support/hostile-relying-party.ts'
import { relyingPartyDepartures } from '../../support/third-party/relying-party-departures.ts'

test('the wallet handles each faulty output of a Relying Party', (t) => presentToHostile(t, relyingPartyDepartures))
test('the wallet handles each faulty HTTP answer of a Relying Party', (t) =>
  presentToHostile(t, relyingPartyAnswersInTurn))
test('the wallet handles each faulty HTTP answer of a redirect page', (t) =>
  presentToHostile(t, pageAnswers, 'cross-device'))
