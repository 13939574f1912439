/** Reads a settings file: JSON, with comments on whole lines that begin with `//`. */
import { readFileSync } from 'node:fs'
import { describeReadFault, failed, type JsonObject, parseJsonObject } from '../base/index.ts'
import { ConfigError } from '../node/index.ts'
import { placeOfJsonFault } from './json-fault.ts'

/** Removes `$schema`, which names the schema of the file for editors. */
const withoutSchema = ({ $schema: _, ...settings }: JsonObject): JsonObject => settings

/**
 * Returns the content of a settings file, without `$schema`. Throws `ConfigError` if the file cannot be read or is not
 * a JSON object. The error quotes no text of the file, which may contain secrets.
 */
export const readSettingsFile = (file: string): JsonObject => withoutSchema(readContent(file))

/**
 * Returns the role of a settings file, from the name of its schema (`settingsSchemaFile`). Returns `undefined` for any
 * other schema. Does not check that the role exists. Throws as `readSettingsFile` does.
 */
export function readSchemaRole(file: string): string | undefined {
  const { $schema } = readContent(file)
  return typeof $schema === 'string' ? /^\.\/([a-z-]+)\.schema\.json$/.exec($schema)?.[1] : undefined
}

function readContent(file: string): JsonObject {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (thrown) {
    const isMissing = (thrown as NodeJS.ErrnoException).code === 'ENOENT'
    const reason = isMissing ? '(ENOENT): run fiducia init first, or name another file' : describeReadFault(thrown)
    throw new ConfigError([`${file} cannot be read ${reason}`])
  }
  if (text.includes('\0'))
    throw new ConfigError([`${file} is not a text in UTF-8: save it as UTF-8, not as UTF-16 ("Unicode")`])
  const json = text.replace(/^\ufeff/, '').replace(/^[^\S\n]*\/\/.*$/gm, '')
  const content = parseJsonObject(json, 'file')
  if (!failed(content)) return content
  const place = placeOfJsonFault(json)
  const where = place === undefined ? '' : `, line ${place.line} column ${place.column}`
  throw new ConfigError([
    `${file} is not a JSON object (${content.code}${where}); comments are whole lines that begin with //`,
  ])
}
