import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTrustMarkUrl } from '../mark/trust-mark-request.ts'
import { createFetchUrl } from './fetch-request.ts'

const endpoint = new URL('https://ta.example/federation?tenant=a%20b&signed')

test('FED-06 the fetch URL keeps the query of the endpoint as it is written', () => {
  const url = 'https://ta.example/federation?tenant=a%20b&signed&sub=https%3A%2F%2Frp.example'
  assert.equal(createFetchUrl(endpoint, 'https://rp.example'), url)
})

test('FED-31 the URL of a trust mark keeps the query of the endpoint as it is written', () => {
  const asked = { trustMarkType: 'https://ta.example/public', sub: 'https://rp.example' }
  const url =
    'https://ta.example/federation?tenant=a%20b&signed&trust_mark_type=https%3A%2F%2Fta.example%2Fpublic&sub=https%3A%2F%2Frp.example'
  assert.equal(createTrustMarkUrl(endpoint, asked), url)
})
