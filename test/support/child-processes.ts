/** Child processes of another process. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of the child processes that run now. */
export function childrenOf(parent: number): readonly number[] {
  if (!existsSync('/proc/self/stat'))
    return spawnSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
      .map(Number)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}

/** Returns the fourth field of `stat`. The second one, in brackets, may contain any text. */
function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
