/**
 * What a profile of the processor says: where the time of a request goes, by function and by folder.
 */
export interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** As V8 writes it. */
export interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples?: readonly number[]
  readonly timeDeltas?: readonly number[]
}

export interface Share {
  readonly name: string
  /** Microseconds. */
  readonly time: number
}

/** Time in each function itself, the most first; idle time is left out. */
export function selfTimes(profile: Profile, nameOf: (node: ProfileNode) => string): Share[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const times = new Map<string, number>()
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const node = nodes.get(id)
    if (node === undefined || node.callFrame.functionName === '(idle)') continue
    const name = nameOf(node)
    times.set(name, (times.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0))
  }
  return [...times].map(([name, time]) => ({ name, time })).sort((a, b) => b.time - a.time)
}

/** `src/jose`, a package's name, or Node's own. */
export function folderOf({ callFrame: { url, functionName } }: ProfileNode): string {
  const own = /\/(src\/[^/]+)\//.exec(url)
  if (own) return own[1] ?? ''
  const installed = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)
  if (installed) return installed[1] ?? ''
  if (url.startsWith('node:internal/crypto') || url === 'node:crypto') return 'node:crypto'
  if (url.startsWith('node:')) return url.replace('node:internal/', 'node:').split('/')[0] ?? ''
  return functionName.startsWith('(') ? functionName : 'native'
}

export function functionOf(node: ProfileNode): string {
  const { functionName, url, lineNumber } = node.callFrame
  const file = url.replace(/^.*\/(?=src\/|node_modules\/)/, '')
  return `${functionName || '(anonymous)'} ${file === '' ? '' : `${file}:${lineNumber + 1}`}`
}

export function renderShares(shares: readonly Share[], requests: number, rows: number): string {
  const total = shares.reduce((sum, { time }) => sum + time, 0)
  return shares
    .slice(0, rows)
    .map(
      ({ name, time }) =>
        `${(time / requests).toFixed(1).padStart(8)} µs ${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`,
    )
    .join('\n')
}
