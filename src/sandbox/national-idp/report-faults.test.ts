import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Provider } from 'oidc-provider'
import { providerConfiguration } from './provider-configuration.ts'
import { createProviderKeys } from './provider-keys.ts'
import { startProviderServer } from './provider-server.ts'
import { reportLibraryFaults } from './report-faults.ts'

test("reports an error of a middleware and of the library's endpoints, and answers it with a page", async () => {
  const faults: unknown[] = []
  const fault = new Error('planted')
  const provider = new Provider('http://localhost', {
    ...providerConfiguration({ clients: [], accounts: [], keys: createProviderKeys() }),
    adapter: () => ({ find: () => Promise.reject(fault) }),
  })
  reportLibraryFaults(provider, (reported) => void faults.push(reported))
  provider.use(async ({ path }, next) => {
    if (path === '/middleware') throw fault
    return next()
  })
  const server = await startProviderServer(provider.callback(), 0)
  for (const path of ['/middleware', '/auth?client_id=one']) {
    const headers = { accept: 'text/html', 'accept-language': 'it' }
    const response = await fetch(`http://localhost:${server.port}${path}`, { headers })
    assert.equal(response.status, 500, path)
    assert.match(await response.text(), /<html lang="it">[\s\S]*Accesso non possibile[\s\S]*server_error/, path)
    assert.equal(faults.pop(), fault, path)
    assert.deepEqual(faults, [], path)
  }
  await server.stop()
})
