import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestEcosystem, origins } from '../../test/support/ecosystem.ts'
import { withFlowLinks } from './flow-links.ts'

test('every refusal links to its flow: in a header for programs and in the page for browsers', async () => {
  const { roles } = await createTestEcosystem()
  const pages = [
    ['pid-provider', `${origins.pidProvider}/authorize`],
    ['relying-party', `${origins.relyingParty}/presentation-result?response_code=none`],
    ['wallet-provider', `${origins.walletProvider}/none`],
    ['trust-anchor', `${origins.trustAnchor}/fetch`],
  ] as const
  for (const [name, url] of pages) {
    const role = roles.find((one) => one.name === name)
    assert.ok(role)
    const response = await withFlowLinks(role.app, 'http://localhost:4000', () => 'm7')(new Request(url))
    const trace = response.headers.get('fiducia-trace')
    const address = `http://localhost:4000/flows/trace/${trace}`
    assert.equal(response.headers.get('link'), `<${address}>; rel="help"`, name)
    const body = await response.text()
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    assert.equal(isPage, name === 'pid-provider' || name === 'relying-party', name)
    assert.equal(body.includes(`<a id="console-flow" href="${address}">`), isPage, name)
  }
})

test('the link on a page is in Italian for Italian readers, else in English, with its language', async () => {
  const { roles } = await createTestEcosystem()
  const role = roles.find(({ name }) => name === 'pid-provider')
  assert.ok(role)
  for (const [language, shown, text] of [
    ['it', 'it', 'Che cosa è successo'],
    ['en', 'en', 'What happened'],
    ['de', 'en', 'What happened'],
  ] as const) {
    const request = new Request(`${origins.pidProvider}/authorize`, { headers: { 'accept-language': language } })
    const page = await (await withFlowLinks(role.app, 'http://localhost:4000', () => 'm7')(request)).text()
    assert.match(page, new RegExp(`<html lang="${language}"[^]*<p lang="${shown}"><a id="console-flow"[^>]*>${text}`))
  }
})

test('a page of a presentation links to its flow, and other pages do not', async () => {
  const { roles } = await createTestEcosystem()
  const role = roles.find(({ name }) => name === 'relying-party')
  assert.ok(role)
  for (const [path, isLinked] of [
    ['/presentations/new?variant=dcql&flow=cross-device', true],
    ['/', false],
    ['/privacy', false],
  ] as const) {
    const read = async (id: string | undefined): Promise<string> => {
      const app = withFlowLinks(role.app, 'http://localhost:4000', () => id)
      return (await app(new Request(`${role.origin}${path}`))).text()
    }
    const link = '<a id="console-flow" href="http://localhost:4000/flows/m7">'
    assert.equal((await read('m7')).includes(link), isLinked, path)
    assert.ok(!(await read(undefined)).includes('console-flow'))
  }
})

test('a response without a trace is unchanged', async () => {
  const { roles } = await createTestEcosystem()
  const [anchor] = roles
  assert.ok(anchor)
  const linked = await withFlowLinks(
    anchor.app,
    'http://localhost:4000',
    () => 'm7',
  )(new Request(`${anchor.origin}/health`))
  assert.equal(linked.headers.get('link'), null)
  assert.deepEqual(await linked.json(), { status: 'ok' })
})
