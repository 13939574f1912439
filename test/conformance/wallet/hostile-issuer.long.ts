/** Every way of answering at each endpoint of a PID Provider; the short twin has each way once. */
import { test } from 'node:test'
import { issuerAnswers, obtainFromHostile, platformAnswers } from '../../support/hostile-issuer.ts'

test('a PID Provider that answers in another way', (t) => obtainFromHostile(t, issuerAnswers))
test('a PID Provider that answers in another way, by the fetch of the platform', (t) =>
  obtainFromHostile(t, platformAnswers, 'fetch of the platform'))
