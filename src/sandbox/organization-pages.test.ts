import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestEcosystem } from '../../test/support/ecosystem.ts'
import { decodeJwt } from '../../test/support/forge-jwt.ts'
import { answerOfOrganization } from './organization-pages.ts'

test('the pages of the other organisations are in Italian or English, as a whole', async () => {
  for (const [language, words] of [
    ['it', ['Informativa sulla privacy', 'Invia solo dati inventati']],
    ['en', ['Privacy policy', 'Send only invented data']],
  ] as const) {
    const response = await answerOfOrganization('Ente di prova', '/privacy', language)
    for (const part of [`<html lang="${language}">`, ...words]) assert.ok(String(response?.body).includes(part), part)
  }
  assert.equal(await answerOfOrganization('Ente di prova', '/constructor', 'it'), undefined)
})

test('each role serves the pages that its organisation’s metadata name, without a refused decision', async () => {
  const { roles, decisions } = await createTestEcosystem()
  const refused = () => decisions.decisions.filter(({ outcome }) => outcome !== 'accepted').length
  for (const { name, origin, app } of roles) {
    const ask = (url: string, method = 'GET') => app(new Request(url, { method }))
    const configuration = decodeJwt(await (await ask(`${origin}/.well-known/openid-federation`)).text())
    const metadata = configuration.payload.metadata as Record<string, Record<string, string>>
    const organization = metadata.federation_entity ?? {}
    const kinds = {
      homepage_uri: 'text/html',
      policy_uri: 'text/html',
      tos_uri: 'text/html',
      logo_uri: 'image/svg+xml',
    }
    const before = refused()
    for (const [member, type] of Object.entries(kinds))
      for (const method of member === 'homepage_uri' && name === 'relying-party' ? ['GET'] : ['GET', 'HEAD']) {
        const response = await ask(organization[member] ?? '', method)
        assert.equal(response.status, 200, `${name} ${member}`)
        assert.equal(response.headers.get('content-type')?.split(';')[0], type, `${name} ${member}`)
      }
    assert.equal(refused(), before)
    assert.equal((await ask(`${origin}/nothing`)).status, 404)
    assert.equal((await ask(`${origin}/constructor`)).status, 404)
    assert.equal((await ask(`${origin}/terms`, 'POST')).status, 404)
  }
})
