/**
 * Additional credential types of a PID Provider. Each comes from a JSON file that the settings name, with the members of
 * `CredentialType`.
 */
import { z } from 'zod'
import { failed, parseJsonObject, parseSettings } from '../base/index.ts'
import { type CredentialType, credentialTypes, formatMdoc, formatSdJwt } from '../credential/index.ts'
import { ConfigError } from '../node/index.ts'
import { placeOfJsonFault } from './json-fault.ts'
import { readText } from './service.ts'

const name = z.string().min(1).max(256)
const form = z.enum(['text', 'date'])
const colour = z.string().min(1)

const claim = z.strictObject({
  attribute: name.exactOptional(),
  display: z.record(z.string().min(2), z.string().min(1)),
  form: form.exactOptional(),
  isOptional: z.literal(true).exactOptional(),
  isPlain: z.literal(true).exactOptional(),
})

const element = z.union([
  z.strictObject({ claim: name, form: form.exactOptional() }),
  z.strictObject({ fact: z.enum(['issuedAt', 'expiresAt', 'issuingAuthority', 'issuingCountry']) }),
])

const credentialType = z
  .strictObject({
    formats: z.array(z.enum([formatSdJwt, formatMdoc])).min(1),
    credentialType: name,
    doctype: name,
    claims: z.record(name, claim).refine((claims) => Object.keys(claims).length > 0, 'has no claim'),
    mdoc: z.strictObject({
      main: z.record(name, element),
      domesticNamespace: name,
      domestic: z.record(name, element),
    }),
    assurance: z.record(z.string(), z.string()),
    display: z.strictObject({
      name: z.string().min(1),
      locale: z.string().min(2),
      background_color: colour,
      text_color: colour,
    }),
  })
  .superRefine(({ claims, mdoc }, { addIssue }) => {
    for (const part of ['main', 'domestic'] as const)
      for (const [at, stated] of Object.entries(mdoc[part]))
        if ('claim' in stated && !Object.hasOwn(claims, stated.claim))
          addIssue({ code: 'custom', path: ['mdoc', part, at, 'claim'], message: 'is not a claim of the type' })
  })

/**
 * Throws `ConfigError` unless one of the types has both configured names. Otherwise a misspelt name would rename the
 * PID. Does nothing if `files` is empty, because the names may then rename the PID (PP-40).
 */
export function requireNamedType(
  types: readonly CredentialType[],
  files: readonly string[],
  named: Pick<CredentialType, 'credentialType' | 'doctype'>,
): void {
  const { credentialType, doctype } = named
  if (files.length === 0 || types.some((type) => type.credentialType === credentialType && type.doctype === doctype))
    return
  const known = types.map((type) => `${type.credentialType} with ${type.doctype}`).join(', ')
  throw new ConfigError([`role.credentialType, role.doctype: no type has these two names. There are ${known}`])
}

/**
 * Returns the built-in credential types, followed by those of the files. Throws `ConfigError` for a file that cannot be
 * read, does not match the schema, or repeats the `credentialType` or `doctype` of another type.
 */
export function readCredentialTypes(
  files: readonly string[],
  resolve: (path: string) => string,
): readonly [CredentialType, ...CredentialType[]] {
  const [firstBuiltIn, ...otherBuiltIn] = credentialTypes
  const types: CredentialType[] = []
  for (const [index, file] of files.entries()) {
    const at = `credentialTypeFiles.${index}`
    const text = readText(resolve(file))
    const content = parseJsonObject(text, at)
    if (failed(content)) {
      const place = placeOfJsonFault(text)
      throw new ConfigError([
        `${at}: is not a JSON object${place ? ` (line ${place.line} column ${place.column})` : ''}`,
      ])
    }
    const type = parseSettings<CredentialType>(credentialType, content, at)
    const allTypes = [firstBuiltIn, ...otherBuiltIn, ...types]
    if (allTypes.some((one) => one.credentialType === type.credentialType || one.doctype === type.doctype))
      throw new ConfigError([`${at}: has the credentialType or doctype of another type`])
    types.push(type)
  }
  return [firstBuiltIn, ...otherBuiltIn, ...types]
}
