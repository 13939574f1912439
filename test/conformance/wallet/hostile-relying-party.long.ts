/** Every faulty answer at each endpoint of a Relying Party; the short twin has each answer once. */
import { test } from 'node:test'
import { presentToHostile, relyingPartyAnswers } from '../../support/hostile-relying-party.ts'

test('the wallet handles each faulty HTTP answer of a Relying Party', (t) => presentToHostile(t, relyingPartyAnswers))
