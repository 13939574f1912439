/** The order of a presentation as TypeScript, for the application's own code. */
import type { JsonObject } from '../../base/index.ts'

/** Returns the text of a module that sends the order. The key comes from the environment. */
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
