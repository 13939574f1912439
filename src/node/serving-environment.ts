/**
 * What a process that serves is started with. Both are read when a process starts, so only whoever starts one can say them:
 * the image, and the first process for its workers.
 *
 * OpenSSL takes hundreds of small pieces of memory for each signature and gives them back. Of each size glibc keeps seven
 * at hand unless it is told otherwise, and looks for the others among what thousands of objects have left behind: a tenth of
 * a service's time. Elsewhere than on glibc it means nothing.
 */
export const allocatorVariables = { GLIBC_TUNABLES: 'glibc.malloc.tcache_count=1000' } as const

/**
 * A request is over within a turn or two of the event loop, and with it whatever was made for it. A young generation of twice
 * the usual size is collected half as often, with as little still in use each time: 5 to 8 % of a service's time. And the
 * collector has one thread beside the one that serves: a process has one core (ADR 5), on which the usual four take turns
 * with it and look for each other's work, up to a fifth of the time of a small request.
 */
const collectorOptions = { 'max-semi-space-size': 32, 'v8-pool-size': 1 } as const

/** For a process that serves; what the environment says itself stands, other options of Node beside ours. */
export function servingEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: given = '' } = environment
  const missing = Object.entries(collectorOptions).filter(([name]) => !given.includes(`--${name}`))
  const options = [given, ...missing.map(([name, value]) => `--${name}=${value}`)].filter(Boolean).join(' ')
  return { ...allocatorVariables, ...environment, NODE_OPTIONS: options }
}
