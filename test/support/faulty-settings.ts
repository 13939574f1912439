/** Settings of a service as `fiducia init` writes them, with faults in them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSigner } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { readSettings } from '../../src/serve/read-settings.ts'
import type { ServedRole } from '../../src/serve/role-names.ts'
import { writeTemplate } from '../../src/serve/template.ts'
import { configFaultsOf } from './config-faults.ts'
import { freshDirectory } from './fresh-directory.ts'

export const directory = freshDirectory()
writeFileSync(join(directory, 'administration.token'), 'token-of-an-operator-0123456789abcdef')
writeFileSync(join(directory, 'no.pem'), 'nothing of the kind')
const { publicJwk } = await generateSigner({ crypto: createNodeCrypto() })
export const jwks = { keys: [publicJwk] }
export const publicUrl = 'https://service.example'

/**
 * Returns the faults of the settings that `fiducia init` writes, after some members of all settings and of the role are
 * replaced.
 */
export function faultsOf(role: ServedRole, whole: object, own: object = {}): readonly string[] {
  const file = join(directory, `${role}.json`)
  const settings = JSON.parse(writeTemplate(role, { publicUrl }).replace(/^\s*\/\/.*$/gm, ''))
  writeFileSync(file, JSON.stringify({ ...settings, ...whole, role: { ...settings.role, ...own } }))
  return configFaultsOf(() => readSettings(role, { file }))
}

/** Returns the place of each fault that matches this pattern, and the whole text of any other fault. */
export const placesOf = (faults: readonly string[], pattern: RegExp): readonly string[] =>
  faults.flatMap((fault) => (pattern.test(fault) ? [fault.slice(0, fault.indexOf(':'))] : [fault]))

export const noEntityIds = [
  'http://anchor.example',
  'anchor.example',
  'https://anchor.example/?of=all',
  'https://a.example/#b',
]
export const noEntityId =
  /: is not an entity identifier\. An entity identifier is an https URL without query, fragment and user name$/
