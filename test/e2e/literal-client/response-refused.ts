/** Authorization Responses, and requests of browsers, that the Relying Party must refuse. Each breaks one rule. */
import { changing } from '../../support/cases.ts'
import { any, type Case, each, objectFrom, type Rows, refuse, unauthorized, withIdPrefix } from './cases.ts'
import { type Answer, formOf, get, jsonOf, requireAnswer, send } from './http.ts'
import {
  breakSignature,
  claimsOf,
  encrypt,
  headerOf,
  type Json,
  newKey,
  now,
  randomText,
  sha256,
  signJwt,
} from './jose.ts'
import {
  encryptionKey,
  present,
  type Response,
  respond,
  type Started,
  start,
  submission,
  vpTokenOf,
} from './steps-relying-party.ts'
import type { World } from './world.ts'

const kbPayload = 'SD-JWT presentation, KB-JWT payload, all REQUIRED'
const invalid = { status: 400, error: 'invalid_request' } as const

const forgedAttestation = (jwt: string, change: (claims: Json, header: Json) => void = () => {}): string => {
  const [header, claims] = [headerOf(jwt), claimsOf(jwt)]
  change(claims, header)
  return signJwt(newKey(), header, claims)
}

const inKeyBinding = (claims: Json) => changing(claims, 'keyBinding.claims')
const ownPid = (draft: Response, change: (header: Json, claims: Json) => void, key = newKey()): void => {
  const [header, claims] = [headerOf(draft.pid.issued), claimsOf(draft.pid.issued)]
  change(header, claims)
  ;(draft as { pid: unknown }).pid = { ...draft.pid, issued: signJwt(key, header, claims) }
}

/** Each row runs in both variants. */
const responses: Rows<Response> = {
  'kb-nonce | SD-JWT presentation, KB-JWT payload, all REQUIRED: nonce MUST equal the nonce of the Request Object | another nonce':
    inKeyBinding({ nonce: randomText() }),
  'kb-aud | SD-JWT presentation, KB-JWT payload, all REQUIRED: aud MUST match the Relying Party | another aud':
    inKeyBinding({ aud: 'https://other.example' }),
  'kb-sd-hash | SD-JWT presentation, KB-JWT payload, all REQUIRED: sd_hash | another sd_hash': inKeyBinding({
    sd_hash: sha256('another'),
  }),
  ...objectFrom(['iat', 'aud', 'nonce', 'sd_hash'], (name) => [
    `kb-no-${name} | ${kbPayload} | no ${name}`,
    ({ keyBinding }: Response) => {
      keyBinding.claims[name] = undefined
    },
  ]),
  'kb-old | SD-JWT presentation, KB-JWT payload, all REQUIRED: iat | iat of a day ago': inKeyBinding({
    iat: now() - 86400,
  }),
  'kb-future | SD-JWT presentation, KB-JWT payload, all REQUIRED: iat | iat in an hour': inKeyBinding({
    iat: now() + 3600,
  }),
  'kb-no-typ | SD-JWT presentation, KB-JWT header: typ (REQUIRED) | no typ': ({ keyBinding }) =>
    delete keyBinding.header.typ,
  'kb-typ | SD-JWT presentation, KB-JWT header: typ | the typ of a PID': ({ keyBinding }) => {
    keyBinding.header.typ = 'vc+sd-jwt'
  },
  'kb-none | alg MUST NOT be none nor a symmetric algorithm | alg none': ({ keyBinding }) => {
    keyBinding.header.alg = 'none'
  },
  'kb-mac | alg MUST NOT be none nor a symmetric algorithm | alg HS256': ({ keyBinding }) => {
    keyBinding.header.alg = 'HS256'
  },
  'kb-key | The KB-JWT is verified with the key in the cnf claim | signed with another key': (draft) => {
    draft.holder = newKey()
  },
  'kb-signature | The KB-JWT is verified with the key in the cnf claim | a broken signature': (draft) => {
    const [kb = '', ...rest] = present(draft).split('~').reverse()
    draft.presentation = [breakSignature(kb), ...rest].reverse().join('~')
  },
  'no-kb | SD-JWT presentation: ~ and a Key Binding JWT | no KB-JWT': (draft) => {
    draft.presentation = [draft.pid.issued, ...draft.disclosures, ''].join('~')
  },
  'disclosure-forged | the Relying Party verifies the response | a disclosure that the issuer did not make': (
    draft,
  ) => {
    draft.disclosures.push(
      Buffer.from(JSON.stringify([randomText(16), 'email', 'x@example.org'])).toString('base64url'),
    )
  },
  'disclosure-changed | the Relying Party verifies the response | a disclosure with another value': (draft) => {
    const [salt, name] = JSON.parse(Buffer.from(draft.disclosures[0] ?? '', 'base64url').toString())
    draft.disclosures[0] = Buffer.from(JSON.stringify([salt, name, 'Luigi'])).toString('base64url')
  },
  'disclosure-twice | SD-JWT: a digest occurs once | a disclosure twice': (draft) =>
    void draft.disclosures.push(draft.disclosures[0] ?? ''),
  'issuer-signature | the Relying Party verifies the trust in credential issuers | a PID with a broken signature': (
    draft,
  ) => {
    ;(draft as { pid: unknown }).pid = { ...draft.pid, issued: breakSignature(draft.pid.issued) }
  },
  'issuer-self | the Relying Party verifies the trust in credential issuers | a PID signed by the wallet': (draft) =>
    ownPid(draft, () => {}),
  'issuer-none | alg MUST NOT be none nor a symmetric algorithm | a PID with alg none': (draft) =>
    ownPid(draft, (header) => {
      header.alg = 'none'
    }),
  'issuer-rp | the Relying Party verifies the trust in credential issuers | a PID of an entity that is not a PID Provider':
    (draft) =>
      ownPid(draft, (_, claims) => {
        claims.iss = draft.asked.client_id
      }),
  'no-attestation | post the presentation with the Wallet Attestation | no Wallet Attestation': (draft) => {
    draft.presentation = present(draft)
    if ('scope' in draft.asked) {
      draft.vpToken = [draft.presentation]
      const { descriptor_map, ...rest } = submission()
      draft.content.presentation_submission = { ...rest, descriptor_map: [(descriptor_map as Json[])[0]] }
    } else draft.vpToken = { pid: draft.presentation }
  },
  'attestation-signature | the Relying Party verifies the wallet attestation and its provider | a Wallet Attestation with a broken signature':
    (draft) => {
      draft.attested = { ...draft.attested, jwt: breakSignature(draft.attested.jwt) }
    },
  'attestation-forged | the Relying Party verifies the wallet attestation and its provider | a Wallet Attestation signed by the wallet':
    (draft) => {
      draft.attested = { ...draft.attested, jwt: forgedAttestation(draft.attested.jwt) }
    },
  'attestation-foreign | the Relying Party verifies the wallet attestation and its provider | a Wallet Attestation of a member that is not a Wallet Provider':
    (draft, world) => {
      const jwt = forgedAttestation(draft.attested.jwt, (claims, header) => {
        claims.iss = world.sandbox.pid_provider
        delete header.trust_chain
      })
      draft.attested = { ...draft.attested, jwt }
    },
  'attestation-as-pid | the Relying Party verifies the response | the Wallet Attestation instead of the PID': (
    draft,
  ) => {
    draft.presentation = draft.attested.jwt
  },
  'state | state: unique identifier of the authorization request | another state': (draft) => {
    draft.content.state = randomText()
  },
  'no-state | state: unique identifier of the authorization request | no state': (draft) => delete draft.content.state,
  'no-vp-token | response_type vp_token | no vp_token': async (draft, world) => {
    const key = await encryptionKey(world)
    draft.form = ({ vp_token: _, ...content }) => ({ response: encrypt(key, JSON.stringify(content)) })
  },
  'jwe-key | response mode direct_post.jwt | encrypted to another key': async (draft, world) => {
    const { kid } = await encryptionKey(world)
    draft.form = (content) => ({ response: encrypt({ ...newKey().jwk, kid }, JSON.stringify(content)) })
  },
  'jwe-text | response mode direct_post.jwt | text that is not a JWE': (draft) => {
    draft.form = () => ({ response: 'response' })
  },
  'jwe-content | response mode direct_post.jwt | a JWE whose content is not JSON': async (draft, world) => {
    const key = await encryptionKey(world)
    draft.form = () => ({ response: encrypt(key, 'vp_token') })
  },
  'jwt-none | authorization_signed_response_alg: MUST NOT be none | a response with alg none inside the JWE': async (
    draft,
    world,
  ) => {
    const key = await encryptionKey(world)
    draft.presentation = present(draft)
    draft.vpToken = vpTokenOf(draft, 'scope' in draft.asked ? 'scope' : 'dcql')
    draft.form = (content) => ({
      response: encrypt(
        key,
        signJwt(draft.attested.key, { alg: 'none' }, { aud: world.sandbox.relying_party, exp: now() + 60, ...content }),
        { cty: 'JWT' },
      ),
    })
  },
  'jwt-key | authorization_signed_response_alg | a response signed with a key without an attestation': async (
    draft,
    world,
  ) => {
    const key = await encryptionKey(world)
    const stranger = newKey()
    draft.form = (content) => ({
      response: encrypt(
        key,
        signJwt(
          stranger,
          { kid: stranger.thumbprint },
          { iss: stranger.thumbprint, aud: world.sandbox.relying_party, exp: now() + 60, ...content },
        ),
        { cty: 'JWT' },
      ),
    })
  },
}

const session = (started: Started, id: string | undefined, cookie: string): Promise<Answer> => {
  const query = id === undefined ? '' : `?id=${encodeURIComponent(id)}`
  return get(`${new URL(started.requestUri).origin}/session-state${query}`, cookie === '' ? {} : { cookie })
}
const idOf = (started: Started): string => new URL(started.requestUri).searchParams.get('id') ?? ''

const completed = async (world: World): Promise<{ started: Started; redirect: string }> => {
  const started = await start(world, 'dcql')
  const { answer } = await respond(world, 'dcql', undefined, { started })
  return { started, redirect: String(requireAnswer('response', answer).json.redirect_uri) }
}
const page = { page: true } as const
const forbidden = { page: true, status: 403 } as const

export const responseRefused: readonly Case[] = [
  ...(['scope', 'dcql'] as const).flatMap((variant) =>
    each(
      refuse,
      withIdPrefix(`rp.${variant}.`, responses),
      async (world, change) => (await respond(world, variant, change)).answer,
    ),
  ),
  ...refuse(any, {
    'rp.scope.no-submission | OpenID4VP Draft 20 §6.1: presentation_submission | no presentation_submission': async (
      world,
    ) =>
      (
        await respond(world, 'scope', async (draft) => {
          const key = await encryptionKey(world)
          draft.form = ({ presentation_submission: _, ...content }) => ({
            response: encrypt(key, JSON.stringify(content)),
          })
        })
      ).answer,
    'rp.scope.definition | scope: alias of a presentation definition id | a submission for another definition': async (
      world,
    ) =>
      (
        await respond(world, 'scope', (draft) => {
          draft.content.presentation_submission = { ...submission(), definition_id: 'another' }
        })
      ).answer,
    'rp.scope.more | limit_disclosure required in the presentation definition | all six attributes': async (world) =>
      (
        await respond(world, 'scope', (draft) => {
          draft.disclosures = [...draft.pid.disclosures]
        })
      ).answer,
    'rp.dcql.state-two | state: unique identifier of the authorization request | another state outside the JWE': async (
      world,
    ) =>
      (
        await respond(world, 'dcql', async (draft) => {
          const key = await encryptionKey(world)
          draft.form = (content) => ({ response: encrypt(key, JSON.stringify(content)), state: randomText() })
        })
      ).answer,
  }),
  ...refuse(invalid, {
    'rp.get.over | Request Object endpoint: malformed or unknown request_uri: 400 invalid_request | a request that has been answered':
      async (world) => {
        const { started } = await completed(world)
        return get(started.requestUri)
      },
  }),
  ...refuse(any, {
    'rp.dcql.id | dcql_query: id | an id that was not asked for': async (world) =>
      (
        await respond(world, 'dcql', (draft) => {
          draft.vpToken = { other: present(draft), wallet_attestation: draft.attested.jwt }
        })
      ).answer,
    'rp.dcql.twice | state: unique identifier; nonce: fresh | a response sent twice': async (world) => {
      const { sent, answer } = await respond(world, 'dcql')
      requireAnswer('first', answer)
      return send(sent)
    },
    'rp.dcql.other-session | nonce MUST equal the nonce of the Request Object | the presentation of another session':
      async (world) => {
        const first = await respond(world, 'dcql')
        return (
          await respond(world, 'dcql', (draft) => {
            draft.presentation = first.draft.presentation ?? ''
          })
        ).answer
      },
    'rp.response.get | POST response_uri | the response by GET': (world) =>
      get(`${world.sandbox.relying_party}/response`),
    'rp.response.empty | POST response_uri: Authorization Response | an empty form': (world) =>
      send(formOf(`${world.sandbox.relying_party}/response`, {})),
    'rp.response.json | response mode direct_post: form | JSON instead of a form': async (world) =>
      (
        await respond(world, 'dcql', undefined, {
          late: (sent) =>
            void Object.assign(sent, jsonOf(sent.url, Object.fromEntries(new URLSearchParams(sent.body)))),
        })
      ).answer,
    'rp.response.error-state | state: unique identifier of the authorization request | an error response with an unknown state':
      (world) =>
        send(formOf(`${world.sandbox.relying_party}/response`, { error: 'access_denied', state: randomText() })),
    'rp.state.no-cookie | requires the session cookie; the id alone is insufficient | no cookie': async (world) => {
      const started = await start(world, 'dcql', 'cross-device')
      return session(started, idOf(started), '')
    },
    'rp.state.other-cookie | session cookie bound to the issued request | the cookie of another session': async (
      world,
    ) => {
      const [started, other] = [await start(world, 'dcql', 'cross-device'), await start(world, 'dcql', 'cross-device')]
      return session(started, idOf(started), other.browser.cookie)
    },
    'rp.state.unknown | GET status endpoint: query id | an unknown id': async (world) => {
      const started = await start(world, 'dcql', 'cross-device')
      return session(started, randomText(), started.browser.cookie)
    },
    'rp.state.no-id | GET status endpoint: query id | no id': async (world) => {
      const started = await start(world, 'dcql', 'cross-device')
      return session(started, undefined, started.browser.cookie)
    },
  }),
  ...refuse(unauthorized, {
    'rp.state.rejected | Rejected (401) | the state after the user declined': async (world) => {
      const started = await start(world, 'dcql', 'cross-device')
      const asked = claimsOf((await get(started.requestUri)).text)
      await send(formOf(String(asked.response_uri), { error: 'access_denied', state: String(asked.state) }))
      return session(started, idOf(started), started.browser.cookie)
    },
  }),
  ...refuse(forbidden, {
    'rp.redirect.no-cookie | Redirect URI does not match any URI linked to the user session: 403 | another browser':
      async (world) => {
        const { redirect } = await completed(world)
        return get(redirect, { accept: 'text/html' })
      },
    'rp.redirect.other-session | Redirect URI does not match any URI linked to the user session: 403 | the browser of another session':
      async (world) => {
        const { redirect } = await completed(world)
        const other = await start(world, 'dcql')
        return other.browser.open({ method: 'GET', url: redirect, headers: {} })
      },
    'rp.redirect.code | It MUST contain a response code | another response code': async (world) => {
      const { started, redirect } = await completed(world)
      const url = new URL(redirect)
      url.searchParams.set('response_code', randomText())
      return started.browser.open({ method: 'GET', url: url.href, headers: {} })
    },
  }),
  ...refuse(page, {
    'rp.redirect.no-code | It MUST contain a response code | no response code': async (world) => {
      const { started, redirect } = await completed(world)
      return started.browser.open({ method: 'GET', url: redirect.split('?')[0] ?? '', headers: {} })
    },
    'rp.start.variant | two presentation variants | a variant that does not exist': (world) =>
      get(`${world.sandbox.relying_party}/presentations/new?variant=other&flow=same-device`, { accept: 'text/html' }),
  }),
]
