/** Requests that the credential endpoint must refuse. Each breaks one rule. */

import { any, badRequest, type Case, each, type Rows, refuse, unauthorized } from './cases.ts'
import { inBody, inDpop, inDpopHeader, inHeaders, inProof, inProofHeader } from './changes.ts'
import { get } from './http.ts'
import { breakSignature, newKey, newRsaKey, now, privateJwkOf, randomText, sha256, signJwt } from './jose.ts'
import { type CredentialRequest, redeem, requestCredential } from './steps-pid-provider.ts'

const dpopError = { error: 'invalid_dpop_proof' } as const

const proofs: Rows<CredentialRequest> = {
  'pp.cred.dpop-typ | DPoP proof JOSE header: typ | another typ': inDpopHeader({ typ: 'JWT' }),
  'pp.cred.dpop-none | DPoP proof JOSE header: alg not none | alg none': inDpopHeader({ alg: 'none' }),
  'pp.cred.dpop-private | DPoP proof JOSE header: jwk MUST NOT contain a private key | the private key in jwk': ({
    dpop,
  }) => {
    dpop.header.jwk = privateJwkOf(dpop.key)
  },
  'pp.cred.dpop-key | Access token, jkt: the key the token is bound to | a proof of another key': ({ dpop }) => {
    dpop.key = newKey()
    dpop.header.jwk = dpop.key.jwk
  },
  'pp.cred.dpop-htm | DPoP proof payload: htm | htm GET': inDpop({ htm: 'GET' }),
  'pp.cred.dpop-htu | DPoP proof payload: htu | htu of another server': inDpop({
    htu: 'https://other.example/credential',
  }),
  'pp.cred.dpop-jti | DPoP proof payload: jti (UUID v4 string) | jti is not a UUID': inDpop({ jti: 'abc' }),
  'pp.cred.dpop-no-jti | DPoP proof payload: jti | no jti': inDpop({ jti: undefined }),
  'pp.cred.dpop-old | DPoP draft §4.3: iat | a proof of an hour ago': inDpop({ iat: now() - 3600 }),
  'pp.cred.dpop-no-ath | DPoP draft §4.3: ath is there with an access token | no ath': inDpop({ ath: undefined }),
  'pp.cred.dpop-ath | DPoP draft §4.3: ath is the hash of the access token | ath of another token': inDpop({
    ath: sha256('another'),
  }),
}

const bodies: Rows<CredentialRequest> = {
  'pp.cred.no-format | Credential request, request parameter format | no format': inBody({ format: undefined }),
  'pp.cred.format | Credential request, request parameter format: MUST be vc+sd-jwt | format ldp_vc': inBody({
    format: 'ldp_vc',
  }),
  'pp.cred.format-dc | Credential request, request parameter format: MUST be vc+sd-jwt | format dc+sd-jwt': inBody({
    format: 'dc+sd-jwt',
  }),
  'pp.cred.rs256 | cryptographic_suites_supported | an RSA key': (draft) => {
    draft.key = newRsaKey()
    Object.assign(draft.proof.header, { kid: draft.key.thumbprint, jwk: draft.key.jwk })
  },
  'pp.cred.no-doctype | mso_mdoc: the request MUST also carry doctype | mso_mdoc without doctype': inBody({
    format: 'mso_mdoc',
  }),
  'pp.cred.doctype | doctype: string naming the PID type | another doctype': inBody({
    format: 'mso_mdoc',
    doctype: 'org.iso.18013.5.1.mDL',
  }),
  'pp.cred.no-definition | Credential request, request parameter credential_definition | no credential_definition':
    inBody({ credential_definition: undefined }),
  'pp.cred.definition | Credential request, request parameter credential_definition: object with at least type | no type':
    inBody({ credential_definition: {} }),
  'pp.cred.type | Credential request, request parameter credential_definition: type holds the PID credential type | another credential':
    inBody({ credential_definition: { type: ['licence'] } }),
  'pp.cred.proof-type | Credential request, request parameter proof: proof_type = jwt | proof_type cwt': (draft) => {
    const { key, proof } = draft
    draft.body.proof = { proof_type: 'cwt', jwt: signJwt(key, proof.header, proof.claims) }
  },
  'pp.cred.proof-empty | Credential request, request parameter proof: jwt | no jwt in the proof': inBody({
    proof: { proof_type: 'jwt' },
  }),
  'pp.cred.proof-text | Credential request, request parameter proof: jwt | text that is not a JWT': inBody({
    proof: { proof_type: 'jwt', jwt: 'proof' },
  }),
  'pp.cred.typ | Proof JWT header: typ = openid4vci-proof+jwt | another typ': inProofHeader({ typ: 'JWT' }),
  'pp.cred.no-typ | Proof JWT header: typ = openid4vci-proof+jwt | no typ': inProofHeader({ typ: undefined }),
  'pp.cred.no-key | Proof JWT header: kid | neither kid nor jwk': inProofHeader({ kid: undefined, jwk: undefined }),
  'pp.cred.alg-none | alg MUST NOT be none nor a symmetric algorithm | alg none': inProofHeader({ alg: 'none' }),
  'pp.cred.alg-mac | alg MUST NOT be none nor a symmetric algorithm | alg HS256': inProofHeader({ alg: 'HS256' }),
  'pp.cred.private | Private keys MUST be generated and stored in a secure device | the private key in jwk': ({
    proof,
    key,
  }) => {
    proof.header.jwk = privateJwkOf(key)
  },
  'pp.cred.other-key | proof of possession of the key to bind verified | signed with another key': (draft) => {
    draft.key = newKey()
  },
  'pp.cred.signature | proof of possession of the key to bind verified | a broken signature': (draft) => {
    const { key, proof } = draft
    draft.body.proof = { proof_type: 'jwt', jwt: breakSignature(signJwt(key, proof.header, proof.claims)) }
  },
  'pp.cred.nonce | Proof JWT body: nonce (the c_nonce from the token response) | a nonce of the wallet': inProof({
    nonce: randomText(),
  }),
  'pp.cred.no-nonce | Proof JWT body: nonce | no nonce': inProof({ nonce: undefined }),
  'pp.cred.iss | Proof JWT body: iss (client_id of the Wallet Instance) | another iss': inProof({
    iss: newKey().thumbprint,
  }),
  'pp.cred.no-iss | Proof JWT body: iss | no iss': inProof({ iss: undefined }),
  'pp.cred.aud | Proof JWT body: aud (identifier URL of the PID Provider) | another aud': inProof({
    aud: 'https://other.example',
  }),
  'pp.cred.no-aud | Proof JWT body: aud | no aud': inProof({ aud: undefined }),
  'pp.cred.no-iat | Proof JWT body: iat | no iat': inProof({ iat: undefined }),
  'pp.cred.iat-text | Proof JWT body: iat (NumericDate) | iat as text': inProof({ iat: String(now()) }),
  'pp.cred.iat-future | Proof JWT body: iat | iat in an hour': inProof({ iat: now() + 3600 }),
  'pp.cred.iat-old | Proof JWT body: iat | iat of a day ago': inProof({ iat: now() - 86400 }),
}

export const credentialRefused: readonly Case[] = [
  ...each(refuse, proofs, async (world, change) => (await requestCredential(world, change)).answer, dpopError),
  ...refuse(dpopError, {
    'pp.cred.dpop-absent | PID Provider credential endpoint: a new DPoP proof | no DPoP header': async (world) =>
      (await requestCredential(world, undefined, { late: inHeaders({ dpop: undefined }) })).answer,
    'pp.cred.dpop-of-token | the proof used at the token endpoint MUST NOT be reused at the credential endpoint | the proof of the token request':
      async (world) => {
        const redeemed = await redeem(world)
        return (
          await requestCredential(world, undefined, {
            redeemed,
            late: inHeaders({ dpop: redeemed.sent.headers.dpop ?? '' }),
          })
        ).answer
      },
    'pp.cred.dpop-reused | A new DPoP proof MUST be created for each request | a proof used twice': async (world) => {
      const first = await requestCredential(world)
      return (
        await requestCredential(
          world,
          ({ proof }) => void Object.assign(proof.claims, { nonce: first.answer.json.c_nonce }),
          {
            redeemed: first.draft.redeemed,
            late: inHeaders({ dpop: first.sent.headers.dpop ?? '' }),
          },
        )
      ).answer
    },
  }),
  ...refuse(unauthorized, {
    'pp.cred.no-token | POST credential endpoint: Authorization | no Authorization header': async (world) =>
      (await requestCredential(world, undefined, { late: inHeaders({ authorization: undefined }) })).answer,
    'pp.cred.bearer | Authorization scheme DPoP | the scheme Bearer': async (world) =>
      (
        await requestCredential(world, undefined, {
          late: ({ headers }) => {
            headers.authorization = headers.authorization?.replace('DPoP', 'Bearer') ?? ''
          },
        })
      ).answer,
    'pp.cred.token-signature | access token valid | an access token with a broken signature': async (world) =>
      (
        await requestCredential(world, undefined, {
          late: (sent) => {
            sent.headers.authorization = `DPoP ${breakSignature(sent.headers.authorization?.slice(5) ?? '')}`
          },
        })
      ).answer,
    'pp.cred.token-text | access token valid | text that is not a token': async (world) =>
      (
        await requestCredential(
          world,
          (draft) => {
            draft.dpop.claims.ath = sha256('token')
          },
          { late: inHeaders({ authorization: 'DPoP token' }) },
        )
      ).answer,
  }),
  ...each(refuse, bodies, async (world, change) => (await requestCredential(world, change)).answer, badRequest),
  ...refuse(badRequest, {
    'pp.cred.no-proof | Credential request, request parameter proof | no proof': async (world) =>
      (
        await requestCredential(world, undefined, {
          late: (sent) => {
            const { proof: _, ...rest } = JSON.parse(sent.body ?? '')
            sent.body = JSON.stringify(rest)
          },
        })
      ).answer,
    'pp.cred.nonce-used | Proof JWT body: nonce | a c_nonce used twice': async (world) => {
      const first = await requestCredential(world)
      return (await requestCredential(world, undefined, { redeemed: first.draft.redeemed })).answer
    },
    'pp.cred.nonce-of-another | Proof JWT body: nonce (the c_nonce from the token response) | the c_nonce of another wallet':
      async (world) => {
        const other = await redeem(world)
        return (await requestCredential(world, inProof({ nonce: other.answer.json.c_nonce }))).answer
      },
  }),
  ...refuse(any, {
    'pp.cred.get | POST credential endpoint | the request by GET': (world) =>
      get(`${world.sandbox.pid_provider}/credential`),
    'pp.cred.text | POST credential endpoint: JSON or form | the content type text/plain': async (world) =>
      (await requestCredential(world, undefined, { late: inHeaders({ 'content-type': 'text/plain' }) })).answer,
    'pp.cred.broken-json | POST credential endpoint: application/json | JSON that ends too early': async (world) =>
      (
        await requestCredential(world, undefined, {
          late: (sent) => {
            sent.body = sent.body?.slice(0, -1)
          },
        })
      ).answer,
  }),
]
