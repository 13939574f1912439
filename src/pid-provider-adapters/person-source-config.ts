/** Where a person's data come from, as an operator configures it. What asks the source is `http-person-source.ts`. */
import { z } from 'zod'

const authentication = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('bearer'),
    token: z
      .string()
      .trim()
      .min(16)
      .regex(/^[!-~]+$/, 'no header can show it'),
  }),
  /** Signed with the key that the composition gives. */
  z.strictObject({
    method: z.literal('private_key_jwt'),
    clientId: z.string().min(1),
    /** The source's URL when not said. */
    audience: z.string().min(1).optional(),
  }),
])

/** `{"kind": "login"}` takes what the national identity provider says; `http` asks an authentic source. */
export const personSourceConfig = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('login') }),
  z.strictObject({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }),
    authentication,
    /** For one question. */
    timeoutSeconds: z.number().positive().max(30).default(3),
    /** Questions in a row without an answer, after which nobody asks for `pauseSeconds`. */
    failures: z.int().min(1).default(5),
    pauseSeconds: z.int().min(1).default(30),
  }),
])

/** The settings of an authentic source, judged and filled in. */
export type PersonSourceConfig = Readonly<z.output<typeof personSourceConfig>>
