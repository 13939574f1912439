/** A signed status list of a thousand entries, of which the entry with index 7 is revoked. */
import { generateSigner, type Signer, signJwt } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import {
  compressStatusList,
  createStatusList,
  createStatusListToken,
  createStatusResolver,
  type StatusResolverContext,
  setStatus,
} from '../../src/status-list/index.ts'

export const crypto = createNodeCrypto()
export const now = 1_768_478_400
export const uri = 'https://issuer.example/statuslists/1'

export async function createListFixture() {
  const signer = await generateSigner({ crypto })
  const list = createStatusList(1, 1000)
  setStatus(list, 7, 1)
  const token = await createStatusListToken(signer, { uri, list, now, lifetimeSeconds: 3600, ttlSeconds: 60 })
  return { signer, token, keys: [signer.publicJwk], list }
}

/** Signs a status list token of that issuer with other claims or another header. */
export const signList = async (
  signer: Signer,
  changes: object,
  header: object = { kid: signer.kid },
  typ = 'statuslist+jwt',
) =>
  signJwt(
    signer,
    { typ, ...header },
    {
      sub: uri,
      iat: now,
      exp: now + 60,
      status_list: { bits: 1, lst: await compressStatusList(createStatusList(1, 8)) },
      ...changes,
    },
  )

/** Answers with a Status List Token. */
export const answerWith = (token: string): Response =>
  new Response(token, { headers: { 'content-type': 'application/statuslist+jwt' } })

export const resolverWith = (fetch: StatusResolverContext['fetch'], changes: Partial<StatusResolverContext> = {}) =>
  createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false }, ...changes })
