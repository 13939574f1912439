/** A token of SoftHSM, for tests on a machine that has it. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadPkcs11, type Pkcs11Library } from '../../src/node/pkcs11-session.ts'
import { freshDirectory } from './fresh-directory.ts'
import { missingPrograms, missingProgramWords } from './missing-programs.ts'
import { pin } from './pkcs11.ts'

/** The library: at the path of the variable, else at the first of the usual paths that exists. */
const module = [
  process.env.SOFTHSM2_MODULE ?? '',
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
].find((path) => existsSync(path))

/** Reason to skip, or `false` if SoftHSM's library, its program for tokens, and the built `pkcs11js` are found. */
export const missingSoftHsm: string | false =
  module === undefined
    ? `${missingProgramWords}SoftHSM at one of the usual places`
    : missingPrograms('softhsm2-util') ||
      (await loadPkcs11().then(
        () => false as const,
        () => `${missingProgramWords}pkcs11js that is built`,
      ))

/** A token, and the library that opens it. */
interface SoftToken {
  readonly library: Pkcs11Library
  readonly options: { readonly module: string; readonly token: string; readonly pin: string }
}

/** Creates a token and loads the library. SoftHSM reads its location once per process. */
export async function createSoftToken(): Promise<SoftToken> {
  const directory = freshDirectory()
  mkdirSync(join(directory, 'tokens'))
  const configuration = join(directory, 'softhsm2.conf')
  writeFileSync(configuration, `directories.tokendir = ${join(directory, 'tokens')}\nlog.level = ERROR\n`)
  process.env.SOFTHSM2_CONF = configuration
  const options = { module: module ?? '', token: 'fiducia', pin }
  const words = ['--init-token', '--free', '--label', options.token, '--pin', pin, '--so-pin', pin]
  execFileSync('softhsm2-util', ['--module', options.module, ...words], { stdio: 'ignore' })
  return { library: await loadPkcs11(), options }
}
