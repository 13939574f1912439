/** Faults at a PID Provider: of wallets, of a proxy in front of the service, and of a Wallet Provider. */
import { createKeyProof } from '../../../src/oid4vci/index.ts'
import { connectEntity, testEntity } from '../federation.ts'
import { forgeJwt, type JwtChange } from '../forge-jwt.ts'
import {
  beginIssuance,
  type Issuance,
  obtainCode,
  obtainPid,
  obtainTokens,
  type Push,
  push,
  redeem,
  requestCredential,
  type TokenBend,
} from '../pid-issuance.ts'
import { pidProviderFixture, pidProviderId, testWallet } from '../pid-provider-fixture.ts'
import type { FaultReports, PlantedFault } from './planted-fault.ts'

const other = 'https://other.example'

export async function pidProviderFaults(): Promise<readonly PlantedFault[]> {
  const fixture = await pidProviderFixture()
  const { clock } = fixture
  const reportOf = async (answer: Promise<Response>): Promise<FaultReports> => ({
    answer: await answer,
    decision: fixture.sink.lastRefusal(),
  })
  const pushes = (bend: Push | ((issuance: Issuance) => Promise<Push>)) => async () => {
    const issuance = await beginIssuance(fixture)
    return reportOf(push(issuance, typeof bend === 'function' ? await bend(issuance) : bend))
  }
  const redeems = (bend: TokenBend) => async () => {
    const issuance = await beginIssuance(fixture)
    return reportOf(redeem(issuance, await obtainCode(issuance), bend))
  }
  const attestationWith = (change: JwtChange) =>
    pushes(async ({ wallet }) => ({
      attestation: await forgeJwt(wallet.attestation, fixture.attestationSigner, change),
    }))
  return [
    {
      title: 'htu is the URL of the service behind its proxy',
      plant: redeems({ dpop: { payload: { htu: 'http://10.0.0.7:8080/token' } } }),
      reason: /htu|URL/,
      evidence: [/payload\.htu/, /https:\/\/pid\.example\/token/, /http:\/\/10\.0\.0\.7:8080\/token/],
      remedy: /htu|URL/,
    },
    {
      title: 'htm is GET',
      plant: redeems({ dpop: { payload: { htm: 'GET' } } }),
      reason: /htm|method/i,
      evidence: [/payload\.htm/, /POST/, /GET/],
      remedy: /htm|method/i,
    },
    {
      title: 'the clock of the phone is ten minutes behind, in the DPoP proof',
      plant: async () => redeems({ dpop: { payload: { iat: clock.now() - 600 } } })(),
      reason: /old|ago|behind/i,
      evidence: [/payload\.iat/, /\b600\b/],
      remedy: /clock/i,
    },
    {
      title: 'the clock of the phone is ten minutes ahead, in the Request Object',
      plant: async () => pushes({ object: { payload: { iat: clock.now() + 600, exp: clock.now() + 900 } } })(),
      reason: /future|ahead/i,
      evidence: [/payload\.iat/, /\b600\b/],
      remedy: /clock/i,
    },
    {
      title: 'the client assertion is for another audience',
      plant: redeems({ assertion: { payload: { aud: other } } }),
      reason: /audience/i,
      evidence: [/payload\.aud/, new RegExp(pidProviderId), /https:\/\/other\.example/],
      remedy: /aud/,
    },
    {
      title: 'the scheme of redirect_uri is forbidden',
      plant: pushes({ object: { payload: { redirect_uri: 'javascript:alert(1)' } } }),
      reason: /scheme/i,
      evidence: [/redirect_uri/, /javascript/],
      remedy: /https/i,
    },
    {
      title: 'the code_verifier does not match the code_challenge',
      plant: redeems({ form: { code_verifier: 'x'.repeat(43) } }),
      reason: /code_verifier/,
      evidence: [/code_verifier/],
      remedy: /code_verifier/,
    },
    {
      title: 'the authorization code is redeemed twice',
      plant: async () => {
        const issuance = await beginIssuance(fixture)
        const code = await obtainCode(issuance)
        await redeem(issuance, code)
        return reportOf(redeem(issuance, code))
      },
      reason: /code .*(used|redeemed)/i,
      evidence: [/code_used at \S*code/],
      remedy: /begin|new/i,
    },
    {
      title: 'the c_nonce is stale',
      plant: async () => {
        const issuance = await beginIssuance(fixture)
        const tokens = await obtainTokens(issuance)
        clock.advance(299)
        const { c_nonce } = tokens
        clock.advance(2)
        return reportOf(requestCredential(issuance, { ...tokens, c_nonce }))
      },
      reason: /nonce .*expired/i,
      evidence: [/nonce/, /seconds/],
      remedy: /new/i,
    },
    {
      title: 'the c_nonce is used twice',
      plant: async () => {
        const issuance = await beginIssuance(fixture)
        const tokens = await obtainTokens(issuance)
        await obtainPid(issuance, tokens)
        return reportOf(requestCredential(issuance, tokens))
      },
      reason: /c_nonce .*used/i,
      evidence: [/c_nonce_used at \S*nonce/],
      remedy: /new c_nonce/i,
    },
    {
      title: 'the kid of the key proof is not the thumbprint of its key',
      plant: async () => {
        const issuance = await beginIssuance(fixture)
        return reportOf(
          requestCredential(issuance, await obtainTokens(issuance), { proof: { header: { kid: 'key-1' } } }),
        )
      },
      reason: /kid/i,
      evidence: [/header\.kid/, /key-1/],
      remedy: /thumbprint/i,
    },
    {
      title: 'the key proof is for another issuer',
      plant: async () => {
        const issuance = await beginIssuance(fixture)
        const { c_nonce, ...tokens } = await obtainTokens(issuance)
        const input = { clientId: issuance.wallet.clientId, audience: other, cNonce: c_nonce, now: clock.now() }
        const compactProof = await createKeyProof(fixture, issuance.wallet.holder, input)
        return reportOf(requestCredential(issuance, { c_nonce, ...tokens }, { compactProof }))
      },
      reason: /audience/i,
      evidence: [/payload\.aud/, new RegExp(pidProviderId), /https:\/\/other\.example/],
      remedy: /aud/,
    },
    {
      title: 'the format is unknown',
      plant: async () => {
        const issuance = await beginIssuance(fixture)
        return reportOf(requestCredential(issuance, await obtainTokens(issuance), { body: { format: 'ldp_vc' } }))
      },
      reason: /format/i,
      evidence: [/format/, /ldp_vc/, /vc\+sd-jwt/],
      remedy: /format/i,
    },
    {
      title: 'the Wallet Provider is not in the federation',
      plant: async () => {
        const member = await testEntity('https://unlisted.example', {
          hints: [fixture.anchor.entityId],
          metadata: fixture.walletProvider.metadata,
        })
        connectEntity(fixture.network, clock, member)
        return attestationWith({ header: { trust_chain: undefined }, payload: { iss: member.entityId } })()
      },
      reason: /superior .*no statement|not in the federation/i,
      evidence: [/https:\/\/unlisted\.example/],
      remedy: /superior|anchor/i,
    },
    {
      title: 'the Wallet Attestation has expired',
      plant: async () => {
        const wallet = await testWallet(fixture, { lifetimeSeconds: 60 })
        clock.advance(120)
        return reportOf(push(await beginIssuance(fixture, wallet)))
      },
      reason: /expired/i,
      evidence: [/payload\.exp/, /seconds/],
      remedy: /new/i,
    },
    {
      title: 'the level of the Wallet Attestation is not one that its provider supports',
      plant: attestationWith({ payload: { aal: 'https://trust-list.eu/aal/low' } }),
      reason: /level|aal/i,
      evidence: [/aal\/low/, /aal\/high/],
      remedy: /level|attestation/i,
    },
  ]
}
