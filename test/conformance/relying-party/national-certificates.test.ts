/** An issuer with certificates in the form of the national federation (September 2026), at a Relying Party of 1.4. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base64 } from '../../support/certificates/certificate-world.ts'
import { type Certified, certify, nationalForm } from '../../support/certificates/test-authority.ts'
import { testEntity } from '../../support/federation.ts'
import { assertRefused, type Bendable, issuerId, present } from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

const profile = 'it-wallet-1.4'

/** Starts a service below an anchor that certifies the issuer without names, and also states its root. */
async function nationalIssuer() {
  const at = await profileFixture(profile)
  const { certificates, issuer } = at
  const root = base64(certificates.root.der)
  const member = await certificates.certifyMember(issuer, nationalForm(certificates.root))
  const state = ({ der }: Pick<Certified, 'der'>, last = root): void => {
    at.issuerStatement.jwks = { keys: [{ ...issuer.signer.publicJwk, x5c: [base64(der), last] }] }
  }
  state(member)
  /** Presents a credential. `change` sets its `x5c` and its signer. */
  const presentWith = async (change: (content: Bendable) => void) =>
    (await present(at, { query: 'flow=cross-device', bend: { credential: change } })).response
  const withX5c = (x5c: readonly string[]) => presentWith(({ header }) => void Object.assign(header, { x5c }))
  /** Presents a credential that the federation key signed. */
  const withFederationKey = (x5c: readonly string[]) =>
    presentWith((content) => {
      content.signer = issuer.signer
      Object.assign(content.header, { kid: issuer.signer.kid, x5c })
    })
  return { at, root, member, state, withX5c, withFederationKey }
}

test('FED-137 FED-138 FED-139 1.4 accepts an issuer that the superior certifies without names, and its root at the end', async () => {
  const { at, root, member, withX5c } = await nationalIssuer()
  const x5c = await at.certificates.chainOf(member, at.credentialSigner)
  for (const sent of [x5c, [...x5c, root]]) {
    const response = await withX5c(sent)
    assert.equal(response.status, 200, await response.text())
  }
})

test('FED-137 1.4 refuses an issuer whose superior states another self-signed certificate', async () => {
  const { at, member, state, withX5c } = await nationalIssuer()
  state(member, base64((await certify({ entityId: 'https://root.example', kind: 'root' })).der))
  const x5c = await at.certificates.chainOf(member, at.credentialSigner)
  await assertRefused(at, await withX5c(x5c), ['FED-70', 'x5c_root_present', 403])
})

test('FED-139 1.4 refuses a certificate for the issuer that another member without name constraints issued', async () => {
  const { at, withX5c } = await nationalIssuer()
  const { certificates } = at
  const neighbour = await testEntity('https://neighbour.example')
  const other = await certificates.certifyMember(neighbour, nationalForm(certificates.root))
  const x5c = await certificates.chainOf({ ...other, entityId: issuerId }, at.credentialSigner)
  await assertRefused(at, await withX5c(x5c), ['FED-78', 'x509_issuer_entity_mismatch', 403])
})

test('FED-140 1.4 accepts a credential under the certificate of the federation key only if the key is a metadata key', async () => {
  const { at, root, member, withFederationKey } = await nationalIssuer()
  const x5c = [base64(member.der), root]
  await assertRefused(at, await withFederationKey(x5c), ['FED-79', 'x509_signer_is_authority', 403])
  const published = await nationalIssuer()
  const { keys } = (published.at.issuer.metadata.openid_credential_issuer as Bendable).jwks
  keys.push(published.at.issuer.signer.publicJwk)
  const own = [base64(published.member.der), published.root]
  for (const sent of [own, own.slice(0, 1)]) {
    const response = await published.withFederationKey(sent)
    assert.equal(response.status, 200, await response.text())
  }
})
