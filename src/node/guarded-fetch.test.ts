import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import type { LookupFunction } from 'node:net'
import { test } from 'node:test'
import { answering, sandbox, withServer } from '../../test/support/guarded-fetch.ts'
import { statusListTokenLimit } from '../status-list/index.ts'
import { isLoopbackAddress, isPublicAddress } from './addresses.ts'
import { FetchRefused } from './fetch-refusal.ts'
import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts'
import { findPort } from './serve.ts'

async function refusedAs(
  code: string,
  url: string,
  options: GuardedFetchOptions = {},
  trouble?: string,
): Promise<void> {
  const fetch = createGuardedFetch(options)
  await assert.rejects(fetch(new Request(url)), (thrown) => {
    assert.ok(thrown instanceof FetchRefused, String(thrown))
    assert.equal(thrown.code, code, url)
    if (trouble !== undefined) assert.equal(thrown.trouble, trouble, url)
    return true
  })
  await fetch.close()
}

test('GEN-19, FED-08 only https is accepted, and plain http only of loopback hosts in the sandbox', async () => {
  for (const url of [
    'http://example.org/',
    'http://localhost/',
    'http://127.0.0.1/',
    'ftp://example.org/',
    'file:///x',
  ])
    await refusedAs('url_forbidden', url)
  await refusedAs('url_forbidden', 'http://example.org/', { loopbackHttp: true })
  await refusedAs('url_forbidden', 'http://localhost.example.org/', { loopbackHttp: true })
})

test('FED-08 addresses in URLs that are not public are refused in every notation', async () => {
  const hosts = `127.0.0.1 127.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 0.0.0.0 0 10.1.2.3 100.64.0.1 169.254.169.254
    172.31.255.255 192.168.0.1 198.18.0.1 224.0.0.1 255.255.255.255 240.0.0.1 192.0.0.8 %31%32%37.0.0.1 [::1] [::]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::8.8.8.8] [64:ff9b:1::1] [2002:7f00:1::]
    [2001::1] [2001:db8::1] [fe80::1] [fec0::1] [fc00::1] [fd12:3456::1] [ff02::1] [100::1] [3fff::1] ①②⑦.0.0.1`
  for (const host of hosts.split(/\s+/)) await refusedAs('address_forbidden', `https://${host}/`)
  await refusedAs('address_forbidden', 'https://10.0.0.1/', { loopbackHttp: true })
})

test('FED-08 a loopback address is of its own family, however it is spelt', () => {
  for (const address of ['127.0.0.1', '127.9.8.7', '::1', '0:0:0:0:0:0:0:1'])
    assert.equal(isLoopbackAddress(address), true, address)
  const mapped = '::ffff:127.0.0.1 ::FFFF:7f00:1 0:0:0:0:0:ffff:7f00:1 0::ffff:127.0.0.1 0000:0:0:0:0:FFFF:127.0.0.1'
  for (const address of [...mapped.split(' '), '::', '::2', '10.0.0.1', 'localhost'])
    assert.equal(isLoopbackAddress(address), false, address)
})

test('public addresses are recognised as public', () => {
  for (const address of [
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '192.0.3.1',
    '2606:4700::1',
    '2a00:1450::1',
    '2001:4860::1',
  ])
    assert.equal(isPublicAddress(address), true, address)
})

test('FED-08 a name that resolves to a private address is refused when the connection is made', async () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00::1'])
    await refusedAs('address_forbidden', 'https://innocent.example/', { lookup: answering(address) })
  await refusedAs('address_forbidden', 'https://innocent.example/', { ...sandbox })
  await refusedAs('address_forbidden', 'https://localhost./', { ...sandbox })
  await refusedAs('address_forbidden', 'https://localhost/', { lookup: answering('127.0.0.1') })
  await refusedAs('address_forbidden', 'http://localhost/', { loopbackHttp: true, lookup: answering('10.0.0.1') })
})

test('only a trusted host can have a private address', async () => {
  const options = { lookup: answering('127.0.0.1'), trustedHosts: ['inner.example'] }
  await refusedAs('unreachable', 'https://inner.example:1/', options)
  await refusedAs('address_forbidden', 'https://other.example:1/', options)
})

test('a request to a loopback host is permitted in the sandbox, and request and answer are unchanged', async () => {
  await withServer(
    (request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        response.setHeader('set-cookie', ['a=1', 'b=2'])
        response.setHeader('content-type', 'application/jwt')
        response.statusCode = 201
        response.end(`${request.method} ${request.url} ${request.headers.dpop} ${body}`)
      })
    },
    async (url) => {
      const fetch = createGuardedFetch(sandbox)
      const response = await fetch(new Request(`${url}/a?b=c`, { method: 'POST', headers: { dpop: 'x' }, body: 'hi' }))
      assert.deepEqual(
        [response.status, response.headers.get('content-type'), response.headers.getSetCookie()],
        [201, 'application/jwt', ['a=1', 'b=2']],
      )
      assert.equal(await response.text(), 'POST /a?b=c x hi')
      await fetch.close()
    },
  )
})

test('FED-08 a redirect is returned and not followed', async () => {
  let visits = 0
  await withServer(
    (_, response) => {
      visits += 1
      response.writeHead(302, { location: '/again' }).end()
    },
    async (url) => {
      const fetch = createGuardedFetch(sandbox)
      const response = await fetch(new Request(url))
      assert.deepEqual([response.status, response.headers.get('location'), visits], [302, '/again', 1])
      await fetch.close()
    },
  )
})

test('FED-37 an answer that is slow or missing is aborted', async () => {
  const options = { ...sandbox, timeoutMilliseconds: 150 }
  const drip: RequestListener = (_, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  }
  await withServer(drip, (url) => refusedAs('timeout', url, options))
  await withServer(
    () => undefined,
    (url) => refusedAs('timeout', url, options),
  )
})

test('RP-71 the default limit of an answer is the size of the largest status list token', async () => {
  const list: RequestListener = (_, response) => void response.end('x'.repeat(statusListTokenLimit))
  await withServer(list, async (url) => {
    const fetch = createGuardedFetch(sandbox)
    assert.equal((await (await fetch(new Request(url))).text()).length, statusListTokenLimit)
    await fetch.close()
  })
  const longer: RequestListener = (_, response) => void response.end('x'.repeat(statusListTokenLimit + 1))
  await withServer(longer, (url) => refusedAs('answer_too_large', url, sandbox))
})

test('FED-37 an oversized answer is aborted, with or without a Content-Length', { timeout: 20_000 }, async () => {
  const options = { ...sandbox, maximumAnswerSize: 1000 }
  const givenUp = Promise.withResolvers<void>()
  const flood: RequestListener = (_, response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(500)));
    }
    response.on('drain', pour)
    response.on('close', () => givenUp.resolve())
    pour()
  }
  await withServer(flood, async (url) => {
    await refusedAs('answer_too_large', url, options)
    await givenUp.promise
  })
  await withServer(
    (_, response) => response.end('x'.repeat(1001)),
    (url) => refusedAs('answer_too_large', url, options),
  )
})

test('RP-71 an answer that is compressed although the request did not permit it is refused with its own code', async () => {
  const coded =
    (coding: string, body = 'x'): RequestListener =>
    (request, response) => {
      assert.equal(request.headers['accept-encoding'], 'identity')
      response.writeHead(200, { 'content-encoding': coding }).end(body)
    }
  for (const coding of ['gzip', 'br', 'identity, gzip'])
    await withServer(coded(coding), (url) => refusedAs('coding_unexpected', url, sandbox))
  for (const [coding, body] of [['identity'], ['gzip', '']] as const)
    await withServer(coded(coding, body), async (url) => {
      const fetch = createGuardedFetch(sandbox)
      assert.equal((await fetch(new Request(url))).status, 200)
      await fetch.close()
    })
})

test('FED-37 a broken or closed connection is unreachable', async () => {
  await withServer(
    (request) => request.socket.destroy(),
    (url) => refusedAs('unreachable', url, sandbox, 'cut'),
  )
  await withServer(
    (request) => request.socket.end('HTTP/1.1 999 x\r\n\r\n'),
    (url) => refusedAs('unreachable', url, sandbox, 'cut'),
  )
  const failing: LookupFunction = (_, __, callback) => callback(new Error('ENOTFOUND'), '', 0)
  await refusedAs('unreachable', 'https://nowhere.example/', { lookup: failing })
})

test('FED-37 an unreachable host is reported with the reason: refused, name, route, TLS or certificate', async () => {
  const here = { trustedHosts: ['localhost'] }
  await refusedAs('unreachable', `https://localhost:${await findPort({ port: 0 })}/`, here, 'refused')
  for (const [code, trouble] of [
    ['ENOTFOUND', 'name'],
    ['EAI_AGAIN', 'name'],
    ['ENETUNREACH', 'route'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'other_name'],
    ['ESOMETHING', undefined],
  ] as const) {
    const failing: LookupFunction = (_, __, callback) => callback(Object.assign(new Error(code), { code }), '', 0)
    const fetch = createGuardedFetch({ lookup: failing })
    const thrown = await fetch(new Request('https://nowhere.example/')).catch((one: unknown) => one)
    assert.equal(thrown instanceof FetchRefused && thrown.trouble, trouble, code)
    await fetch.close()
  }
  await withServer(
    (_, response) => response.end(),
    (url) => refusedAs('unreachable', url.replace('http:', 'https:').replace('127.0.0.1', 'localhost'), here, 'tls'),
  )
})
