/**
 * OpenSSL takes hundreds of small pieces of memory for each signature and gives them back. Of each size glibc keeps seven
 * at hand unless it is told otherwise, and looks for the others among what thousands of objects have left behind: a tenth of
 * a service's time. It reads this when a process starts, so only whoever starts one can say it; elsewhere than on glibc it
 * means nothing.
 */
export const allocatorVariables = { GLIBC_TUNABLES: 'glibc.malloc.tcache_count=1000' } as const

/** For a process that serves; what the environment says itself stands. */
export const servingEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...allocatorVariables,
  ...environment,
})
