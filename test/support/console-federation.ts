/**
 * The console's map and federation desk over a federation in memory: an anchor with an operator, members of several
 * kinds, an applicant that names the anchor but is not registered, and, if the test wants it, a hostile member.
 */

import type { Fetch, JsonObject } from '../../src/base/index.ts'
import {
  type Administration,
  type Applicant,
  createFederationObserver,
  createFederationScreen,
  createMapScreen,
} from '../../src/console/index.ts'
import { createTrustMark } from '../../src/federation/index.ts'
import { respondJson, toWebResponse } from '../../src/http/index.ts'
import { consoleRequests, createTestConsole } from './console-app.ts'
import {
  configurationOf,
  connectEntity,
  crypto,
  sign,
  statementResponse,
  type TestEntity,
  testEntity,
} from './federation.ts'
import { adminToken, anchorId, entryOf, markType, startAuthority } from './federation-authority.ts'
import { fixedClock } from './fixed-clock.ts'
import { createNetwork } from './network.ts'

export const publicUrl = 'https://console.example'
export const walletId = 'https://wallet-provider.example'
export const verifierId = 'https://servizi.comune.example'
export const hostileId = 'https://hostile.example'
export const applicantId = 'https://applicant.example'

const markup = `<script>alert(1)</script>"'&\u202e\u0007`

/** Name of a member that attacks its readers: markup, text directions, control characters, length. */
export const hostileName = `${markup}${'n'.repeat(10_000)}`

const verifierMetadata = (client_id: string) => ({
  wallet_relying_party: {
    client_id,
    application_type: 'web',
    client_name: 'Servizi del Comune',
    authorization_signed_response_alg: 'ES256',
    authorization_encrypted_response_alg: 'ECDH-ES',
  },
})

/** A member whose configuration has hostile names, superiors in a loop, and times that no date can express. */
async function connectHostile(network: ReturnType<typeof createNetwork>, now: number): Promise<TestEntity> {
  const entity = await testEntity(hostileId, {
    hints: [anchorId, `${hostileId}/loop`],
    metadata: {
      wallet_provider: { [hostileName]: markup },
      constructor: { toString: markup },
    },
  })
  const draft = configurationOf(entity, now)
  draft.payload.metadata.federation_entity.organization_name = hostileName
  draft.payload.metadata.federation_entity.federation_list_endpoint = `${hostileId}/list`
  draft.payload.metadata.federation_entity.federation_fetch_endpoint = `${hostileId}/fetch`
  draft.payload.exp = 9e15
  draft.payload[markup] = hostileName
  const mark = { issuer: hostileId, holder: hostileId, trustMarkType: markup, issuedAt: now, expiresAt: 9e15 }
  draft.payload.trust_marks = [{ trust_mark_type: markup, trust_mark: await createTrustMark(entity.signer, mark) }]
  const statement = await sign(draft)
  network.connect(hostileId, async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/list'))
      return toWebResponse(
        respondJson([hostileId, anchorId, hostileName, ...Array.from({ length: 2000 }, (_, n) => `${hostileId}/${n}`)]),
      )
    return pathname.endsWith('openid-federation') && !/\/\d+\//.test(pathname)
      ? statementResponse(statement)
      : new Response('{}', { status: 404 })
  })
  return entity
}

/** Adds the health endpoint of a role. */
const withHealth =
  (answer: Fetch): Fetch =>
  async (request) =>
    request.url.endsWith('/health') ? toWebResponse(respondJson({ status: 'ok' })) : answer(request)

/** Starts the federation and the console. */
export async function startConsoleFederation({ hostile = false }: { readonly hostile?: boolean } = {}) {
  const clock = fixedClock()
  const network = createNetwork()
  const wallet = await testEntity(walletId, {
    hints: [anchorId],
    metadata: { wallet_provider: { token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256'] } },
  })
  const verifier = await testEntity(verifierId, { hints: [anchorId], metadata: verifierMetadata(verifierId) })
  const applicant = await testEntity(applicantId, { hints: [anchorId], metadata: verifierMetadata(applicantId) })
  for (const entity of [verifier, applicant]) connectEntity(network, clock, entity)
  connectEntity({ connect: (origin, answer) => network.connect(origin, withHealth(answer)) }, clock, wallet)
  const bad = hostile ? await connectHostile(network, clock.now()) : undefined
  const anchor = await startAuthority({ clock, network }, anchorId, {
    config: { trustMarks: [{ type: markType }], keyPublicationSeconds: 600 },
    subordinates: [
      entryOf(wallet, ['wallet_provider']),
      entryOf(verifier, ['wallet_relying_party']),
      ...(bad ? [entryOf(bad, ['wallet_provider'])] : []),
    ],
  })
  const calls: { method: string; path: string; body?: JsonObject }[] = []
  const administration: Administration = {
    authority: anchorId,
    administer: async (call) => {
      calls.push(call)
      const response = await anchor.ask(call.path, {
        method: call.method,
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      })
      const text = await response.text()
      return { status: response.status, ...(text !== '' && { body: JSON.parse(text) }) }
    },
  }
  const federation = {
    ...{ clock, crypto, fetch: network.fetch, urls: { loopbackHttp: false } },
    anchors: new Map([[anchorId, [anchor.signer.publicJwk]]]),
    roles: [
      { name: 'trust-anchor', url: anchorId },
      { name: 'wallet-provider', url: walletId },
    ],
  }
  const observe = createFederationObserver(federation)
  const applicants: Applicant[] = [{ entityId: applicantId, at: clock.now() - 180 }]
  const screens = [
    createMapScreen({ ...federation, observe, administration, calendar: '/federation/calendar' }),
    createFederationScreen({ ...federation, observe, administration, applicants: () => applicants }),
  ]
  const app = createTestConsole({ publicUrl, screens }, clock)
  const ask = consoleRequests(app, publicUrl)
  /** Opens a page in English. */
  const get = async (path: string) => {
    const response = await ask.get(path)
    return { status: response.status, text: await response.text() }
  }
  const post = async (path: string, form: Readonly<Record<string, string>>) => {
    const response = await ask.post(path, form)
    return { status: response.status, text: await response.text(), location: response.headers.get('location') }
  }
  return {
    app,
    screens,
    get,
    post,
    clock,
    network,
    anchor,
    wallet,
    verifier,
    applicant,
    calls,
    federation,
    observe,
    administration,
  }
}
