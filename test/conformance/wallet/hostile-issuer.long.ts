/** Every faulty answer at each endpoint of a PID Provider; the short twin has each answer once. */
import { test } from 'node:test'
import { issuerAnswers, obtainFromHostile, platformAnswers } from '../../support/hostile-issuer.ts'

test('the wallet handles each faulty HTTP answer of a PID Provider', (t) => obtainFromHostile(t, issuerAnswers))
test('the wallet handles faulty HTTP answers of a PID Provider with the fetch of the platform', (t) =>
  obtainFromHostile(t, platformAnswers, 'fetch of the platform'))
