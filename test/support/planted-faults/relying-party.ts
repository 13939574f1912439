/** Faults at a Relying Party: of a wallet's response, of credentials, and of a wallet's fetch of the request. */
import { encodeBase64url } from '../../../src/base/index.ts'
import { connectEntity, testEntity } from '../federation.ts'
import {
  answerForm,
  type Bend,
  fetchRequest,
  issuerId,
  post,
  present,
  type RelyingPartyFixture,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
  statusUri,
  testWallet,
} from '../relying-party-fixture.ts'
import type { FaultReports, PlantedFault } from './planted-fault.ts'

export async function relyingPartyFaults(): Promise<readonly PlantedFault[]> {
  const fixture = await relyingPartyFixture()
  const reportOf = async (answer: Promise<Response>, at: RelyingPartyFixture = fixture): Promise<FaultReports> => ({
    answer: await answer,
    decision: at.sink.lastRefusal(),
  })
  const presents =
    (bend: Bend, at: RelyingPartyFixture = fixture) =>
    () =>
      reportOf(
        present(at, { bend }).then(({ response }) => response),
        at,
      )
  const withStatus = (value: number) => async () => {
    const at = await relyingPartyFixture()
    at.setStatusOf('pid', value)
    return presents({}, at)()
  }
  const fetches = (wallet_metadata: object) => async () => {
    const started = await start(fixture)
    return reportOf(fetchRequest(fixture, started, { wallet_metadata: JSON.stringify(wallet_metadata) }))
  }
  return [
    {
      title: 'the KB-JWT is for another Relying Party',
      plant: presents({
        binding: (one) => {
          one.aud = 'https://other.example'
        },
      }),
      reason: /audience/i,
      evidence: [/aud/, new RegExp(rpId), /https:\/\/other\.example/],
      remedy: /aud/,
    },
    {
      title: 'the KB-JWT has the nonce of another request',
      plant: presents({
        binding: (one) => {
          one.nonce = 'n'.repeat(43)
        },
      }),
      reason: /nonce .*request/i,
      evidence: [/payload\.nonce/],
      remedy: /nonce of the request/i,
    },
    {
      title: 'sd_hash covers other disclosures',
      plant: presents({ presented: (text) => text.replace(/[^~]+~$/, '') }),
      reason: /sd_hash/,
      evidence: [/payload\.sd_hash/],
      remedy: /disclosures/i,
    },
    {
      title: 'a claim that the query asks for is not disclosed',
      plant: presents({ disclose: ['given_name', 'family_name'] }),
      reason: /claim/i,
      evidence: [/claims\.\d/, /tax_id_number/],
      remedy: /disclose|claim/i,
    },
    {
      title: 'the PID is revoked',
      plant: withStatus(1),
      reason: /revoked/i,
      evidence: [/at status/, new RegExp(statusUri), new RegExp(issuerId)],
      remedy: /new/i,
    },
    {
      title: 'the PID is suspended',
      plant: withStatus(2),
      reason: /suspended/i,
      evidence: [/at status/, new RegExp(statusUri), new RegExp(issuerId)],
      remedy: /issuer|suspension/i,
    },
    {
      title: 'the issuer is below an anchor that the Relying Party does not trust',
      plant: async () => {
        const anchor = await testEntity('https://other-anchor.example', { fetch: true })
        const issuer = await testEntity('https://strange-issuer.example', {
          hints: [anchor.entityId],
          metadata: { openid_credential_issuer: { credential_issuer: 'https://strange-issuer.example' } },
        })
        connectEntity(fixture.network, fixture.clock, anchor, [issuer])
        connectEntity(fixture.network, fixture.clock, issuer)
        return presents({
          credential: (content) => {
            content.plain.iss = issuer.entityId
            content.signer = issuer.signer
            content.header.kid = issuer.signer.kid
          },
        })()
      },
      reason: /not a configured Trust Anchor/,
      evidence: [/https:\/\/strange-issuer\.example > https:\/\/other-anchor\.example/],
      remedy: /Trust Anchor/,
    },
    {
      title: 'the Wallet Attestation is absent',
      plant: presents({
        members: (one) => {
          delete one.vp_token.wallet_attestation
        },
      }),
      reason: /attestation/i,
      evidence: [/wallet_attestation|attestation_missing/],
      remedy: /attestation/i,
    },
    {
      title: 'the response is not encrypted',
      plant: presents({ protection: 'signed' }),
      reason: /encrypt|protect/i,
      evidence: [/authorization_encrypted_response_alg/, /signed/, /encrypted/],
      remedy: /encrypt/i,
    },
    {
      title: 'the response is encrypted to another key',
      plant: presents({
        form: (form) => {
          const [, ...rest] = form.response.split('.')
          const header = { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'key-1', epk: fixture.decrypter.publicJwk }
          form.response = [encodeBase64url(JSON.stringify(header)), ...rest].join('.')
        },
      }),
      reason: /kid|key/i,
      evidence: [/kid/, /key-1/, new RegExp(fixture.decrypter.kid)],
      remedy: /key/i,
    },
    {
      title: 'wallet_metadata has no algorithm in common with the query',
      plant: fetches({ vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['RS256'] } } }),
      reason: /algorithm/i,
      evidence: [/vp_formats_supported/, /expected: dc\+sd-jwt ES256/i, /found: \[dc\+sd-jwt RS256\]/],
      remedy: /value|algorithm/i,
    },
    {
      title: 'the request_uri has expired',
      plant: async () => {
        const started = await start(fixture)
        fixture.clock.advance(3600)
        return reportOf(fetchRequest(fixture, started))
      },
      reason: /over|expired/i,
      evidence: [/ at query\.id/, /\d+ seconds ago/],
      remedy: /new/i,
    },
    {
      title: 'the KB-JWT is older than the request',
      plant: presents({
        binding: (one) => {
          one.now -= 600
        },
      }),
      reason: /ago|old/i,
      evidence: [/payload\.iat/, /\b600\b/],
      remedy: /clock/i,
    },
    {
      title: 'the credential is of another type',
      plant: presents({
        credential: ({ plain }) => {
          plain.vct = 'urn:example:diploma'
        },
      }),
      reason: /type/i,
      evidence: [/\.meta/, /urn:example:diploma/, /eu\.eudiw\.pid\.it/],
      remedy: /type/i,
    },
    {
      title: 'the response is sent twice',
      plant: async () => {
        const started = await start(fixture)
        const request = await requestObjectOf(await fetchRequest(fixture, started))
        const form = await answerForm(fixture, await testWallet(fixture), request)
        await post(fixture, form)
        return reportOf(post(fixture, form))
      },
      reason: /over|completed|answered/i,
      evidence: [/ at state/, /completed/],
      remedy: /new/i,
    },
  ]
}
