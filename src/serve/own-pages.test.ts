import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordingSink } from '../../test/support/decisions.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { composeInMemory } from '../../test/support/served-roles.ts'
import { createNodeCrypto } from '../node/index.ts'
import type { PidProviderService } from './compose-pid-provider.ts'

const parts = () => ({ crypto: createNodeCrypto(), decisions: recordingSink() })
const directory = freshDirectory()
const get = (app: (request: Request) => Promise<Response>, url: string, headers: Record<string, string> = {}) =>
  app(new Request(url, { headers }))

for (const role of ['pid-provider', 'relying-party', 'trust-anchor', 'wallet-provider'] as const)
  test(`${role}: each page that the metadata name is served`, async () => {
    const { service, settings, close } = await composeInMemory(role, parts())
    const { organization_name: name, ...urls } = settings.role.organization
    assert.ok(name.length > 0)
    for (const [member, url] of Object.entries(urls).filter(([one]) => one.endsWith('_uri')) as [string, string][]) {
      const answer = await get(service.app, url)
      assert.equal(answer.status, 200, `${member} ${url}`)
      if (member === 'logo_uri') assert.equal(answer.headers.get('content-type'), 'image/svg+xml')
      else assert.ok((await answer.text()).includes(name), member)
    }
    await close()
  })

test('pages are in the reader’s language, and their style sheet and fonts are of the same origin', async () => {
  const { service, settings, close } = await composeInMemory('pid-provider', {
    ...parts(),
    publicUrl: 'https://own.example/pid',
  })
  const url = settings.role.organization.policy_uri
  for (const [language, title] of [
    ['it', 'Informativa sulla privacy'],
    ['de', 'Datenschutzerklärung'],
    ['sl', 'Izjava o zasebnosti'],
  ] as const) {
    assert.ok(
      (await (await get(service.app, url, { 'accept-language': language })).text()).includes(
        `<h1 id="title">${title}</h1>`,
      ),
    )
    for (const query of [`lang=${language}`, `from=/a?b&lang=${language}`])
      assert.ok(
        (await (await get(service.app, `${url}?${query}`, { 'accept-language': 'fr' })).text()).includes(
          `<html lang="${language}"`,
        ),
      )
  }
  const page = await (await get(service.app, url)).text()
  const sheet = /rel="stylesheet" href="([^"]*)"/.exec(page)?.[1] ?? ''
  assert.equal(new URL(sheet).origin, 'https://own.example')
  const css = await (await get(service.app, sheet)).text()
  const files = [...css.matchAll(/url\("([^"]*)"\)/g)].map(([, file = '']) => new URL(file, sheet).href)
  assert.equal(files.length, 6)
  for (const file of files) {
    const font = await get(service.app, file)
    assert.deepEqual([font.status, font.headers.get('content-type')], [200, 'font/woff2'], file)
  }
  assert.equal((await get(service.app, new URL('titillium-web-latin-400-italic.woff2', sheet).href)).status, 404)
  assert.equal((await get(service.app, new URL('../package.json', sheet).href)).status, 404)
  await close()
})

test('an operator’s own texts, logo and colour replace the defaults, and texts are escaped', async () => {
  const [privacyFile, logoFile] = [join(directory, 'privacy.txt'), join(directory, 'logo.png')]
  writeFileSync(privacyFile, 'First <b>paragraph</b>.\n\nSecond.')
  writeFileSync(logoFile, 'png')
  const environment = {
    FIDUCIA_SITE_PRIVACY_FILE: privacyFile,
    FIDUCIA_SITE_LOGO_FILE: logoFile,
    FIDUCIA_ROLE_PAGES_COLOUR: '#5c1f6b',
    FIDUCIA_ROLE_PAGES_TEST_ENVIRONMENT: 'true',
    FIDUCIA_ROLE_PAGES_HELP_URI: 'https://help.example/',
  }
  const { service, settings, close } = await composeInMemory('relying-party', {
    ...parts(),
    publicUrl: 'https://own.example',
    environment,
  })
  const { policy_uri: privacy, logo_uri: logo } = settings.role.organization
  const page = await (await get(service.app, privacy)).text()
  assert.ok(page.includes('<p>First &lt;b&gt;paragraph&lt;/b&gt;.</p>') && page.includes('<p>Second.</p>'))
  assert.ok(page.includes('id="test-environment"') && page.includes('href="https://help.example/"'))
  const shown = await get(service.app, logo)
  assert.deepEqual([shown.headers.get('content-type'), await shown.text()], ['image/png', 'png'])
  const sheet = /rel="stylesheet" href="([^"]*)"/.exec(page)?.[1] ?? ''
  assert.ok((await (await get(service.app, sheet)).text()).endsWith(':root{--page-primary:#5c1f6b}'))
  await close()
})

test('D-1171 a reader gets the privacy policy in the own language, or in a stated other one', async () => {
  const files = Object.fromEntries(
    (['it', 'en'] as const).map((language) => {
      const file = join(directory, `privacy-${language}.txt`)
      writeFileSync(file, `Text ${language}.`)
      return [language, file]
    }),
  )
  const read = async (setting: string, publicUrl: string, language: string): Promise<string> => {
    const environment = { FIDUCIA_SITE_PRIVACY_FILE: setting }
    const { service, close } = await composeInMemory('wallet-provider', { ...parts(), publicUrl, environment })
    const page = await (await get(service.app, `${publicUrl}/privacy?lang=${language}`)).text()
    await close()
    return /<div id="text".*?<\/div>/s.exec(page)?.[0].replaceAll('\n', '') ?? ''
  }
  for (const [language, shown] of [
    ['it', '<div id="text"><p>Text it.</p></div>'],
    ['en', '<div id="text"><p>Text en.</p></div>'],
    ['de', '<div id="text" lang="en"><p>Text en.</p></div>'],
  ] as const)
    assert.equal(await read(JSON.stringify(files), 'https://texts.example', language), shown)
  assert.equal(await read(files.it ?? '', 'https://text.example', 'fr'), '<div id="text" lang=""><p>Text it.</p></div>')
  await assert.rejects(read('{}', 'https://none.example', 'it'), { name: 'ConfigError' })
  await assert.rejects(read('{"es":"a.txt"}', 'https://none.example', 'it'), { name: 'ConfigError' })
})

test('the home page says what a member of the federation finds there, and the links answer', async () => {
  for (const [role, ids] of [
    ['trust-anchor', ['configuration', 'members']],
    ['wallet-provider', ['configuration']],
    ['pid-provider', []],
  ] as const) {
    const environment = { FIDUCIA_ROLE_PAGES_TEST_ENVIRONMENT: 'true' }
    const { service, settings, close } = await composeInMemory(role, { ...parts(), environment })
    const page = await (await get(service.app, `${settings.role.organization.homepage_uri}?lang=it`)).text()
    const links = [...page.matchAll(/<li><a id="(\w+)" href="([^"]*)">/g)]
    assert.deepEqual(
      links.map(([, id]) => id).filter((id) => id === 'configuration' || id === 'members'),
      ids,
    )
    for (const [, id = '', url = ''] of links)
      if ((ids as readonly string[]).includes(id)) assert.equal((await get(service.app, url)).status, 200, url)
    assert.ok(page.includes('id="test-environment"'), role)
    assert.equal(page.includes('portafoglio digitale: qui non'), role !== 'trust-anchor')
    await close()
  }
})

test('the role itself serves the logo of an identity provider, at the URL that its button shows', async () => {
  const logoFile = join(directory, 'cie.svg')
  writeFileSync(logoFile, '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const displayName = { it: 'Entra con CIE', en: 'Log in with CIE' }
  const cie = { protocol: 'oidc', id: 'cie', displayName, scheme: 'cie', issuer: 'https://cie.example', logoFile }
  const environment = { FIDUCIA_IDENTITY_PROVIDERS: JSON.stringify([cie]) }
  const own = { ...parts(), publicUrl: 'https://marks.example', environment }
  const { service, close } = await composeInMemory('pid-provider', own)
  const [provider] = (service as unknown as PidProviderService).nationalLogins.identityProviders
  assert.equal(provider?.logoUrl, 'https://marks.example/assets/provider-cie.svg')
  const shown = await get(service.app, provider?.logoUrl ?? '')
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/svg+xml'])
  assert.match(shown.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  await close()
})

test('a service does not start with a missing file or with a logo that is not an image', async () => {
  for (const [name, file] of [
    ['FIDUCIA_SITE_PRIVACY_FILE', join(directory, 'none.txt')],
    ['FIDUCIA_SITE_LOGO_FILE', join(directory, 'logo.bmp')],
    ['FIDUCIA_SITE_LOGO_FILE', join(directory, 'none.svg')],
  ] as const) {
    const starting = composeInMemory('relying-party', {
      ...parts(),
      publicUrl: 'https://faulty.example',
      environment: { [name]: file },
    })
    await assert.rejects(starting, { name: 'ConfigError' })
  }
})

for (const role of ['pid-provider', 'relying-party', 'trust-anchor', 'wallet-provider'] as const)
  test(`GEN-77 ${role}: an unknown path answers browsers with a page whose language switch shows the same error`, async () => {
    const publicUrl = `https://${role}.example/base`
    const { service, close } = await composeInMemory(role, { ...parts(), publicUrl })
    const accept = { accept: 'text/html,*/*', 'accept-language': 'it' }
    for (const path of ['/nowhere', '//elsewhere.example/a"b']) {
      const page = await get(service.app, `${publicUrl}${path}?lang=it`, accept)
      assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'])
      const text = await page.text()
      assert.match(text, /<h1 id="title">Pagina non trovata<\/h1>[\s\S]*<footer>/)
      const english = /id="language-en" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
      assert.equal(english, new URL(`${publicUrl}${path}?lang=en`).href)
      const other = await get(service.app, english, accept)
      assert.equal(other.status, 404)
      assert.match(await other.text(), /<html lang="en">[\s\S]*<h1 id="title">Page not found</)
      if (role !== 'relying-party') assert.match(text, /<p id="error-description" lang="en">There is no endpoint/)
    }
    const json = await get(service.app, `${publicUrl}/nowhere`, { accept: 'application/json' })
    assert.deepEqual([json.status, (await json.json()).error], [404, 'not_found'])
    await close()
  })

test('a page with a URL elsewhere is not served, and an unknown path answers browsers with a page, programs with JSON', async () => {
  const environment = { FIDUCIA_ROLE_ORGANIZATION_POLICY_URI: 'https://elsewhere.example/privacy' }
  const { service, close } = await composeInMemory('pid-provider', {
    ...parts(),
    publicUrl: 'https://split.example',
    environment,
  })
  const missing = await get(service.app, 'https://split.example/privacy', {
    accept: 'text/html,*/*',
    'accept-language': 'de',
  })
  assert.equal(missing.status, 404)
  assert.match(await missing.text(), /<h1 id="title">Seite nicht gefunden<\/h1>[\s\S]*id="reference"/)
  const json = await get(service.app, 'https://split.example/privacy', { accept: 'application/json' })
  assert.deepEqual([json.status, (await json.json()).error], [404, 'not_found'])
  await close()
})
