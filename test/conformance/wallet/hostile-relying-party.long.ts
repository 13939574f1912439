/** Every way of answering at each endpoint of a Relying Party; the short twin has each way once. */
import { test } from 'node:test'
import { presentToHostile, relyingPartyAnswers } from '../../support/hostile-relying-party.ts'

test('a Relying Party that answers in another way', (t) => presentToHostile(t, relyingPartyAnswers))
