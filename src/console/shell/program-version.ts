/** Reads the version of the package, for the footer. */
import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

/** Version of the package: `1.2.0`. */
export const programVersion = version
