import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withAddressedService } from './addressed-service.ts'
import { UserError } from './user-error.ts'

test('requests to an authority on this machine are permitted, by http and https', async () => {
  for (const url of ['https://localhost:1', 'https://[::1]:1', 'http://127.0.0.1:1'])
    await withAddressedService({ url }, ({ fetch }) => assert.rejects(fetch(new Request(url)), { code: 'unreachable' }))
})

test('FED-08 an authority elsewhere does not permit requests to this machine', async () => {
  await withAddressedService({ url: 'https://anchor.example' }, ({ fetch }) =>
    assert.rejects(fetch(new Request('https://localhost:1')), { code: 'address_forbidden' }),
  )
  await withAddressedService({ url: 'https://localhost:1' }, ({ fetch }) =>
    assert.rejects(fetch(new Request('https://10.0.0.1:1')), { code: 'address_forbidden' }),
  )
})

test('a token that no request can carry is refused, without its characters', async () => {
  const tokenOf = (token: string) =>
    withAddressedService({ url: 'https://anchor.example', token }, async (service) => service.token)
  for (const token of ['\u201csecret-token\u201d', 'secret-token\nsecond-line', 'secret token', ''])
    await assert.rejects(tokenOf(token), (thrown: unknown) => {
      assert.ok(thrown instanceof UserError)
      assert.match(thrown.message, /--token or FIDUCIA_ADMIN_TOKEN/)
      assert.doesNotMatch(thrown.message, /secret/)
      return true
    })
  assert.equal(await tokenOf('secret-token\n'), 'secret-token')
})

test('D-1080 quotation marks around the token in the environment are ignored', async (t) => {
  const former = process.env.FIDUCIA_ADMIN_TOKEN
  t.after(() => {
    if (former === undefined) delete process.env.FIDUCIA_ADMIN_TOKEN
    else process.env.FIDUCIA_ADMIN_TOKEN = former
  })
  process.env.FIDUCIA_ADMIN_TOKEN = '"secret-token"\r\n'
  assert.equal(
    await withAddressedService({ url: 'https://anchor.example' }, async ({ token }) => token),
    'secret-token',
  )
})
