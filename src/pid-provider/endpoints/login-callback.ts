/** `GET /login/callback`: the browser comes back from the national identity provider. */
import { type Route, redirect } from '../../http/index.ts'
import { completeLogin } from '../complete-login.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../metadata.ts'
import { sessionOf } from './authorize.ts'
import { respondEnding } from './page-frame.ts'

export const loginCallbackEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path: paths.loginCallback,
  kind: 'page',
  handle: async (request) => {
    const step = await completeLogin(ctx, { sessionId: sessionOf(ctx, request), parameters: request.query })
    return step === 'consent' ? redirect(ctx.endpoints.consent) : respondEnding(ctx, step, request.language)
  },
})
