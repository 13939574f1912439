/** Middleware for applications that ask their visitors for a presentation. */
export type { PresentationLook } from './look.ts'
export type { FastifyReplyLike, NodeRequest, NodeResponse } from './node-servers.ts'
export type { AskedToBegin, NotPresented, PresentationKeeper, RequirePresentationOptions } from './options.ts'
export type * from './presentation-types.ts'
export * from './require-presentation.ts'
export { PresentationServiceFault } from './service-client.ts'
