/**
 * A third-party Relying Party with one hostile or sloppy variation at a time, over real HTTP. Each way of answering
 * comes at one endpoint here, and at every endpoint in `hostile-relying-party.long.ts`.
 */
import { test } from 'node:test'
import { pageAnswers, presentToHostile, relyingPartyAnswersInTurn } from '../../support/hostile-relying-party.ts'
import { relyingPartyDepartures } from '../../support/strangers/relying-party-departures.ts'

test('a Relying Party with faulty output', (t) => presentToHostile(t, relyingPartyDepartures))
test('a Relying Party that answers in another way', (t) => presentToHostile(t, relyingPartyAnswersInTurn))
test('a page that answers in another way', (t) => presentToHostile(t, pageAnswers, 'cross-device'))
