/** Applications whose redirect URIs have several hosts or ports log people in at the OpenID Provider. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  appOrigin,
  localOrigins,
  logIn,
  openIdEcosystem,
  personWithPid,
  post,
  redeem,
  redirectUri,
  requestUrl,
} from '../support/openid-login.ts'

const authentication = { method: 'client_secret_basic', secretFile: 'openid.secret' }

for (const [hosts, redirectUris] of [
  ['two hosts', [redirectUri, `${appOrigin}/callback`]],
  ['two ports on localhost', localOrigins.map((origin) => `${origin}/callback`)],
] as const)
  for (const sector of [undefined, 'group'])
    test(`RP-227 a client with redirect URIs on ${hosts} gets one sub, ${sector ? 'with' : 'without'} sector`, async () => {
      const client = { clientId: 'portal', displayName: 'The portal', redirectUris, authentication }
      const ecosystem = await openIdEcosystem('openid-redirect-hosts', {
        openid: { clients: [{ ...client, ...(sector && { sector }) }] },
      })
      const mario = await personWithPid(ecosystem)
      const subjects: unknown[] = []
      for (const redirect_uri of redirectUris) {
        const arrived = await logIn(ecosystem, mario, requestUrl({ redirect_uri }))
        assert.equal(`${arrived.origin}${arrived.pathname}`, redirect_uri)
        const { json } = await redeem(ecosystem, arrived.searchParams.get('code') ?? '', { redirect_uri })
        const answer = await post(ecosystem, '/userinfo', {}, { bearer: String(json.access_token) })
        subjects.push(answer.json.sub)
      }
      const [first, second] = subjects
      assert.match(String(first), /^[\w-]{43}$/)
      assert.equal(first, second)
    })
