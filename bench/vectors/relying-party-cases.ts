/** Cases of the Relying Party: Request Object, encrypted response, and the page that polls for the result. */
import { failed, type PublicJwk } from '../../src/base/index.ts'
import { encryptJwe } from '../../src/jose/index.ts'
import { createDirectPostJwt } from '../../src/oid4vp/index.ts'
import { createKeyBindingJwt, presentSdJwt } from '../../src/sd-jwt/index.ts'
import { bodyOf, headerOf, type RawResponse } from '../client/connection.ts'
import { formPost, requestBytes } from '../client/http-request.ts'
import { readJwt, seededKey, verifyJwt } from '../floors/primitives.ts'
import { hostOf, origins } from '../service/origins.ts'
import { type Case, eachWallet, jsonOf, type Stage } from './case.ts'
import { type BenchWallet, storedValue } from './wallets.ts'

const verifier = origins.relyingParty
const host = hostOf(verifier)
const role = 'relying-party'
const disclosed = [['given_name'], ['family_name'], ['tax_id_number']]

/** Begins a session for each wallet at the entity with this path. */
export async function startSessions(stage: Stage, path = ''): Promise<void> {
  const target = `${path}/presentations/new?variant=dcql&flow=same-device`
  const start = requestBytes({ method: 'GET', target, host })
  const begun = await stage.collect(
    role,
    stage.population.wallets.map(() => start),
    302,
  )
  storeEngagements(stage, begun, path)
}

/** Stores what wallet and browser read from the answers that begin the sessions at the entity with this path. */
export function storeEngagements({ population }: Stage, begun: readonly RawResponse[], path = ''): void {
  for (const [index, { values }] of population.wallets.entries()) {
    const answer = begun[index] as RawResponse
    const engagement = new URL(headerOf(answer, 'location') ?? '')
    const requestUri = new URL(engagement.searchParams.get('request_uri') ?? '')
    values.set(`requestTarget${path}`, `${requestUri.pathname}${requestUri.search}`)
    values.set(`sessionId${path}`, requestUri.searchParams.get('id') ?? '')
    values.set(`browserCookie${path}`, (headerOf(answer, 'set-cookie') ?? '').split(';', 1)[0] ?? '')
  }
}

async function response({ seeds, now }: Stage['population'], wallet: BenchWallet): Promise<Buffer> {
  const { payload } = readJwt(storedValue(wallet, 'requestObject'))
  const presented = presentSdJwt(seeds, storedValue(wallet, 'credential'), disclosed)
  if (failed(presented)) throw new Error(presented.code)
  const binding = { aud: verifier, nonce: payload.nonce, now: now() }
  const keyBinding = await createKeyBindingJwt(seeds, wallet.holder, presented, binding)
  if (failed(keyBinding)) throw new Error(keyBinding.code)
  const presentations = [
    { id: 'pid', format: 'dc+sd-jwt', presentation: presented + keyBinding },
    { id: 'wallet_attestation', format: 'jwt', presentation: storedValue(wallet, 'attestation') },
  ]
  const recipient = seededKey('role response').publicJwk as PublicJwk
  const form = await createDirectPostJwt({ kind: 'dcql', presentations }, payload.state, {
    encrypt: (plaintext) => encryptJwe(seeds, { alg: 'ECDH-ES', enc: 'A256GCM', recipient }, plaintext),
  })
  if (failed(form)) throw new Error(form.code)
  return formPost(host, '/response', form)
}

export const relyingPartyCases: readonly Case[] = [
  {
    id: 'rp-request-object',
    role,
    needs: [],
    status: 200,
    crypto: 'rp-request-object',
    writes: true,
    prepare: async (stage) => {
      await startSessions(stage)
      return eachWallet(stage, (wallet) => formPost(host, storedValue(wallet, 'requestTarget'), {}))
    },
    storeAnswers: (stage, answers) => {
      for (const [index, { values }] of stage.population.wallets.entries())
        values.set('requestObject', bodyOf(answers[index] as RawResponse))
    },
    validate: (answer) => {
      verifyJwt(bodyOf(answer), seededKey('role request').publicKey)
    },
  },
  {
    id: 'rp-status',
    role,
    needs: ['rp-request-object'],
    status: 202,
    writes: false,
    repeatable: true,
    prepare: (stage) =>
      eachWallet(stage, (wallet) =>
        requestBytes({
          method: 'GET',
          target: `/session-state?id=${storedValue(wallet, 'sessionId')}`,
          host,
          headers: { cookie: storedValue(wallet, 'browserCookie') },
        }),
      ),
    validate: (answer) => {
      if (jsonOf(answer).status !== 'fetched') throw new Error('the session is not in the state "fetched"')
    },
  },
  {
    id: 'rp-response',
    role,
    needs: ['rp-status', 'pid-credential'],
    status: 200,
    crypto: 'rp-response',
    writes: true,
    prepare: (stage) => eachWallet(stage, (wallet) => response(stage.population, wallet)),
    validate: (answer) => {
      if (!String(jsonOf(answer).redirect_uri).includes('response_code=')) throw new Error('no response code')
    },
    replayed: 400,
  },
]
