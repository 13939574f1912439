import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityIdFault } from './entity-id-fault.ts'

for (const [text, expected] of [
  ['https://a.example', undefined],
  ['https://a.example/.well-known/openid-federation', /leave "\/\.well-known\/openid-federation" off/],
  ['https://a.example/x/.well-known/openid-federation/', /leave .* off/],
  ['https://citt\u00e0.example', /"xn--"/],
  ['http://citt\u00e0.example/x', /"xn--"/],
  ['https://xn--citt-ooa.example', undefined],
  ['https://a.example/citt\u00e0', /percent-encode non-ASCII characters in its path/],
  [`https://a.example/${'x'.repeat(2048)}`, /more than 2048 characters/],
  ['https://a.example/?x', /without query, fragment and user/],
  ['a.example', /without query, fragment and user/],
] as const)
  test(`FED-28 the fault of ${JSON.stringify(text).slice(0, 60)} is: ${expected ?? 'none'}`, () => {
    const fault = entityIdFault(text, { loopbackHttp: false })
    if (expected === undefined) assert.equal(fault, undefined)
    else assert.match(fault ?? '', expected)
  })
