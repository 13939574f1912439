/**
 * Requests to the federation endpoints and for status lists that a literal reader of the specification, and of the
 * drafts that it names, may send.
 */
import { accept, badRequest, type Case, expect, ok, type Runs, refuse } from './cases.ts'
import { type Answer, formOf, get, send } from './http.ts'
import { claimsOf, headerOf, type Json } from './jose.ts'
import type { World } from './world.ts'

const statement = 'application/entity-statement+jwt'
const wellKnown = '/.well-known/openid-federation'

/** Returns a query with escaped values. */
const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString()

const ofType = (answer: Answer, type: string): Answer => {
  expect(answer.headers.get('content-type') === type, `content type ${type}`)
  return answer
}

const members = {
  'Wallet Provider': 'wallet_provider',
  'PID Provider': 'pid_provider',
  'Relying Party': 'relying_party',
} as const

const configurations: Runs = Object.fromEntries(
  Object.entries(members).map(([name, role]) => [
    `fed.configuration.${role} | GET /.well-known/openid-federation | ${name}, claim by claim`,
    async ({ sandbox }: World) => {
      const url = sandbox[role]
      const answer = ofType(await get(`${url}${wellKnown}?x=1`, { accept: statement }), statement)
      const claims = claimsOf(answer.text)
      const { iss, sub, exp, iat, jwks, authority_hints: hints, metadata } = claims
      expect(headerOf(answer.text).typ === 'entity-statement+jwt', 'typ entity-statement+jwt')
      expect(iss === url && sub === url && Number(exp) > Number(iat), 'iss, sub, iat and exp')
      expect(Array.isArray((jwks as Json).keys) && Array.isArray(hints), 'jwks and authority_hints')
      expect(Object.hasOwn(metadata as Json, 'federation_entity'), 'federation_entity')
      return answer
    },
  ]),
)

const fetched = (how: (url: string) => string) => async (world: World) => {
  const { sandbox } = world
  const answer = ofType(await get(`${sandbox.trust_anchor}/fetch?${how(sandbox.relying_party)}`), statement)
  const { iss, sub } = claimsOf(answer.text)
  expect(iss === sandbox.trust_anchor && sub === sandbox.relying_party, 'a statement about the Relying Party')
  return answer
}

const listed = (filter: string) => async (world: World) => {
  const answer = await get(`${world.sandbox.trust_anchor}/list?${filter}`)
  expect((JSON.parse(answer.text) as string[]).includes(world.sandbox.relying_party), 'the Relying Party')
  return answer
}

const resolved = (anchorName: string, more: Readonly<Record<string, string>>) => async (world: World) => {
  const { trust_anchor: anchor, relying_party: sub } = world.sandbox
  const answer = await get(`${anchor}/resolve?${query({ ...more, [anchorName]: anchor, sub })}`)
  ofType(answer, 'application/resolve-response+jwt')
  expect(Object.hasOwn(claimsOf(answer.text).metadata as Json, 'wallet_relying_party'), 'the metadata')
  return answer
}

const permitted: Runs = {
  'fed.fetch | trust chains (draft 36 §7.1) | sub, escaped': fetched((sub) => query({ sub })),
  'fed.fetch-raw | RFC 3986 §3.4: a query may contain : and / | sub, not escaped': fetched((sub) => `sub=${sub}`),
  'fed.fetch-extra | trust chains (draft 36 §7.1) | an unknown parameter before sub': fetched(
    (sub) => `a=1&${query({ sub })}`,
  ),
  'fed.fetch-iss | trust chains (draft 36 §7.1.1: iss and sub) | iss in addition': async (world) =>
    fetched((sub) => query({ sub, iss: world.sandbox.trust_anchor }))(world),
  'fed.list | trust chains (draft 36 §7.2) | all subordinates': listed(''),
  'fed.list-type | trust chains (draft 36 §7.2: entity_type) | by type': listed('entity_type=wallet_relying_party'),
  'fed.list-types | trust chains (draft 36 §7.2: entity_type) | by two types': listed(
    'entity_type=wallet_provider&entity_type=wallet_relying_party',
  ),
  'fed.list-leaves | trust chains (draft 36 §7.2: intermediate) | those that are not intermediates':
    listed('intermediate=false'),
  'fed.resolve | trust chains (draft 36 §7.3) | anchor, as in draft 36': resolved('anchor', {}),
  'fed.resolve-type | trust chains (draft 36 §7.3) | type, as in draft 36': resolved('anchor', {
    type: 'wallet_relying_party',
  }),
  'fed.resolve-later | OpenID Federation 1.0 §8.3 | trust_anchor and entity_type': resolved('trust_anchor', {
    entity_type: 'wallet_relying_party',
  }),
  'fed.status-list | the revocation status; draft-ietf-oauth-status-list §8.1 | the list of an attestation': async (
    world,
  ) => {
    const { status } = claimsOf((await world.attested()).jwt) as { status: { status_list: { uri: string } } }
    const answer = await get(status.status_list.uri, { accept: 'Application/StatusList+JWT, */*;q=0.1' })
    ofType(answer, 'application/statuslist+jwt')
    expect(claimsOf(answer.text).sub === status.status_list.uri, 'sub is the address')
    return answer
  },
}

const asked = (path: (world: World) => string) => (world: World) => get(`${world.sandbox.trust_anchor}${path(world)}`)

const malformed: Runs = {
  'fed.fetch-nothing | trust chains (draft 36 §7.1: sub) | no sub': asked(() => '/fetch'),
  'fed.fetch-empty | trust chains (draft 36 §7.1: sub) | an empty sub': asked(() => '/fetch?sub='),
  'fed.fetch-twice | RFC 6749 §3.1: no parameter more than once | sub twice': asked(
    ({ sandbox }) => `/fetch?sub=${sandbox.relying_party}&sub=${sandbox.pid_provider}`,
  ),
  'fed.list-filter | trust chains (draft 36 §7.2: intermediate is a boolean) | another value': asked(
    () => '/list?intermediate=maybe',
  ),
  'fed.resolve-no-anchor | trust chains (draft 36 §7.3) | no anchor': asked(
    ({ sandbox }) => `/resolve?${query({ sub: sandbox.relying_party })}`,
  ),
  'fed.resolve-no-sub | trust chains (draft 36 §7.3) | no sub': asked(
    ({ sandbox }) => `/resolve?${query({ trust_anchor: sandbox.trust_anchor })}`,
  ),
}

const elsewhere: Runs = {
  'fed.fetch-stranger | trust chains (draft 36 §7.1) | an entity that is not a subordinate': asked(
    () => `/fetch?${query({ sub: 'https://stranger.example' })}`,
  ),
  'fed.fetch-slash | RFC 3986 §6.2.1: simple comparison | a slash after the identifier': asked(
    ({ sandbox }) => `/fetch?${query({ sub: `${sandbox.relying_party}/` })}`,
  ),
  'fed.resolve-anchor | trust chains (draft 36 §7.3) | an anchor of another federation': asked(
    ({ sandbox }) => `/resolve?${query({ sub: sandbox.relying_party, trust_anchor: 'https://stranger.example' })}`,
  ),
}

const posted: Runs = {
  'fed.configuration-post | GET /.well-known/openid-federation | by POST': ({ sandbox }) =>
    send(formOf(`${sandbox.pid_provider}${wellKnown}`, {})),
  'fed.fetch-post | trust chains (draft 36 §7.1: GET) | by POST': ({ sandbox }) =>
    send(formOf(`${sandbox.trust_anchor}/fetch`, { sub: sandbox.relying_party })),
}

export const federationCases: readonly Case[] = [
  ...accept(ok, { ...configurations, ...permitted }),
  ...refuse(badRequest, malformed),
  ...refuse({ status: 404 }, elsewhere),
  ...refuse({ status: 405 }, posted),
]
