/** Reads a processor profile: the time of a request by function and by folder. */

export interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** Profile in V8's format. */
export interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples?: readonly number[]
  readonly timeDeltas?: readonly number[]
}

interface Share {
  readonly name: string
  /** Microseconds. */
  readonly time: number
}

/** Callers of a function, nearest first. */
type Callers = readonly ProfileNode[]

type NameOf = (node: ProfileNode, callers: Callers) => string

/**
 * Returns the time in functions themselves, without their callees, added up by name, largest first. Excludes idle time
 * and the time of the profiler.
 */
export function selfTimes(profile: Profile, nameOf: NameOf): Share[] {
  const names = namesOf(profile, nameOf)
  const times = new Map<string, number>()
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const name = names.get(id)
    if (name === undefined) continue
    times.set(name, (times.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0))
  }
  return [...times].map(([name, time]) => ({ name, time })).sort((a, b) => b.time - a.time)
}

function namesOf({ nodes }: Profile, nameOf: NameOf): ReadonlyMap<number, string> {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)))
  const names = new Map<number, string>()
  for (const node of nodes) {
    const callers: ProfileNode[] = []
    for (let caller = parents.get(node.id); caller; caller = parents.get(caller.id)) callers.push(caller)
    if (node.callFrame.functionName === '(idle)' || [node, ...callers].some(isProfiler)) continue
    names.set(node.id, nameOf(node, callers))
  }
  return names
}

const isProfiler = ({ callFrame: { url } }: ProfileNode): boolean => /^node:(internal\/)?inspector/.test(url)

const statements = new Set(['run', 'get', 'all', 'iterate', 'exec', 'prepare'])

/** Returns `src/jose`, the name of a package, or a part of Node. Native code counts as its caller. */
export function folderOf(node: ProfileNode, callers: Callers): string {
  const { url, functionName } = node.callFrame
  if (url !== '') return folderOfUrl(url)
  if (functionName === '(program)') return 'outside of JavaScript'
  if (functionName === '(garbage collector)') return 'garbage collector'
  const caller = callers.find(({ callFrame }) => callFrame.url !== '')?.callFrame.url ?? ''
  if (statements.has(functionName) && caller.includes('/src/stores/sqlite/')) return 'node:sqlite'
  return caller === '' ? 'native' : folderOfUrl(caller)
}

function folderOfUrl(url: string): string {
  const own = /.*\/((?:src|bench)\/[^/]+)\//.exec(url)
  const installed = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)
  if (installed) return installed[1] ?? ''
  if (own) return own[1] ?? ''
  if (!url.startsWith('node:')) return 'bench'
  const part = url.replace('node:internal/', 'node:').split('/')[0] ?? ''
  return part.startsWith('node:_http') ? 'node:http' : part
}

export function functionOf(node: ProfileNode): string {
  const { functionName, url, lineNumber } = node.callFrame
  const file = url.replace(/^.*\/(?=src\/|node_modules\/)/, '')
  return `${functionName || '(anonymous)'} ${file === '' ? '' : `${file}:${lineNumber + 1}`}`
}

export function renderShares(shares: readonly Share[], requests: number, rows: number): string {
  const total = totalOf(shares)
  return shares
    .slice(0, rows)
    .map(
      ({ name, time }) =>
        `${(time / requests).toFixed(1).padStart(8)} µs ${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`,
    )
    .join('\n')
}

export const totalOf = (shares: readonly Share[]): number => shares.reduce((sum, { time }) => sum + time, 0)
