/** Settings of the source of a person's data. `http-person-source.ts` sends the requests. */
import { z } from 'zod'

const authentication = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('bearer').describe('How this service authenticates at the source.'),
    token: z
      .string()
      .trim()
      .min(16)
      .regex(/^[!-~]+$/, 'cannot be sent in a header')
      .describe('Bearer token, at least 16 characters.'),
  }),
  /** Signs with the `person_source` key of the service. */
  z.strictObject({
    method: z.literal('private_key_jwt').describe('How this service authenticates at the source.'),
    clientId: z.string().min(1).describe('Client identifier at the source.'),
    audience: z.string().min(1).optional().describe("Audience of the assertion. Defaults to the source's URL."),
  }),
])

/** `{"kind": "login"}` takes the attributes from the login; `http` requests them from an authentic source. */
export const personSourceConfig = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('login').describe('`login` uses the attributes of the login, `http` those of an authentic source.'),
  }),
  z.strictObject({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }).describe('URL of the authentic source.'),
    authentication: authentication.describe('How this service authenticates at the source.'),
    timeoutSeconds: z
      .number()
      .positive()
      .max(30)
      .default(3)
      .describe('Maximum duration of one request in seconds. `network.timeoutMilliseconds` limits it too.'),
    failures: z
      .int()
      .min(1)
      .default(5)
      .describe(
        'Consecutive outages after which no request is sent for `pauseSeconds`: no answer, status 429 or a server error.',
      ),
    pauseSeconds: z.int().min(1).default(30).describe('Seconds of the pause after `failures` outages.'),
  }),
])

/** Parsed settings of a person source, with defaults. */
export type PersonSourceConfig = Readonly<z.output<typeof personSourceConfig>>
