/** Self-signed certificates of a member's federation keys: the organization in their subject. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testNow } from '../../../test/support/certificates/test-authority.ts'
import { crypto } from '../../../test/support/federation.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { failed } from '../../base/index.ts'
import { fixedRingKeys } from '../../federation/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { nameOids, parseCertificate } from '../../x509/index.ts'
import { memberCertificateSettings } from './certificate-settings.ts'
import { certifyOwnKeys } from './certify-own-keys.ts'

test('FED-90 a long name of an organization is cut after a whole character', async () => {
  const signer = await generateSigner({ crypto })
  const ring = certifyOwnKeys(
    { keys: fixedRingKeys(signer), signers: [signer], random: seededRandom('own keys') },
    {
      entityId: 'https://member.example',
      organizationName: `${'a'.repeat(63)}\u{1F3DB}b`,
      settings: memberCertificateSettings.parse({}),
    },
  )
  const [key] = (await ring.current(testNow)).published
  const { x5c } = key as { readonly x5c?: readonly string[] }
  const certificate = parseCertificate(new Uint8Array(Buffer.from(x5c?.[0] ?? '', 'base64')), 'x5c[0]')
  assert.ok(!failed(certificate))
  const organization = certificate.subject.find(({ oid }) => oid === nameOids.organization)
  assert.equal(organization?.text, `${'a'.repeat(63)}\u{1F3DB}`)
})
