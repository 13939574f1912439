/** Issues the credential type of docs/guides/issuer.md with the data of its person source, in memory. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/source/files.ts'
import { fail, type Json } from '../../src/base/index.ts'
import { holderFacets } from '../../src/credential/holder.ts'
import { createAuthorizationDetail, formatNames } from '../../src/oauth/index.ts'
import type { PersonSource } from '../../src/pid-provider/index.ts'
import { readCredentialTypes } from '../../src/serve/credential-types.ts'
import { beginIssuance, obtainPid, obtainTokens } from '../support/pid-issuance.ts'
import { pidProviderFixture } from '../support/pid-provider-fixture.ts'
import { person } from '../support/scripted-identity-provider.ts'
import { guideSuite } from './guide-suite.ts'

const guide = readFileSync(join(root, 'docs/guides/issuer.md'), 'utf8')
const block = (name: string): string => {
  const [, text] = new RegExp(`^\`\`\`${name}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide) ?? []
  return text ?? assert.fail(`the guide has no block ${name}`)
}

// A directory below the package, so that imports by the package's name resolve.
mkdirSync(join(root, '.fiducia'), { recursive: true })
const directory = mkdtempSync(join(root, '.fiducia', 'issuer-type-'))

guideSuite('docs/guides/issuer.md', () => {
  after(() => rmSync(directory, { recursive: true, force: true }))

  test('PP-37 a credential type in a file is issued with the data of a source in a program', async () => {
    writeFileSync(join(directory, 'card.json'), block('jsonc credential-type'))
    writeFileSync(join(directory, 'source.ts'), block('ts source'))
    const credentialTypes = readCredentialTypes(['card.json'], (path) => join(directory, path))
    const [, type = assert.fail()] = credentialTypes
    const { personSource } = (await import(pathToFileURL(join(directory, 'source.ts')).href)) as {
      personSource: PersonSource
    }
    const config = { credentialType: type.credentialType, doctype: type.doctype }
    const fixture = await pidProviderFixture({ config, credentialTypes, personSource })
    const { given_name, family_name } = person
    const attributes = { given_name, family_name, fiscal_number: 'TINIT-RSSMRA80A01H501U' }
    fixture.identityProvider.script.attributes = attributes
    for (const format of type.formats) {
      const issuance = await beginIssuance(fixture)
      const authorization_details = [createAuthorizationDetail(format, type)] as unknown as Json
      const tokens = await obtainTokens(issuance, { object: { payload: { authorization_details } } })
      const names = {
        credential_definition: { type: [type.credentialType] },
        ...formatNames[format].requestMembers(type),
      }
      const { credential } = await obtainPid(issuance, tokens, { body: { format, ...names } })
      const { open, display } = holderFacets[format]
      const held = { credential, alg: 'ES256', type: formatNames[format].typeOf(type) }
      const [first] = Object.values(display(open(fixture, held), type))
      assert.equal(first, person.given_name, format)
    }
    const login = { attributes: { ...attributes, fiscal_number: 'TINIT-VRDLGU80A01H501Z' } }
    const answer = await personSource.attributesOf(login as Parameters<PersonSource['attributesOf']>[0])
    assert.deepEqual(answer, fail('person_unknown', 'register'))
  })
})
