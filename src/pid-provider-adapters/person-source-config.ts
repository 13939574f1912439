/** Settings of the source of a person's data. `http-person-source.ts` sends the requests. */
import { z } from 'zod'

const authentication = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('bearer'),
    token: z
      .string()
      .trim()
      .min(16)
      .regex(/^[!-~]+$/, 'cannot be sent in a header'),
  }),
  /** Signs with the key of the composition. */
  z.strictObject({
    method: z.literal('private_key_jwt'),
    clientId: z.string().min(1),
    audience: z.string().min(1).optional().describe("Defaults to the source's URL."),
  }),
])

/** `{"kind": "login"}` takes the attributes from the login; `http` asks an authentic source. */
export const personSourceConfig = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('login') }),
  z.strictObject({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }),
    authentication,
    timeoutSeconds: z.number().positive().max(30).default(3).describe('Maximum duration of one request.'),
    failures: z
      .int()
      .min(1)
      .default(5)
      .describe('Consecutive requests without an answer after which no request is sent for `pauseSeconds`.'),
    pauseSeconds: z.int().min(1).default(30),
  }),
])

/** Parsed settings of a person source, with defaults. */
export type PersonSourceConfig = Readonly<z.output<typeof personSourceConfig>>
