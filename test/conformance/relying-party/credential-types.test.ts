/** The type of a presented credential: which types it can have, under which formats and spellings (RP-57, RP-60). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultFromJson } from '../../../src/relying-party/application/presentation-result.ts'
import { changing } from '../../support/cases.ts'
import {
  assertRefused,
  type Bend,
  bodyOf,
  issuerId,
  present,
  providerId,
  relyingPartyFixture,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()

test('RP-57 accepts vc+sd-jwt for dc+sd-jwt, type for vct, wrapped claims and the other name of the tax number', async () => {
  const bends: Bend[] = [
    { credential: changing({ typ: 'vc+sd-jwt' }, 'header') },
    {
      credential: ({ plain }) => {
        plain.type = plain.vct
        delete plain.vct
      },
    },
    {
      credential: ({ disclosable }) => {
        disclosable.tax_id_code = disclosable.tax_id_number
        delete disclosable.tax_id_number
      },
      disclose: ['given_name', 'family_name', 'tax_id_code'],
    },
    {
      credential: (content) => {
        content.disclosable = { credentialSubject: content.disclosable }
      },
      disclose: ['credentialSubject'],
    },
    {
      credential: (content) => {
        content.disclosable = { verified_claims: { claims: content.disclosable } }
      },
      disclose: ['verified_claims'],
    },
  ]
  for (const bend of bends)
    for (const variant of ['dcql', 'scope']) {
      const { response } = await present(fixture, { query: `variant=${variant}&flow=cross-device`, bend })
      assert.equal(response.status, 200, await response.text())
    }
})

test('RP-57 does not read the type from type beside a vct that is no text', async () => {
  const bend: Bend = { credential: ({ plain }) => Object.assign(plain, { vct: [plain.vct], type: plain.vct }) }
  const { response } = await present(fixture, { query: 'variant=dcql&flow=cross-device', bend })
  await assertRefused(fixture, response, ['RP-13', 'type_mismatch', 400])
})

for (const variant of ['dcql', 'scope'])
  for (const value of [null, 42, '', [], [null], { latin: null }] as const)
    test(`RP-55 passes on a given name that is ${JSON.stringify(value)} unchanged (D-254), in ${variant}`, async () => {
      const bend: Bend = { credential: ({ disclosable }) => Object.assign(disclosable, { given_name: value }) }
      const { response, started } = await present(fixture, { query: `variant=${variant}&flow=same-device`, bend })
      assert.equal(response.status, 200, await response.clone().text())
      const session = await fixture.stores.presentationSessions.find(started.id)
      const { credentials } = resultFromJson(session?.result ?? {})
      assert.deepEqual(credentials[0]?.claims.given_name, value)
      const page = await started.browser.get((await bodyOf(response)).redirect_uri)
      assert.equal(page.status, 200)
      assert.match(await page.text(), /id="claim-given_name"/)
      assert.deepEqual(fixture.faults, [])
    })

const pid = 'eu.eudiw.pid.it'
const issuing = (name: string, entry: object = {}) => ({
  credential_configurations_supported: { [name]: { format: 'dc+sd-jwt', ...entry } },
})

test('RP-60 refuses a credential type that the issuer’s metadata or the configuration does not assign to the issuer', async () => {
  for (const [issuerMetadata, config, accepted] of [
    [issuing('library_card'), {}, false],
    [{ credentials_supported: {} }, {}, false],
    [{ ...issuing('pid', { vct: pid }), credential_types_allowed: ['library_card'] }, {}, false],
    [issuing('pid', { vct: pid }), { credentialIssuers: { [pid]: [providerId] } }, false],
    [issuing('pid', { vct: pid }), { credentialIssuers: { [pid]: [providerId, issuerId] } }, true],
    [{ ...issuing(pid), credential_types_allowed: [pid] }, { credentialIssuers: { library_card: [providerId] } }, true],
  ] as const) {
    const at = await relyingPartyFixture({ issuerMetadata, config })
    for (const variant of ['dcql', 'scope']) {
      const { response } = await present(at, { query: `variant=${variant}&flow=cross-device` })
      if (accepted) assert.equal(response.status, 200, await response.text())
      else await assertRefused(at, response, ['RP-60', 'credential_type_not_issued', 403])
    }
  }
})

test('RP-60 refuses a second credential type that the issuer’s metadata do not list', async () => {
  const at = await relyingPartyFixture({ issuerMetadata: issuing('card', { vct: 'card' }) })
  for (const type of [pid, [pid], ['VerifiableCredential', 'card', pid]]) {
    const bend: Bend = { credential: changing({ vct: 'card', type }, 'plain') }
    const { response } = await present(at, { bend })
    await assertRefused(at, response, ['RP-60', 'credential_type_not_issued', 403])
  }
})

test('RP-60 refuses a credential with no type at all', async () => {
  const at = await relyingPartyFixture({ issuerMetadata: issuing('pid', { vct: pid }) })
  for (const absent of [{}, { type: ['VerifiableCredential'] }]) {
    const bend: Bend = {
      credential: (content) => {
        delete content.plain.vct
        Object.assign(content.plain, absent)
      },
    }
    for (const variant of ['dcql', 'scope']) {
      const { response } = await present(at, { query: `variant=${variant}&flow=cross-device`, bend })
      await assertRefused(at, response, ['RP-60', 'credential_type_not_issued', 403])
    }
  }
})

test('RP-57 RP-60 refuses a type among the person’s claims that the issuer’s metadata do not list', async () => {
  const at = await relyingPartyFixture({ issuerMetadata: issuing('card', { vct: 'card' }) })
  for (const [own, inner, refused] of [
    [{ type: 'card' }, { vct: pid }, ['RP-86', 'filter_mismatch', 400]],
    [{ vct: 'card' }, { type: pid }, ['RP-86', 'filter_mismatch', 400]],
    [{}, { vct: pid }, ['RP-60', 'credential_type_not_issued', 403]],
    [{}, { type: pid }, ['RP-60', 'credential_type_not_issued', 403]],
  ] as const)
    for (const wrap of [
      (claims: object) => ({ credentialSubject: claims }),
      (claims: object) => ({ verified_claims: { claims } }),
    ]) {
      const bend: Bend = {
        credential: (content) => {
          delete content.plain.vct
          Object.assign(content.plain, own)
          content.disclosable = wrap({ ...content.disclosable, ...inner })
        },
        disclose: Object.keys(wrap({})),
      }
      const { response } = await present(at, { query: 'variant=scope&flow=cross-device', bend })
      await assertRefused(at, response, refused)
    }
})
