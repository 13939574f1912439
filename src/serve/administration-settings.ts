/** Settings of a role's administration: its tokens, and the operators of the console with their rights. */
import { z } from 'zod'
import { areUnique, refuseBoth } from '../base/index.ts'
import { administrationRights, administrationTokenFault, anyOperator, operatorNamePattern } from '../member/index.ts'

/** Name under which the console acts as an administrator. */
export const consoleName = 'console'

/** Minimum length of a token in characters. Equals the minimum of `administrationTokenFault`. */
const shortestToken = 32

/** A bearer token. It cannot contain quotation marks, so those around it in the environment are ignored (D-1080). */
const token = z
  .string()
  .min(shortestToken)
  .refine(
    (text) => text.length < shortestToken || administrationTokenFault(text) === undefined,
    'cannot be sent as a bearer token: RFC 6750 §2.1, at most 512 characters',
  )
  .optional()

/** Token of the console: the text itself, or a file that contains it. */
const consoleAccess = z
  .strictObject({
    token: token.describe('Token of the console, at least 32 characters.'),
    tokenFile: z.string().min(1).optional().describe('File that contains the token, instead of `token`.'),
  })
  .refine(...refuseBoth('token', 'tokenFile'))

/** An operator of the console. The name `*` is the entry for all others. */
const operator = z.strictObject({
  name: z
    .string()
    .refine(
      (name) => name === anyOperator || operatorNamePattern.test(name),
      'is neither * nor a name of 1 to 64 letters, digits and . _ @ + -',
    )
    .describe('Name of the operator in the console. `*` is the entry for all others.'),
  may: z.array(z.enum(administrationRights)).describe('Rights of the operator.'),
})

/** Schema of the settings. */
export const administrationSettings = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .refine((name) => name !== consoleName && !name.includes('/'), 'is the name of the console, or has a slash')
      .default('operator')
      .describe('Name of the administrator in the audit log.'),
    token: token.describe('Bearer token of the administration, at least 32 characters. Defaults to no administration.'),
    tokenFile: z.string().min(1).optional().describe('File that contains the token, instead of `token`.'),
    console: consoleAccess
      .optional()
      .describe('Token of the console (`fiducia console`), which names an operator in each request.'),
    operators: z
      .array(operator)
      .refine((all) => areUnique(all.map(({ name }) => name)), 'two entries have the same name')
      .default([])
      .describe('Operators of the console and their rights. An operator without an entry has no rights.'),
  })
  .refine(...refuseBoth('token', 'tokenFile'))
