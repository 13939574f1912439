/** Reads a file with a JWK set of public keys for pinning an anchor. */
import { failed, type PublicJwk } from '../base/index.ts'
import { parseFederationKeySet } from '../federation/index.ts'
import { readNamedFile } from './named-files.ts'
import { UserError } from './user-error.ts'

/**
 * Returns the keys of the file. Throws `UserError` if the file cannot be read, or is not a JWK set of public keys with
 * different `kid`s.
 */
export function readKeySet(path: string): readonly PublicJwk[] {
  const keys = parseFederationKeySet(readNamedFile(path))
  if (failed(keys)) throw new UserError(`The file ${path} is not a JWK set of public keys, each with a kid of its own.`)
  return keys
}
