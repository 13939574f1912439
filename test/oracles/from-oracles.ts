/**
 * Loads a library of `tools/oracles`, which is installed on first use. Native modules and packages that the registry
 * lacks are replaced by the files in `tools/oracles/substitutes/`. Nothing else of a library is changed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const tool = join(import.meta.dirname, '../../tools/oracles')
const substitutes = join(tool, 'substitutes')

/** Substitutes by the package that imports them, and the name that it imports. */
const replaced: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'io-wallet-oid-federation-1.5': { '@pagopa/io-wallet-utils': 'io-wallet-utils.mjs' },
  'io-react-native-wallet': {
    '@pagopa/io-wallet-utils': 'io-wallet-utils.mjs',
    '@pagopa/io-wallet-oid-federation': 'io-wallet-oid-federation.mjs',
    '@pagopa/io-wallet-oid4vp': 'io-wallet-oid4vp.mjs',
    '@pagopa/io-react-native-jwt': 'io-react-native-jwt.mjs',
    '@pagopa/io-react-native-crypto': 'io-react-native-crypto.mjs',
    '@pagopa/io-react-native-iso18013': 'nothing-native.mjs',
    'react-native': 'nothing-native.mjs',
    'react-native-quick-crypto': 'nothing-native.mjs',
    'react-native-url-polyfill/auto': 'nothing-native.mjs',
  },
}

const lockedVersion = (file: string, name: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages?.[name]?.version : undefined

/** Returns true if the locked libraries are installed. */
function isInstalled(): boolean {
  const name = 'node_modules/@pagopa/io-react-native-wallet'
  const installed = lockedVersion(join(tool, 'node_modules/.package-lock.json'), name)
  return installed !== undefined && installed === lockedVersion(join(tool, 'package-lock.json'), name)
}

if (!isInstalled()) execFileSync('npm', ['ci', '--prefix', tool, '--no-audit', '--ignore-scripts'])

registerHooks({
  resolve: (specifier, context, next) => {
    const [, asking = ''] = /.*\/node_modules\/(?:@[^/]+\/)?([^/]+)\//.exec(context.parentURL ?? '') ?? []
    const file = replaced[asking]?.[specifier]
    return file === undefined
      ? next(specifier, context)
      : { url: pathToFileURL(join(substitutes, file)).href, shortCircuit: true }
  },
})

const load = createRequire(join(tool, 'package.json'))

/** Returns the exports of a substitute. */
// biome-ignore lint/suspicious/noExplicitAny: as below
export const substituteFor = (name: string): any => load(join(substitutes, `${name}.mjs`))

/** Returns the exports of a library. */
// biome-ignore lint/suspicious/noExplicitAny: the libraries are not installed when types are checked
export const fromOracles = (name: string): any => load(name)
