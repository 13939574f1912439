/** A file of settings: JSON, with comments on whole lines that begin with `//`. */
import { readFileSync } from 'node:fs'
import { failed, type JsonObject, parseJsonObject } from '../base/index.ts'
import { ConfigError } from '../node/index.ts'
import { placeOfJsonFault } from './json-fault.ts'

/** Removes the member that names the schema of the file, for editors. */
const withoutSchema = ({ $schema: _, ...settings }: JsonObject): JsonObject => settings

/** Returns the content of a file of settings. Throws `ConfigError` if it is no JSON object. Repeats none of its text. */
export function readSettingsFile(file: string): JsonObject {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (thrown) {
    const reason = (thrown as NodeJS.ErrnoException).code ?? 'unknown'
    const isMissing = reason === 'ENOENT' ? ': run fiducia init first' : ''
    throw new ConfigError([`${file} cannot be read (${reason})${isMissing}`])
  }
  const json = text.replace(/^\ufeff/, '').replace(/^[^\S\n]*\/\/.*$/gm, '')
  const content = parseJsonObject(json, 'file')
  if (!failed(content)) return withoutSchema(content)
  const place = placeOfJsonFault(json)
  const where = place === undefined ? '' : `, line ${place.line} column ${place.column}`
  throw new ConfigError([
    `${file} is not a JSON object (${content.code}${where}); comments are whole lines that begin with //`,
  ])
}
