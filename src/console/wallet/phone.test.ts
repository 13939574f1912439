import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EndpointRequest } from '../../http/index.ts'
import { renderPhoneCall } from './phone.ts'

test('the API call of a button names the session cookie as the browser sends it, over http and over https', async () => {
  for (const [url, cookie] of [
    ['http://localhost:8080/wallet', 'console-wallet='],
    ['https://wallet.example/wallet', '__Host-console-wallet='],
  ] as const) {
    const call = renderPhoneCall('en', { url } as EndpointRequest, { id: 'call', path: '/wallet/pid' })
    assert.match(String(await call), new RegExp(`\\W${cookie}\\$WALLET_SESSION`))
  }
})
