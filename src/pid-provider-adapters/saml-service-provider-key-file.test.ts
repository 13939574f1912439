import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { PrivateFileError, writePrivateFile } from '../node/index.ts'
import { createMetadataFactory, loadServiceProviderKey } from './saml-service-provider-key-file.ts'

const ctx = { clock: { now: () => 1_800_000_000 } }
const directory = freshDirectory()
const load = (path: string) => loadServiceProviderKey(ctx, path, 'https://pid.example')

test('PP-113 concurrent first starts share one key for logins over SAML', async () => {
  const path = join(directory, 'saml.json')
  const [one, other] = await Promise.all([load(path), load(path)])
  assert.equal(statSync(path).mode & 0o077, 0)
  assert.equal(one.certificate, other.certificate)
  assert.equal((await load(path)).certificate, one.certificate)
})

test('PP-113 the certificate of a public body has its URI as UTF8String', async () => {
  const body = { organizationName: 'Comune', entityId: 'https://pid.example', ipaCode: 'c_h501', locality: 'Roma' }
  const { certificate } = await loadServiceProviderKey(ctx, join(directory, 'body.json'), body)
  const der = Buffer.from(certificate.replace(/-----.*-----/g, ''), 'base64').toString('hex')
  const uri = Buffer.from(body.entityId).toString('hex')
  assert.ok(der.includes(`06035504530c${(uri.length / 2).toString(16)}${uri}`), 'X.520 §6.2: URI ::= UTF8String')
})

test('refuses a file without a key and its certificate', async () => {
  const path = join(directory, 'damaged.json')
  writePrivateFile(path, { key: 'x' }, { mode: 'create' })
  await assert.rejects(load(path), PrivateFileError)
})

test('PP-113 the metadata documents of two registries have different IDs', async () => {
  const name = { it: 'Comune', en: 'Municipality' }
  const description = { serviceName: name, organization: { name, url: name } }
  const key = await load(join(directory, 'metadata.json'))
  const render = createMetadataFactory('https://pid.example', key, description)
  const idOf = (profile: 'spid' | 'cie') =>
    / ID="(_[0-9a-f]{64})"/.exec(render(['https://pid.example/cb'], profile))?.[1]
  assert.ok(idOf('spid'))
  assert.equal(idOf('spid'), idOf('spid'))
  assert.notEqual(idOf('spid'), idOf('cie'))
})
