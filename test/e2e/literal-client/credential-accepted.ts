/** Requests to the credential endpoint that a literal reader of the specification may send. */

import { accept, any, type Case, each, expect, ok, type Rows } from './cases.ts'
import { inBody, inDpop, inHeaders, inProofHeader, set } from './changes.ts'
import { requireAnswer } from './http.ts'
import { claimsOf, encodeJson, isSignedBy, type Json, newKey, now, randomText } from './jose.ts'
import { type CredentialRequest, logIn, mdocType, pidType, redeem, requestCredential } from './steps-pid-provider.ts'
import type { World } from './world.ts'

const didJwk = (jwk: unknown): string => `did:jwk:${encodeJson(jwk)}`

const credentials: Rows<CredentialRequest> = {
  'pp.cred.kid-attested | Proof JWT header: alg, typ, kid (no jwk) | kid alone, of the attested key': (draft) => {
    const { key } = draft.redeemed.draft.loggedIn.draft.attested
    draft.key = key
    draft.proof.header = { typ: 'openid4vci-proof+jwt', kid: key.thumbprint }
  },
  'pp.cred.kid-did | Proof JWT header: alg, typ, kid (no jwk) | kid alone, a did:jwk of a fresh key': ({
    proof,
    key,
  }) => {
    proof.header = { typ: 'openid4vci-proof+jwt', kid: `${didJwk(key.jwk)}#0` }
  },
  'pp.cred.kid-jwk-text | Proof JWT header: kid identifies the key the PID is bound to | kid of any text, with jwk':
    inProofHeader({ kid: 'pid-key-1' }),
  'pp.cred.jwk-alone | cryptographic_binding_methods_supported: example jwk | jwk without kid': inProofHeader({
    kid: undefined,
  }),
  'pp.cred.es384 | Signing algorithm rules: examples ES256, ES384, ES512 | a key on P-384': (draft) => {
    draft.key = newKey('P-384')
    Object.assign(draft.proof.header, { kid: draft.key.thumbprint, jwk: draft.key.jwk })
  },
  'pp.cred.es512 | Signing algorithm rules: examples ES256, ES384, ES512 | a key on P-521': (draft) => {
    draft.key = newKey('P-521')
    Object.assign(draft.proof.header, { kid: draft.key.thumbprint, jwk: draft.key.jwk })
  },
  'pp.cred.jwk-members | Proof JWT header | kid, use and alg in jwk': ({ proof, key }) => {
    proof.header.jwk = { ...key.jwk, kid: key.thumbprint, use: 'sig', alg: 'ES256' }
  },
  'pp.cred.aud-array | RFC 7519 §4.1.3 | aud as an array': ({ proof }) => set({ aud: [proof.claims.aud] })(proof),
  'pp.cred.proof-claims | Proof JWT body | exp and jti in addition': ({ proof }) =>
    set({ exp: now() + 60, jti: randomText() })(proof),
  'pp.cred.types | credential_definition: object with at least type | credentialSubject in addition': inBody({
    credential_definition: { type: [pidType], credentialSubject: { given_name: {} } },
  }),
  'pp.cred.types-two | credential_definition: type array holding the PID credential type | another type in addition':
    inBody({ credential_definition: { type: ['VerifiableCredential', pidType] } }),
  'pp.cred.order | Credential request | members in another order': (draft) => {
    draft.body = { format: draft.body.format, credential_definition: draft.body.credential_definition }
  },
  'pp.cred.extra | Credential request | an unknown member': inBody({ locale: 'it-IT' }),
  'pp.cred.dpop-jti-upper | DPoP proof, jti: UUID v4 string | jti in upper case': ({ dpop }) =>
    inDpop({ jti: String(dpop.claims.jti).toUpperCase() })({ dpop }),
}

async function credentialLiterally(world: World) {
  const { draft, answer } = await requestCredential(world)
  const { json, headers } = answer
  expect(headers.get('content-type')?.startsWith('application/json'), 'application/json')
  expect(
    headers.get('cache-control') === 'no-store' && headers.get('pragma') === 'no-cache',
    'Cache-Control and Pragma',
  )
  expect(json.format === 'vc+sd-jwt', 'format')
  expect(typeof json.c_nonce === 'string' && Number.isInteger(json.c_nonce_expires_in), 'c_nonce')
  const [issued = '', ...disclosures] = String(json.credential).split('~')
  const claims = claimsOf(issued)
  const { metadata } = await world.configuration(world.sandbox.pid_provider)
  expect(
    isSignedBy(issued, (metadata as { openid_credential_issuer: Json }).openid_credential_issuer.jwks),
    'signature',
  )
  expect(claims.iss === world.sandbox.pid_provider, 'iss')
  expect((claims.cnf as { jwk: Json }).jwk.x === draft.key.jwk.x, 'bound to the key of the proof')
  const names = disclosures.filter(Boolean).map((one) => JSON.parse(Buffer.from(one, 'base64url').toString())[1])
  for (const name of ['given_name', 'family_name', 'birthdate', 'place_of_birth', 'unique_id', 'tax_id_number'])
    expect(names.includes(name), name)
  return answer
}

const mdocDetails = {
  type: 'openid_credential',
  format: 'mso_mdoc',
  doctype: mdocType,
  credential_definition: { type: [pidType] },
}

/** Obtains a PID as mdoc, which the pushed request already names. */
const mdoc = (detail: Json) => async (world: World) => {
  const loggedIn = await logIn(world, set({ authorization_details: [detail] }))
  const redeemed = await redeem(world, undefined, { loggedIn })
  const { answer } = await requestCredential(
    world,
    ({ body }) => void Object.assign(body, { format: 'mso_mdoc', doctype: mdocType }),
    { redeemed },
  )
  requireAnswer('mdoc', answer)
  expect(
    answer.json.format === 'mso_mdoc' && /^[\w-]+$/.test(String(answer.json.credential)),
    'base64url-encoded string',
  )
  return answer
}

export const credentialAccepted: readonly Case[] = [
  ...accept(ok, {
    'pp.cred | Credential response (all mandatory) | the PID, claim by claim': credentialLiterally,
  }),
  ...each(accept, credentials, async (world, change) => (await requestCredential(world, change)).answer, {
    status: 200,
  }),
  ...accept(ok, {
    'pp.cred.form | POST credential endpoint: the example shows form encoding | a form with JSON in its values': async (
      world,
    ) =>
      (
        await requestCredential(world, undefined, {
          late: (sent) => {
            const body = JSON.parse(sent.body ?? '') as Json
            const form = Object.entries(body).map(([name, value]) => [
              name,
              typeof value === 'string' ? value : JSON.stringify(value),
            ])
            sent.headers['content-type'] = 'application/x-www-form-urlencoded'
            sent.body = new URLSearchParams(form).toString()
          },
        })
      ).answer,
    'pp.cred.form-raw | POST credential endpoint: the example shows form encoding | a form with unescaped : [ ] and ,':
      async (world) =>
        (
          await requestCredential(world, undefined, {
            late: (sent) => {
              const body = JSON.parse(sent.body ?? '') as Json
              const form = Object.entries(body).map(([name, value]) => [
                name,
                typeof value === 'string' ? value : JSON.stringify(value),
              ])
              sent.headers['content-type'] = 'application/x-www-form-urlencoded'
              sent.body = new URLSearchParams(form)
                .toString()
                .replaceAll('%3A', ':')
                .replaceAll('%5B', '[')
                .replaceAll('%5D', ']')
                .replaceAll('%2C', ',')
            },
          })
        ).answer,
    'pp.cred.charset | POST credential endpoint: application/json | content type with charset': async (world) =>
      (
        await requestCredential(world, undefined, {
          late: inHeaders({ 'content-type': 'application/json; charset=utf-8' }),
        })
      ).answer,
    'pp.cred.scheme-case | RFC 9110 §11.1: schemes ignore case | the scheme in lower case': async (world) =>
      (
        await requestCredential(world, undefined, {
          late: ({ headers }) => {
            headers.authorization = headers.authorization?.replace('DPoP', 'dpop') ?? ''
          },
        })
      ).answer,
    'pp.cred.renewal | c_nonce for a further or renewal credential request | a second PID with the new c_nonce': async (
      world,
    ) => {
      const first = await requestCredential(world)
      const { c_nonce } = requireAnswer('first', first.answer).json
      return (
        await requestCredential(world, ({ proof }) => set({ nonce: c_nonce })(proof), {
          redeemed: first.draft.redeemed,
        })
      ).answer
    },
  }),
  ...accept(ok, {
    'pp.cred.mdoc | mso_mdoc: the request MUST also carry doctype | a PID as mdoc': mdoc(mdocDetails),
  }),
  ...accept(ok, {
    'pp.cred.mdoc-doctype | authorization_details (RFC 9396) | an mdoc asked for by doctype alone': mdoc({
      type: 'openid_credential',
      format: 'mso_mdoc',
      doctype: mdocType,
    }),
    'pp.cred.mdoc-later | Credential request, format: when mso_mdoc | an mdoc where the pushed request had vc+sd-jwt, its only value':
      async (world) =>
        (
          await requestCredential(
            world,
            ({ body }) => void Object.assign(body, { format: 'mso_mdoc', doctype: mdocType }),
          )
        ).answer,
  }),
  ...accept(any, {
    'pp.attested.reused | MAY be reused within its validity | a second issuance with the same attestation': async (
      world,
    ) => {
      await logIn(world)
      return (await redeem(world)).answer
    },
  }),
]
