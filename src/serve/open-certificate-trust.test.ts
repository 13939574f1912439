/** The root certificates of an entity of IT-Wallet 1.4: in the pinned keys of its anchors and in files. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { base64 } from '../../test/support/certificates/certificate-world.ts'
import { createCertifiedFederation } from '../../test/support/certificates/certified-federation.ts'
import { testEntity } from '../../test/support/federation.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { createNetwork } from '../../test/support/network.ts'
import { failed } from '../base/index.ts'
import { ConfigError } from '../node/index.ts'
import type { FurtherProfileName } from '../profiles/index.ts'
import { openCertificateTrust } from './open-certificate-trust.ts'
import { createSettings } from './read-settings.ts'
import { anchorsOf } from './service.ts'

const directory = freshDirectory()
const pemOf = (...texts: readonly string[]): string =>
  texts.map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`).join('')
/** Writes a file and returns its name. */
function fileOf(name: string, text: string): string {
  writeFileSync(join(directory, name), text)
  return name
}

const clock = fixedClock()
const network = createNetwork()
const federation = await createCertifiedFederation({ clock, network })
const foreign = await createCertifiedFederation({ clock, network: createNetwork() })
const member = await testEntity('https://member.example')
const certificate = await federation.certifyMember(member)
const x5c = await federation.chainOf(certificate, member.signer)
const [root, foreignRoot] = [base64(federation.root.der), base64(foreign.root.der)]

/** Opens the trust of a Relying Party's further entity, as `serve` does. */
function open(
  rootFiles: readonly string[],
  { pinned = {}, profile = 'it-wallet-1.4' }: { readonly pinned?: object; readonly profile?: FurtherProfileName } = {},
) {
  const organization = {
    organization_name: 'Comune',
    ...{ homepage_uri: 'https://rp.example/', logo_uri: 'https://rp.example/logo.svg' },
    ...{ policy_uri: 'https://rp.example/privacy', tos_uri: 'https://rp.example/terms' },
  }
  const values = {
    publicUrl: 'https://rp.example',
    anchors: [{ entityId: 'https://ta.example', jwks: { keys: [{ ...member.signer.publicJwk, ...pinned }] } }],
    role: { organization, clientName: 'Comune' },
    profiles: { [profile]: { certificateTrust: { rootFiles } } },
  }
  const [entity] = createSettings('relying-party', values, (path) => join(directory, path)).profileEntities
  assert.ok(entity)
  return openCertificateTrust(entity, { clock, fetch: network.fetch }, anchorsOf(entity))
}

/** Returns the code of the refusal of the member, or `accepted`. */
async function codeOf(...opened: Parameters<typeof open>): Promise<string> {
  const verdict = await open(...opened)?.evaluate(x5c, member.entityId, 'x5c')
  assert.ok(verdict)
  return failed(verdict) ? verdict.code : 'accepted'
}

test('FED-72 a root in a pinned key of an anchor is trusted', async () => {
  assert.equal(await codeOf([], { pinned: { x5c: [root] } }), 'accepted')
})

test('FED-72 roots in files are trusted too, even several in one file', async () => {
  const both = fileOf('both.pem', `# Roots\n${pemOf(foreignRoot, root)}`)
  assert.equal(await codeOf([both]), 'accepted')
  assert.equal(await codeOf([fileOf('root.pem', pemOf(root))], { pinned: { x5c: [foreignRoot] } }), 'accepted')
  assert.equal(await codeOf([fileOf('foreign.pem', pemOf(foreignRoot))]), 'x509_signature_invalid') // the same name
})

test('RP-231 a profile without certificate trust reads and trusts no roots, and checks the revocation of a path', async () => {
  const options = { profile: 'it-wallet-1.0', pinned: { x5c: [root] } } as const
  assert.equal(await codeOf([fileOf('nothing.pem', 'nothing')], options), 'x509_path_missing')
  const path = [...x5c, root].map((text) => Buffer.from(text, 'base64'))
  const before = network.exchanges.length
  assert.equal(await open([], options)?.checkRevocation(path, 'x5chain'), undefined)
  assert.equal(network.exchanges.length, before + path.length - 1, 'one list for each certificate below the root')
})

const leaf = x5c[0] ?? ''
const place = String.raw`profiles\.it-wallet-1\.4\.certificateTrust\.rootFiles`
const faults: readonly (readonly [what: string, run: () => unknown, says: string])[] = [
  ['no root at all', () => open([]), `${place}: is empty`],
  ['a file that does not exist', () => open(['missing.pem']), `${place}\\.0: there is no file`],
  [
    'a file without certificates',
    () => open([fileOf('none.pem', 'none')]),
    `${place}\\.0: .*not a supported certificate`,
  ],
  [
    'a certificate that is not of an authority',
    () => open([fileOf('good.pem', pemOf(root)), fileOf('leaf.pem', pemOf(leaf))]),
    `${place}\\.1: .*not a certificate of an authority`,
  ],
  [
    'a pinned key with a broken certificate',
    () => open([], { pinned: { x5c: ['MAA='] } }),
    'anchors: .*not a supported certificate',
  ],
]
for (const [what, run, says] of faults)
  test(`a service does not start with ${what}`, () => {
    assert.throws(run, (thrown: unknown) => {
      assert.ok(thrown instanceof ConfigError)
      assert.match(thrown.faults.join('\n'), new RegExp(says))
      return true
    })
  })
