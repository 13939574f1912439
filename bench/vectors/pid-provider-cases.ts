/** Cases of the PID Provider: a pushed request with a new and with a known attestation, code, token, credential. */
import {
  codeChallengeOf,
  createAuthorizationDetail,
  createClientAssertion,
  createCodeVerifier,
  createDpopProof,
  createPushedAuthorizationForm,
  createRequestObject,
  createResourceHeaders,
  createTokenRequestForm,
  formatSdJwt,
} from '../../src/oauth/index.ts'
import { createCredentialRequest, createKeyProof, pidSupport } from '../../src/oid4vci/index.ts'
import { bodyOf, headerOf, type RawResponse } from '../client/connection.ts'
import { formPost, jsonType, requestBytes } from '../client/http-request.ts'
import { seededKey, verifyJwt } from '../floors/primitives.ts'
import { hostOf, origins, walletRedirectUri } from '../service/origins.ts'
import { type Case, eachWallet, jsonOf, type Stage, storeMembers } from './case.ts'
import { type BenchWallet, storedValue } from './wallets.ts'

const issuer = origins.pidProvider
const host = hostOf(issuer)
const role = 'pid-provider'
const signingKey = () => seededKey('role credential').publicKey

/**
 * Number of requests that each wallet sends in the case with a cached attestation. V8 drops compiled code when it
 * collects garbage between two cases, and compiles it again during the next two thousand requests or so. With one
 * request for each wallet, those would be the whole measurement.
 */
const warmPushes = 4

async function pushRequests(stage: Stage): Promise<Buffer[]> {
  const { seeds, now } = stage.population
  return eachWallet(stage, async (wallet) => {
    const { attested, clientId, values } = wallet
    const verifier = createCodeVerifier(seeds.random)
    values.set('verifier', verifier)
    const code_challenge = codeChallengeOf(seeds, verifier)
    const request = await createRequestObject(seeds, attested, {
      clientId,
      audience: issuer,
      state: `state ${clientId}`,
      codeChallenge: code_challenge,
      authorizationDetails: [createAuthorizationDetail(formatSdJwt, pidSupport)],
      redirectUri: walletRedirectUri,
      now: now(),
    })
    const attestation = storedValue(wallet, 'attestation')
    return formPost(
      host,
      '/as/par',
      createPushedAuthorizationForm({ client_id: clientId, code_challenge, request, attestation }),
    )
  })
}

const validatePush = (answer: RawResponse): void => {
  if (!String(jsonOf(answer).request_uri).startsWith('urn:ietf:params:oauth:request_uri:'))
    throw new Error('no request_uri')
}

const get = (target: string, cookie?: string): Buffer =>
  requestBytes({ method: 'GET', target, host, headers: cookie === undefined ? {} : { cookie } })

const cookieOf = (answer: RawResponse): string => (headerOf(answer, 'set-cookie') ?? '').split(';', 1)[0] ?? ''

/** Logs in and opens the consent page, as a user does between two requests of the wallet. */
async function openConsent(stage: Stage): Promise<void> {
  const authorize = await eachWallet(stage, (wallet) => {
    const query = new URLSearchParams({ client_id: wallet.clientId, request_uri: storedValue(wallet, 'requestUri') })
    return get(`/authorize?${query}`)
  })
  const begun = await stage.collect(role, authorize, 302)
  const callbacks = await eachWallet(stage, ({ values }, index) => {
    const answer = begun[index] as RawResponse
    const { searchParams } = new URL(headerOf(answer, 'location') ?? '')
    values.set('cookie', cookieOf(answer))
    return get(`/login/callback/cie?state=${searchParams.get('state')}&code=x`, values.get('cookie'))
  })
  const loggedIn = await stage.collect(role, callbacks, 302)
  for (const [index, { values }] of stage.population.wallets.entries())
    values.set('cookie', cookieOf(loggedIn[index] as RawResponse))
  const pages = await stage.collect(
    role,
    await eachWallet(stage, (wallet) => get('/consent', storedValue(wallet, 'cookie'))),
    200,
  )
  for (const [index, { values }] of stage.population.wallets.entries()) {
    const token = /name="consent_token" value="([^"]+)"/.exec(bodyOf(pages[index] as RawResponse))?.[1]
    values.set('consentToken', token ?? '')
  }
}

async function tokenRequest({ seeds, now }: Stage['population'], wallet: BenchWallet): Promise<Buffer> {
  const { attested, dpop, clientId } = wallet
  const client_assertion = await createClientAssertion(seeds, attested, { clientId, audience: issuer, now: now() })
  const proof = await createDpopProof(seeds, dpop, { method: 'POST', url: `${issuer}/token`, now: now() })
  const form = createTokenRequestForm({
    client_id: clientId,
    code: storedValue(wallet, 'code'),
    redirect_uri: walletRedirectUri,
    code_verifier: storedValue(wallet, 'verifier'),
    client_assertion,
  })
  return formPost(host, '/token', form, { dpop: proof })
}

async function credentialRequest({ seeds, now }: Stage['population'], wallet: BenchWallet): Promise<Buffer> {
  const { dpop, holder, clientId } = wallet
  const accessToken = storedValue(wallet, 'accessToken')
  const cNonce = storedValue(wallet, 'cNonce')
  const url = `${issuer}/credential`
  const proof = await createDpopProof(seeds, dpop, { method: 'POST', url, now: now(), accessToken })
  const keyProof = await createKeyProof(seeds, holder, { clientId, audience: issuer, cNonce, now: now() })
  const body = JSON.stringify(createCredentialRequest(formatSdJwt, pidSupport, keyProof))
  const headers = { 'content-type': jsonType, ...createResourceHeaders(accessToken, proof) }
  return requestBytes({ method: 'POST', target: '/credential', host, headers, body })
}

export const pidProviderCases: readonly Case[] = [
  {
    id: 'pid-par-cold',
    role,
    needs: ['wp-token'],
    status: 201,
    crypto: 'pid-par-cold',
    writes: true,
    prepare: pushRequests,
    validate: validatePush,
    replayed: 400,
  },
  {
    id: 'pid-par-warm',
    role,
    needs: ['pid-par-cold'],
    status: 201,
    crypto: 'pid-par-warm',
    writes: true,
    prepare: async (stage) => {
      const requests: Buffer[] = []
      for (let push = 0; push < warmPushes; push += 1) requests.push(...(await pushRequests(stage)))
      return requests
    },
    // Each prepared request replaces the wallet's code verifier, so only the last answer of each wallet is usable.
    storeAnswers: (stage, answers) =>
      storeMembers(stage, answers.slice(-stage.population.wallets.length), { request_uri: 'requestUri' }),
    validate: validatePush,
    replayed: 400,
  },
  {
    id: 'pid-authorize',
    role,
    needs: ['pid-par-warm'],
    status: 302,
    crypto: 'pid-authorize',
    writes: true,
    prepare: async (stage) => {
      await openConsent(stage)
      return eachWallet(stage, (wallet) =>
        formPost(
          host,
          '/consent',
          { consent_token: storedValue(wallet, 'consentToken'), decision: 'accept' },
          { cookie: storedValue(wallet, 'cookie') },
        ),
      )
    },
    storeAnswers: (stage, answers) => {
      for (const [index, { values }] of stage.population.wallets.entries()) {
        const location = headerOf(answers[index] as RawResponse, 'location') ?? ''
        values.set('code', new URL(location).searchParams.get('code') ?? '')
      }
    },
    validate: (answer) => {
      if (!headerOf(answer, 'location')?.includes('code=')) throw new Error('no code')
    },
    replayed: 400,
    replayedAfter: 'pid-token',
  },
  {
    id: 'pid-token',
    role,
    needs: ['pid-authorize'],
    status: 200,
    crypto: 'pid-token',
    writes: true,
    prepare: (stage) => eachWallet(stage, (wallet) => tokenRequest(stage.population, wallet)),
    storeAnswers: (stage, answers) => storeMembers(stage, answers, { access_token: 'accessToken', c_nonce: 'cNonce' }),
    validate: (answer) => {
      verifyJwt(String(jsonOf(answer).access_token), signingKey())
    },
    replayed: 400,
  },
  {
    id: 'pid-credential',
    role,
    needs: ['pid-token'],
    status: 200,
    crypto: 'pid-credential',
    writes: true,
    prepare: (stage) => eachWallet(stage, (wallet) => credentialRequest(stage.population, wallet)),
    storeAnswers: (stage, answers) => storeMembers(stage, answers, { credential: 'credential' }),
    validate: (answer, { holder }) => {
      const [issued = ''] = String(jsonOf(answer).credential).split('~')
      const { payload } = verifyJwt(issued, signingKey())
      if (payload.cnf.jwk.x !== holder.publicJwk.x) throw new Error('a credential bound to another key')
    },
    replayed: 400,
  },
]
