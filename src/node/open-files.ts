/** How many files the system lets this process open, connections among them. */
import { readFileSync } from 'node:fs'

/** `undefined` where the system does not say: Linux does. Node has raised what may be raised. */
export function openFilesLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** What else is open beside connections of clients: the store, its log, keys, requests that go out. */
const ownFiles = 200

/** A sentence when the settings allow more connections than the process can open. */
export const scarceFiles = (maximumConnections: number, limit = openFilesLimit()): string | undefined =>
  limit === undefined || limit >= maximumConnections + ownFiles
    ? undefined
    : `this process may open ${limit} files and its settings allow ${maximumConnections} connections: beyond the first, connections are closed without a word in log and figures. Raise the limit (ulimit -n, LimitNOFILE) or lower limits.maximumConnections`
