/** Logins with OpenID Connect with wallets of later profiles, and with a wallet that the person chooses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { furtherProfileNames, type ProfileName, profileNames } from '../../src/profiles/index.ts'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { isDeparture } from '../../src/sandbox/user-agent.ts'
import { walletAuthorizationEndpoint } from '../support/ecosystem.ts'
import { receiveIn } from '../support/ecosystem-test-issuers.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import {
  type OpenIdEcosystem,
  openIdEcosystem,
  post,
  presented,
  reachWallet,
  redeem,
  requestUrl,
} from '../support/openid-login.ts'

/** Creates a person with a credential of the profile. */
async function personIn(ecosystem: OpenIdEcosystem, profile: ProfileName): Promise<DemoWallet> {
  const person = ecosystem.person()
  await person.wallet.setUp()
  if (profile === 'seed') await person.wallet.obtainPid(ecosystem.parts.origins.pidProvider)
  else await receiveIn(ecosystem, person.wallet, profile)
  return person
}

/** Presents to the link. Returns the tokens' `sub` and the claims that the application reads. */
async function loggedIn(ecosystem: OpenIdEcosystem, person: DemoWallet, link: string, profile: ProfileName) {
  const outcome = await person.wallet.present(link, 'same-device', profile)
  assert.deepEqual([outcome.kind, outcome.profile], ['presented', profile])
  const code = new URL(ecosystem.arrived.at(-1)?.url ?? '').searchParams.get('code') ?? ''
  const { json, status } = await redeem(ecosystem, code)
  assert.equal(status, 200, JSON.stringify(json))
  const { payload } = decodeJwt(String(json.id_token))
  const { json: claims } = await post(ecosystem, '/userinfo', {}, { bearer: String(json.access_token) })
  assert.equal(claims.sub, payload.sub)
  return claims
}

const claimsOf = ({ sub, ...claims }: Record<string, never>) => ({ hasSubject: String(sub).length >= 43, claims })

for (const profile of furtherProfileNames)
  test(`RP-121 RP-139 ${profile}: a person logs in with a wallet of the profile, and tax_id_number is the subject`, async () => {
    const ecosystem = await openIdEcosystem(`openid-${profile}`, { profiles: [profile], openid: { profile } })
    const person = await personIn(ecosystem, profile)
    const link = await reachWallet(ecosystem, person, requestUrl())
    const claims = await loggedIn(ecosystem, person, link, profile)
    assert.deepEqual(claimsOf(claims), { hasSubject: true, claims: presented })
  })

test('RP-121 RP-139 it-wallet-1.4: a configured query has priority over the preset query of the same name', async () => {
  const profile = 'it-wallet-1.4'
  const claims = [{ path: ['given_name'] }, { path: ['tax_id_number'] }]
  const asked = { id: 'person', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, claims }
  const ecosystem = await openIdEcosystem('openid-named', {
    profiles: [profile],
    openid: { profile, logins: { pid: { query: 'pid', subject: ['person', 'tax_id_number'] } } },
    relyingParty: { dcqlQueries: { pid: { credentials: [asked] } } },
  })
  const person = await personIn(ecosystem, profile)
  const link = await reachWallet(ecosystem, person, requestUrl())
  const { given_name, tax_id_number } = presented
  const expected = { hasSubject: true, claims: { given_name, tax_id_number } }
  assert.deepEqual(claimsOf(await loggedIn(ecosystem, person, link, profile)), expected)
})

test('RP-121 RP-138 RP-139 auto: a person has the same sub with the wallet of each profile', async () => {
  const walletLinks = profileNames.map((profile) => ({ name: profile, link: walletAuthorizationEndpoint, profile }))
  const ecosystem = await openIdEcosystem('openid-auto', {
    ...{ profiles: furtherProfileNames, openid: { profile: 'auto' }, relyingParty: { walletLinks } },
  })
  const subjects = new Set<unknown>()
  for (const [index, profile] of profileNames.entries()) {
    const person = await personIn(ecosystem, profile)
    const choice = await person.browser.open(requestUrl())
    assert.ok(!isDeparture(choice))
    const wallet = new RegExp(`href="([^"]*[?&;]wallet=${index + 1}(?:&[^"]*)?)"`).exec(choice.text)?.[1] ?? ''
    const link = await reachWallet(ecosystem, person, wallet.replaceAll('&amp;', '&'))
    const claims = await loggedIn(ecosystem, person, link, profile)
    assert.deepEqual(claimsOf(claims), { hasSubject: true, claims: presented }, profile)
    subjects.add(claims.sub)
  }
  assert.equal(subjects.size, 1)
})
