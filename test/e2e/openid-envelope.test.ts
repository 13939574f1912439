/** The endpoints of the OpenID Provider that take a form refuse a faulty envelope, as every endpoint of a role does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenForms } from '../support/broken-forms.ts'
import { issuer, openIdEcosystem } from '../support/openid-login.ts'

const ecosystem = await openIdEcosystem('openid envelope')

for (const path of ['/authorize', '/token', '/userinfo']) {
  const forms = brokenForms({ parameter: 'client_id', malformed: '%zz', tooLarge: 20_000, method: 'PUT' })
  for (const [id, code, status, init] of forms)
    test(`${id} POST ${path} of the OpenID Provider refuses ${code}`, async () => {
      const response = await ecosystem.fetch(new Request(issuer + path, init))
      assert.equal(response.status, status)
      const refused = ecosystem.decisions.decisions.at(-1)?.checks.at(-1)
      assert.deepEqual([refused?.requirement, refused?.code], [id, code])
    })
}
