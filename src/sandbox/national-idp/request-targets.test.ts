/** Requests to the national identity providers with request targets that no browser sends. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { serveSamlIdp } from './saml/serve.ts'
import { serveNationalIdp } from './serve.ts'

async function statusOf(issuer: string, line: string, header = ''): Promise<number> {
  const socket = connect(Number(new URL(issuer).port), '127.0.0.1')
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${header}Connection: close\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(String(answer))?.[1])
}

test('both providers answer a request target that is not a URL with 400', async () => {
  const oidc = await serveNationalIdp({ port: 0, clients: [] })
  const saml = await serveSamlIdp({ port: 0, serviceProviders: [] })
  try {
    for (const target of ['http://', 'http://[', '//', '//['])
      for (const issuer of [oidc.issuer, saml.entityId])
        assert.equal(await statusOf(issuer, `GET ${target}`), 400, `${issuer} ${target}`)
    assert.equal(await statusOf(oidc.issuer, `GET ${oidc.issuer}/.well-known/openid-configuration`), 200)
    assert.equal(await statusOf(oidc.issuer, 'GET /.well-known/openid-configuration', 'Upgrade: h2c\r\n'), 200)
  } finally {
    await oidc.stop()
    await saml.stop()
  }
})
