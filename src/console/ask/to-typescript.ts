/** Writes the order of a presentation as TypeScript, for use in an application. */
import type { JsonObject } from '../../base/index.ts'

/** Returns the source of a module that sends the order. It reads the key from `APPLICATION_KEY` in the environment. */
export const orderInTypescript = (
  url: string,
  body: JsonObject,
): string => `const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.APPLICATION_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
})
const { id, start_url } = await response.json()
// Send the browser to start_url. It returns to return_url with a reference, which POST /api/results redeems.
`
