/** Cases of the Wallet Provider: a challenge, a registration with a certificate chain, an attestation. */
import { grantTypeJwtBearer } from '../../src/oauth/index.ts'
import { createWalletAttestationRequest, serialiseClientData } from '../../src/wallet-attestation/index.ts'
import { bodyOf } from '../client/connection.ts'
import { formPost, jsonType, requestBytes } from '../client/http-request.ts'
import { seededKey, verifyJwt } from '../floors/primitives.ts'
import { hostOf, origins, walletAuthorizationEndpoint } from '../service/origins.ts'
import { type Case, eachWallet, jsonOf, type Stage, storeMembers } from './case.ts'
import { type BenchWallet, storedValue } from './wallets.ts'

const issuer = origins.walletProvider
const host = hostOf(issuer)
const role = 'wallet-provider'

const nonceRequest = requestBytes({ method: 'GET', target: '/nonce', host })

const capabilities = {
  authorization_endpoint: walletAuthorizationEndpoint,
  response_types_supported: ['vp_token'],
  response_modes_supported: ['form_post.jwt'],
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
  request_object_signing_alg_values_supported: ['ES256'],
}

async function collectChallenges(stage: Stage): Promise<void> {
  const requests = stage.population.wallets.map(() => nonceRequest)
  storeMembers(stage, await stage.collect(role, requests, 200), { nonce: 'challenge' })
}

/** Returns a wallet's attestation request with this challenge. */
export async function requestUnderChallenge(stage: Stage, wallet: BenchWallet, challenge: string): Promise<Buffer> {
  const { device, attested, clientId } = wallet
  const { seeds, now } = stage.population
  const evidence = await device.assertion(serialiseClientData({ challenge, jwk_thumbprint: clientId }))
  const assertion = await createWalletAttestationRequest(seeds, attested, {
    walletProvider: issuer,
    challenge,
    hardware_key_tag: device.hardwareKeyTag,
    ...evidence,
    capabilities,
    now: now(),
    lifetimeSeconds: 300,
  })
  return formPost(host, '/token', { grant_type: grantTypeJwtBearer, assertion })
}

export const walletProviderCases: readonly Case[] = [
  {
    id: 'wp-nonce',
    role,
    needs: [],
    status: 200,
    crypto: 'wp-nonce',
    writes: false,
    repeatable: true,
    prepare: async () => [nonceRequest],
    validate: (answer) => {
      if (!/^[0-9a-f]{76}$/.test(String(jsonOf(answer).nonce))) throw new Error('no challenge')
    },
  },
  {
    id: 'wp-register',
    role,
    needs: [],
    status: 204,
    crypto: 'wp-register',
    writes: true,
    prepare: async (stage) => {
      await collectChallenges(stage)
      return eachWallet(stage, async (wallet) => {
        const challenge = storedValue(wallet, 'challenge')
        const key_attestation = await wallet.device.keyAttestation(challenge)
        const body = JSON.stringify({ challenge, key_attestation, hardware_key_tag: wallet.device.hardwareKeyTag })
        return requestBytes({
          method: 'POST',
          target: '/wallet-instance',
          host,
          headers: { 'content-type': jsonType },
          body,
        })
      })
    },
    validate: () => undefined,
    replayed: 403,
  },
  {
    id: 'wp-token',
    role,
    needs: ['wp-register'],
    status: 200,
    crypto: 'wp-token',
    writes: true,
    prepare: async (stage) => {
      await collectChallenges(stage)
      return eachWallet(stage, (wallet) => requestUnderChallenge(stage, wallet, storedValue(wallet, 'challenge')))
    },
    storeAnswers: (stage, answers) => {
      for (const [index, { values }] of stage.population.wallets.entries())
        values.set('attestation', bodyOf(answers[index] as (typeof answers)[number]))
    },
    validate: (answer, { clientId }) => {
      const { payload } = verifyJwt(bodyOf(answer), seededKey('role attestation').publicKey)
      if (payload.sub !== clientId) throw new Error('an attestation about another key')
    },
    replayed: 403,
  },
]
