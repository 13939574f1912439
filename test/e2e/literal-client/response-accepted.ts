/** Authorization Responses that a literal reader of the specification may send, and the steps after them. */
import {
  accept,
  accepted,
  any,
  type Case,
  created,
  each,
  expect,
  objectFrom,
  ok,
  type Rows,
  withIdPrefix,
} from './cases.ts'
import { type Answer, formOf, get, requireAnswer, send } from './http.ts'
import { claimsOf, encrypt, type Json, newKey, now, randomText, signJwt } from './jose.ts'
import { issuePid } from './steps-pid-provider.ts'
import {
  encryptionKey,
  postRequest,
  present,
  type Response,
  respond,
  type Started,
  start,
  submission,
  type Variant,
  vpTokenOf,
} from './steps-relying-party.ts'
import { attestedKey, type World } from './world.ts'

const variants = ['scope', 'dcql'] as const

const signed = async (world: World, draft: Response, content: Json): Promise<string> => {
  const { key } = draft.attested
  const times = { iat: now(), exp: now() + 300 }
  return signJwt(
    key,
    { kid: key.thumbprint },
    { iss: key.thumbprint, aud: world.sandbox.relying_party, ...times, ...content },
  )
}

/** Changes that both variants accept. */
const responses: Rows<Response> = {
  'literal | POST response_uri: body fields of the Authorization Response are not shown | the response as JWE':
    () => {},
  'state-outside | POST response_uri: body fields of the Authorization Response are not shown | state in the form as well':
    async (draft, world) => {
      const key = await encryptionKey(world)
      draft.form = (content) => ({ response: encrypt(key, JSON.stringify(content)), state: String(content.state) })
    },
  'state-only-outside | POST response_uri: body fields of the Authorization Response are not shown | state in the form alone':
    async (draft, world) => {
      const key = await encryptionKey(world)
      draft.form = ({ state, ...content }) => ({
        response: encrypt(key, JSON.stringify(content)),
        state: String(state),
      })
    },
  'jarm-claims | JARM draft 03: iss, aud, exp | iss, aud and exp in the content': (draft, world) => {
    Object.assign(draft.content, {
      iss: draft.attested.key.thumbprint,
      aud: world.sandbox.relying_party,
      exp: now() + 300,
    })
  },
  'nested | authorization_signed_response_alg: JWS algorithm for signing authorization responses | signed and then encrypted':
    async (draft, world) => {
      const key = await encryptionKey(world)
      let jws = ''
      draft.form = () => ({ response: encrypt(key, jws, { cty: 'JWT' }) })
      finish(draft)
      jws = await signed(world, draft, { vp_token: draft.vpToken, ...draft.content })
    },
  'signed | authorization_signed_response_alg: JWS algorithm for signing authorization responses | signed and not encrypted':
    async (draft, world) => {
      let jws = ''
      draft.form = () => ({ response: jws })
      finish(draft)
      jws = await signed(world, draft, { vp_token: draft.vpToken, ...draft.content })
    },
  'direct-post | Authorization Response in response mode direct_post | plain form fields': (draft) => {
    draft.form = (content) =>
      Object.fromEntries(
        Object.entries(content).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      )
  },
  'no-kid | RFC 7516 §4.1.6: kid is OPTIONAL | no kid in the JWE': async (draft, world) => {
    const key = await encryptionKey(world)
    draft.form = (content) => ({ response: encrypt(key, JSON.stringify(content), { kid: undefined }) })
  },
  'apu | RFC 7518 §4.6.1.2: apu and apv are OPTIONAL | apu and apv in the JWE': async (draft, world) => {
    const key = await encryptionKey(world)
    const parties = { apu: randomText(16), apv: Buffer.from(String(draft.asked.nonce)).toString('base64url') }
    draft.form = (content) => ({ response: encrypt(key, JSON.stringify(content), parties) })
  },
  'jwe-typ | RFC 7516 §4.1.11 | typ in the JWE': async (draft, world) => {
    const key = await encryptionKey(world)
    draft.form = (content) => ({ response: encrypt(key, JSON.stringify(content), { typ: 'JWT', cty: 'json' }) })
  },
  'form-extra | RFC 6749 §3.1: unrecognized parameters are ignored | an unknown parameter': async (draft, world) => {
    const key = await encryptionKey(world)
    draft.form = (content) => ({ response: encrypt(key, JSON.stringify(content)), foo: 'bar' })
  },
  'order | SD-JWT presentation: disclosures in any order | disclosures in another order': (draft) =>
    void draft.disclosures.reverse(),
  'fewer | the user may select or deselect attributes | one attribute is deselected': (draft) =>
    void draft.disclosures.pop(),
  'kb-kid | SD-JWT presentation: KB-JWT header typ and alg | kid in the header of the KB-JWT': ({
    keyBinding,
    holder,
  }) => {
    keyBinding.header.kid = holder.thumbprint
  },
  'kb-claims | SD-JWT presentation: KB-JWT payload | further claims in the KB-JWT': ({ keyBinding }) => {
    Object.assign(keyBinding.claims, { exp: now() + 300, jti: randomText() })
  },
  'kb-typ-media | RFC 7515 §4.1.9 | typ application/kb+jwt': ({ keyBinding }) => {
    keyBinding.header.typ = 'application/kb+jwt'
  },
}

function finish(draft: Response): void {
  draft.presentation = present(draft)
  const variant = 'scope' in draft.asked ? 'scope' : 'dcql'
  draft.vpToken = vpTokenOf(draft, variant)
  if (variant === 'scope') draft.content.presentation_submission = submission()
}

const answered = async (
  world: World,
  variant: Variant,
  change?: (draft: Response) => Promise<void>,
  options = {},
): Promise<Answer> => {
  const { answer } = await respond(world, variant, change, options)
  requireAnswer('response', answer)
  expect(answer.headers.get('content-type')?.startsWith('application/json'), 'application/json')
  const uri = new URL(String(answer.json.redirect_uri))
  const configured = await world.configuration(world.sandbox.relying_party)
  const own = (configured.metadata as Record<string, Json>).wallet_relying_party ?? {}
  expect((own.redirect_uris as string[]).includes(`${uri.origin}${uri.pathname}`), 'a redirect URI that is attested')
  expect(/[\w-]{22,}/.test(uri.search + uri.hash + uri.pathname), 'a response code of 128 bits')
  return answer
}

const dcqlResponses: Rows<Response> = {
  'rp.dcql.more | the user may select or deselect attributes | all six attributes': (draft) => {
    draft.disclosures = [...draft.pid.disclosures]
  },
  'rp.dcql.array | POST response_uri: body fields of the Authorization Response are not shown | vp_token with arrays':
    async (draft) => {
      finish(draft)
      draft.vpToken = Object.fromEntries(Object.entries(draft.vpToken as Json).map(([id, value]) => [id, [value]]))
    },
}

const scopeResponses: Rows<Response> = {
  'rp.scope.submission-other-order | POST response_uri: body fields of the Authorization Response are not shown | the attestation before the PID':
    async (draft) => {
      finish(draft)
      draft.vpToken = [draft.attested.jwt, draft.presentation]
      draft.content.presentation_submission = {
        ...submission(),
        descriptor_map: [
          { id: 'WalletAttestation', path: '$[0]', format: 'jwt' },
          { id: 'PersonIdentificationData', path: '$[1]', format: 'vc+sd-jwt' },
        ],
      }
    },
  'rp.scope.submission-path | POST response_uri: body fields of the Authorization Response are not shown | paths that begin at the response':
    (draft) => {
      const { descriptor_map, ...rest } = submission()
      const [pid, attestation] = descriptor_map as Json[]
      draft.content.presentation_submission = {
        ...rest,
        descriptor_map: [
          { ...pid, path: '$.vp_token[0]' },
          { ...attestation, path: '$.vp_token[1]' },
        ],
      }
    },
  'rp.scope.submission-text | POST response_uri: body fields of the Authorization Response are not shown | presentation_submission as JSON text':
    (draft) => {
      draft.content.presentation_submission = JSON.stringify(submission())
    },
  'rp.scope.submission-dc | Entity configuration of a Relying Party, vp_formats | format dc+sd-jwt in the submission': (
    draft,
  ) => {
    const { descriptor_map, ...rest } = submission()
    const [pid, attestation] = descriptor_map as Json[]
    draft.content.presentation_submission = {
      ...rest,
      descriptor_map: [{ ...pid, format: 'dc+sd-jwt' }, attestation],
    }
  },
}

const status = (started: Started, cookie = started.browser.cookie): Promise<Answer> => {
  const id = new URL(started.requestUri).searchParams.get('id')
  return get(`${new URL(started.requestUri).origin}/session-state?id=${id}`, { cookie })
}

export const responseAccepted: readonly Case[] = [
  ...variants.flatMap((variant) =>
    each(accept, withIdPrefix(`rp.${variant}.`, responses), (world, change) => answered(world, variant, change), ok),
  ),
  ...each(accept, dcqlResponses, (world, change) => answered(world, 'dcql', change)),
  ...each(accept, scopeResponses, (world, change) => answered(world, 'scope', change)),
  ...accept(any, {
    'rp.dcql.after-post | POST request_uri endpoint, then POST response_uri | a response to a request that was fetched by POST':
      async (world) => {
        const started = await start(world, 'dcql')
        requireAnswer('POST', await postRequest(started, { wallet_nonce: randomText() }))
        return answered(world, 'dcql', undefined, { started })
      },
  }),
  ...accept(
    ok,
    objectFrom(['P-384', 'P-521'], (curve) => [
      `rp.dcql.${curve} | KB-JWT header: alg, supported algorithm | a PID bound to a key on ${curve}`,
      async (world: World) => answered(world, 'dcql', undefined, { pid: await issuePid(world, newKey(curve)) }),
    ]),
  ),
  ...accept(any, {
    'rp.dcql.attested-p384 | Signing algorithm rules | an attestation of a key on P-384': async (world) =>
      answered(world, 'dcql', async (draft) => {
        draft.attested = await attestedKey(world, newKey('P-384'))
      }),
    'rp.error.encrypted | response mode direct_post.jwt | an error response as JWE': async (world) => {
      const { requestUri } = await start(world, 'dcql')
      const { state, response_uri } = claimsOf((await get(requestUri)).text)
      const response = encrypt(await encryptionKey(world), JSON.stringify({ error: 'access_denied', state }))
      return send(formOf(String(response_uri), { response }))
    },
    'rp.error.other | Request Object fails wallet validation | an error response with another code': async (world) => {
      const { requestUri } = await start(world, 'scope')
      const { state, response_uri } = claimsOf((await get(requestUri)).text)
      return send(formOf(String(response_uri), { error: 'invalid_request', state: String(state) }))
    },
    'rp.error.denied | Rejected: Wallet Instance or user rejects | an error response of the wallet': async (world) => {
      const started = await start(world, 'dcql')
      const asked = claimsOf((await get(started.requestUri)).text)
      const form = { error: 'access_denied', error_description: 'the user declined', state: String(asked.state) }
      const answer = await send({
        method: 'POST',
        url: String(asked.response_uri),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      })
      const after = await status(started)
      expect(after.status === 401, `the session is rejected: ${after.status}`)
      return answer
    },
  }),
  ...accept(any, {
    'rp.get.again | GET request_uri endpoint | the Request Object a second time, before the response': async (
      world,
    ) => {
      const { requestUri } = await start(world, 'dcql')
      requireAnswer('first', await get(requestUri))
      return get(requestUri)
    },
    "rp.redirect.wallet | GET redirect_uri: Cross Device: the wallet on the user's behalf | the wallet opens the URI, without the cookie":
      async (world) => {
        const started = await start(world, 'dcql', 'cross-device')
        const { answer } = await respond(world, 'dcql', undefined, { started })
        return get(String(requireAnswer('response', answer).json.redirect_uri))
      },
    'rp.state.cookie | Completed: the Relying Party updates the session cookie | the cookie after the presentation':
      async (world) => {
        const started = await start(world, 'dcql', 'cross-device')
        requireAnswer('response', (await respond(world, 'dcql', undefined, { started })).answer)
        const answer = await status(started)
        expect(answer.headers.getSetCookie().length > 0, 'Set-Cookie')
        return answer
      },
  }),
  ...accept(created, {
    'rp.state.201 | Request issued (201) | the state before the wallet fetches the Request Object': async (world) =>
      status(await start(world, 'dcql', 'cross-device')),
  }),
  ...accept(accepted, {
    'rp.state.202 | Request fetched (202) | the state after the Request Object was fetched': async (world) => {
      const started = await start(world, 'dcql', 'cross-device')
      await get(started.requestUri)
      return status(started)
    },
  }),
  ...accept(ok, {
    'rp.state.200 | Completed (200): response carries the URL where the user-agent navigates | the state after the presentation':
      async (world) => {
        const started = await start(world, 'dcql', 'cross-device')
        requireAnswer('response', (await respond(world, 'dcql', undefined, { started })).answer)
        const answer = await status(started)
        expect(/https?:\/\//.test(answer.text), 'a URL')
        return answer
      },
  }),
  ...accept(
    any,
    objectFrom(variants, (variant) => [
      `rp.redirect.${variant} | GET redirect_uri: the Relying Party continues the interaction | the browser opens the redirect URI`,
      async (world: World) => {
        const started = await start(world, variant)
        const { answer } = await respond(world, variant, undefined, { started })
        return started.browser.open({
          method: 'GET',
          url: String(requireAnswer('response', answer).json.redirect_uri),
          headers: {},
        })
      },
    ]),
  ),
  ...accept(any, {
    'rp.redirect.cross-device | Cross Device: the browser navigates to the URL of the status endpoint | the browser continues after the QR code':
      async (world) => {
        const started = await start(world, 'dcql', 'cross-device')
        requireAnswer('response', (await respond(world, 'dcql', undefined, { started })).answer)
        const url = /https?:\/\/[^"\s\\]+/.exec((await status(started)).text)?.[0] ?? ''
        return started.browser.open({ method: 'GET', url, headers: {} })
      },
  }),
]
