/** `GET /presentations/begin` and `/presentations/leave`: the browser comes from an application and returns to it. */
import { type Route, redirect, withCookie } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { paths } from '../paths.ts'
import { beginPresentation } from '../session/begin-presentation.ts'
import { leavePresentation } from '../session/leave-presentation.ts'
import { respondStarted } from '../session/start-endpoint.ts'
import { chooseEntity } from '../wallets/choose-entity.ts'

export const beginEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'GET',
  path: paths.begin,
  kind: 'page',
  handle: async (request) =>
    (await chooseEntity(ctx, request)) ?? respondStarted(ctx, request, await beginPresentation(ctx, request)),
})

export const leaveEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'GET',
  path: paths.leave,
  kind: 'page',
  handle: async (request) => {
    const { location, cookies } = await leavePresentation(ctx, request)
    return cookies.reduce(withCookie, redirect(location, {}, 303))
  },
})
