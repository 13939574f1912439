/** `POST /credential`: a PID for an access token and a key proof (it-wallet §Credential request). */
import { type Route, respondJson } from '../../http/index.ts'
import { PP } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { issueCredential } from './issue-credential.ts'

export const credentialEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path: paths.credential,
  kind: 'resource',
  checksDpopHeader: true,
  accepts: ['json', 'form'], // PP-24
  malformed: PP.invalidCredentialRequest,
  handle: async (request) => {
    const headers = { authorization: request.header('authorization'), dpop: request.header('dpop') }
    const body = await issueCredential(ctx, { headers, body: request.body })
    return respondJson(body, 200, { 'cache-control': 'no-store', pragma: 'no-cache' }) // PP-28
  },
})
