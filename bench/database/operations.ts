/** Operations of a wallet's life with every request that a service answers, for the costs of a database. */
import { createNodeCrypto } from '../../src/node/index.ts'
import { formatDcSdJwt } from '../../src/oauth/index.ts'
import { pidSupport } from '../../src/oid4vci/index.ts'
import { secretDigest } from '../../src/relying-party/index.ts'
import { headerOf, type RawResponse } from '../client/connection.ts'
import { formPost, jsonType, requestBytes } from '../client/http-request.ts'
import type { CaseId } from '../goals.ts'
import { hostOf, origins } from '../service/origins.ts'
import { type Case, eachWallet, jsonOf, type Stage, storeMembers } from '../vectors/case.ts'
import { cases } from '../vectors/cases.ts'
import { storeEngagements } from '../vectors/relying-party-cases.ts'
import { storedValue } from '../vectors/wallets.ts'

/** An operation that each wallet of a stage does once. */
interface Operation {
  readonly name: string
  run(stage: Stage): Promise<unknown>
}

const apiKey = 'key-of-the-portal-0123456789abcdefgh'
const returnUrl = 'https://portal.example/back'

/** The application that orders the presentations. */
export const application = {
  id: 'portal',
  apiKeyDigests: [secretDigest({ crypto: createNodeCrypto() }, apiKey)],
  returnUrls: [returnUrl],
}

const order = {
  dcql_query: {
    credentials: [
      {
        id: 'pid',
        format: formatDcSdJwt,
        meta: { vct_values: [pidSupport.credentialType] },
        claims: ['given_name', 'family_name', 'tax_id_number'].map((name) => ({ path: [name] })),
      },
    ],
  },
  flow: 'same-device',
  return_url: returnUrl,
}

function findCase(id: CaseId): Case {
  const found = cases.find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no case ${id}`)
  return found
}

async function sendCase(stage: Stage, id: CaseId): Promise<readonly RawResponse[]> {
  const one = findCase(id)
  const answers = await stage.collect(one.role, await one.prepare(stage), one.status)
  one.storeAnswers?.(stage, answers)
  return answers
}

async function issuePids(stage: Stage): Promise<void> {
  storeMembers(stage, await sendCase(stage, 'pid-par-cold'), { request_uri: 'requestUri' })
  for (const id of ['pid-authorize', 'pid-token', 'pid-credential'] as const) await sendCase(stage, id)
}

const role = 'relying-party'
const host = hostOf(origins.relyingParty)

const get = (url: unknown, headers: Readonly<Record<string, string>> = {}): Buffer => {
  const { pathname, search } = new URL(String(url))
  return requestBytes({ method: 'GET', target: `${pathname}${search}`, host, headers })
}

const callApi = (target: string, body: object): Buffer => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': jsonType }
  return requestBytes({ method: 'POST', target, host, headers, body: JSON.stringify(body) })
}

/** Runs presentations from the application's order to its redemption of the reference. */
async function presentInOrder(stage: Stage): Promise<void> {
  const orders = await stage.collect(role, await eachWallet(stage, () => callApi('/api/presentations', order)), 201)
  const starts = await eachWallet(stage, (_, index) => get(jsonOf(orders[index] as RawResponse).start_url))
  storeEngagements(stage, await stage.collect(role, starts, 302))
  const fetches = await eachWallet(stage, (wallet) => formPost(host, storedValue(wallet, 'requestTarget'), {}))
  findCase('rp-request-object').storeAnswers?.(stage, await stage.collect(role, fetches, 200))
  const accepted = await sendCase(stage, 'rp-response')
  const returns = await eachWallet(stage, (wallet, index) =>
    get(jsonOf(accepted[index] as RawResponse).redirect_uri, { cookie: storedValue(wallet, 'browserCookie') }),
  )
  const landed = await stage.collect(role, returns, 303)
  const redemptions = await eachWallet(stage, (_, index) => {
    const location = new URL(headerOf(landed[index] as RawResponse, 'location') ?? '')
    return callApi('/api/results', { reference: location.searchParams.get('reference') })
  })
  await stage.collect(role, redemptions, 200)
}

export const operations: readonly Operation[] = [
  { name: 'registrations', run: (stage) => sendCase(stage, 'wp-register') },
  // The first attestation of an instance also makes it operational.
  { name: 'first attestations', run: (stage) => sendCase(stage, 'wp-token') },
  { name: 'attestations', run: (stage) => sendCase(stage, 'wp-token') },
  { name: 'PIDs', run: issuePids },
  { name: 'presentations', run: presentInOrder },
]
