/** A Wallet Attestation in a response of variant 1 that no entry of the submission names (D-1050). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { changing } from '../../support/cases.ts'
import { forgeJwt } from '../../support/forge-jwt.ts'
import {
  type Bend,
  type Bendable,
  type FixtureOptions,
  members,
  present,
  type RelyingPartyFixture,
  refusesResponse,
  relyingPartyFixture,
  submission,
} from '../../support/relying-party-fixture.ts'

/** A definition that asks for the PID alone. */
const config: FixtureOptions['config'] & object = {
  presentationDefinitions: [
    {
      id: 'pid-login',
      input_descriptors: [{ id: 'PersonIdentificationData', constraints: { fields: [{ path: ['$.given_name'] }] } }],
    },
  ],
  scope: 'PersonIdentificationData',
}
/** Sends the attestation beside the PID, and names only the PID in the submission. */
const unmapped = (change: (texts: string[]) => void = () => undefined): Bend =>
  members((one) => {
    one.presentation_submission = { ...submission, descriptor_map: [submission.descriptor_map[0]] }
    change(one.vp_token)
  })
const scope = 'variant=scope&flow=cross-device'

async function accepts(at: RelyingPartyFixture, bend: Bend): Promise<Bendable> {
  const { response, started } = await present(at, { query: scope, bend })
  assert.equal(response.status, 200, await response.text())
  return (await at.stores.presentationSessions.find(started.id))?.result as Bendable
}
const ids = ({ credentials }: Bendable): string[] => credentials.map(({ id }: Bendable) => id)

test('RP-14 a valid attestation that no entry names counts as the attestation, and as no credential', async () => {
  const at = await relyingPartyFixture({ config })
  const result = await accepts(at, unmapped())
  assert.deepEqual([result.walletAttested, result.walletLevel], [true, 'https://trust-list.eu/aal/high'])
  assert.deepEqual(ids(result), ['PersonIdentificationData'])
  const repeated = await accepts(
    at,
    unmapped((texts) => texts.push(texts[1] ?? '')),
  )
  assert.deepEqual(ids(repeated), ['PersonIdentificationData'])
})

describe('RP-14 refuses an attestation that no entry names', async () => {
  const at = await relyingPartyFixture({ config })
  const stranger = await generateSigner(at)
  const forged: [string, Bend, string][] = [
    ['with a forged signature', { attestationJwt: (jwt) => forgeJwt(jwt, stranger, {}) }, 'signature_invalid'],
    ['that is expired', { attestation: changing({ iat: at.clock.now() - 86_400 }) }, 'expired'],
    [
      'of an unknown Wallet Provider',
      { attestationJwt: (jwt, signer) => forgeJwt(jwt, signer, { payload: { iss: 'https://unknown.example' } }) },
      'no_trust_chain',
    ],
  ]
  for (const [title, bend, code] of forged)
    test(title, () => refusesResponse(at, ['RP-14', '', { ...unmapped(), ...bend }, code, 403], ['scope']))

  test('with the typ of IT-Wallet 1.0 or in other letters', async () => {
    for (const typ of ['oauth-client-attestation+jwt', 'application/Wallet-Attestation+JWT']) {
      const attestationJwt: Bend['attestationJwt'] = (jwt) => forgeJwt(jwt, stranger, { header: { typ } })
      await refusesResponse(at, ['RP-14', '', { ...unmapped(), attestationJwt }, 'signature_invalid', 403], ['scope'])
    }
  })

  test('that is revoked or suspended', async () => {
    const other = await relyingPartyFixture({ config })
    other.setStatusOf('attestation', 1)
    await refusesResponse(other, ['RP-70', '', unmapped(), 'revoked', 403], ['scope'])
    const third = await relyingPartyFixture({ config })
    third.setStatusOf('attestation', 2)
    await refusesResponse(third, ['RP-19', '', unmapped(), 'suspended', 403], ['scope'])
  })

  test('also beside a valid attestation that an entry names', async () => {
    const both = await relyingPartyFixture()
    const forgedOf = (jwt: string): string => `${jwt.slice(0, jwt.lastIndexOf('.'))}.${'A'.repeat(86)}`
    const bend = members((one) => one.vp_token.push(forgedOf(one.vp_token[1])))
    await refusesResponse(both, ['RP-14', '', bend, 'signature_invalid', 403], ['scope'])
  })
})

test('RP-14 other presentations that no entry names are ignored', async () => {
  const at = await relyingPartyFixture({ config })
  const result = await accepts(
    at,
    unmapped((texts) => texts.splice(1, 1, 'x', 'a.b.c', `${texts[0]}x`)),
  )
  assert.equal(result.walletAttested, false)
})
