/** Maximum number of files, including connections, that this process may open. */
import { readFileSync } from 'node:fs'

/**
 * Returns the soft limit, which Node has raised to the hard limit. Returns `undefined` if there is no limit, or if the
 * system does not report it in `/proc` as Linux does.
 */
export function openFilesLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** Assumed number of files besides clients' connections: the store, its log, keys, outgoing requests. */
const ownFiles = 200

/**
 * Returns a warning if the settings allow more connections than the process can open. Returns `undefined` if they do
 * not, or if the limit is not known.
 */
export const scarceFiles = (maximumConnections: number, limit = openFilesLimit()): string | undefined =>
  limit === undefined || limit >= maximumConnections + ownFiles
    ? undefined
    : `this process may open ${limit} files and its settings allow ${maximumConnections} connections: when no more files can be opened, new connections are closed without a log entry or metric. Raise the limit (ulimit -n, LimitNOFILE) or lower limits.maximumConnections`
