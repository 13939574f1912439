/**
 * JSON Schema of a settings file, for editors and for the reference page. It is derived from the schemas that validate
 * the file.
 */
import { z } from 'zod'
import type { JsonObject } from '../base/index.ts'
import type { ServedRole } from './role-names.ts'
import { roleConfigs, settingsSchema } from './role-settings.ts'
import { derivedMembers } from './settings.ts'

type ObjectSchema = JsonObject & { readonly properties: JsonObject; readonly required?: readonly string[] }

/** Members that a file need not contain. `authorityHints` defaults to the anchors. */
const notRequired = [...derivedMembers, 'authorityHints']

const documentOf = (schema: z.ZodType): ObjectSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectSchema

/**
 * Returns the schema of a role's settings file (JSON Schema 2020-12). It describes types and bounds. Settings that
 * depend on each other are checked only at the start.
 */
export function describeSettings(role: ServedRole): ObjectSchema {
  const { properties, ...whole } = documentOf(settingsSchema(role))
  const { $schema: _, properties: roleProperties, required = [], ...part } = documentOf(roleConfigs[role])
  const roleMembers = Object.entries(roleProperties).filter(([name]) => !derivedMembers.includes(name))
  return {
    ...whole,
    title: `Settings of fiducia serve ${role}`,
    properties: {
      $schema: { type: 'string', description: 'JSON Schema of this file, for editors. Has no effect on the service.' },
      ...properties,
      role: {
        ...part,
        description: 'Configuration of the role itself.',
        properties: Object.fromEntries(roleMembers),
        required: required.filter((name) => !notRequired.includes(name)),
      },
    },
    required: [...(whole.required ?? []), 'role'],
  }
}

/** Returns the name of the schema's file beside the settings. `readSchemaRole` reads the role from this name. */
export const settingsSchemaFile = (role: ServedRole): string => `${role}.schema.json`
