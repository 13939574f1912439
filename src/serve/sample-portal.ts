/**
 * Sample application that `fiducia init relying-party` writes: a portal whose protected area requires a wallet login.
 */

/** Names of two files: the program, and the API key with which it requests presentations. */
export const portalFiles = { program: 'portal.ts', key: 'portal.key' } as const

/** Id of the application in the settings of the Relying Party. */
export const portalId = 'sample'

/** Path in the protected area, to which browsers return after the presentation. */
export const portalReturnPath = '/area/wallet'

/** Returns the source of the program. `service` is the public URL of the Relying Party. */
export const writePortal = (service: string): string => `/**
 * A sample portal with wallet login. Arguments and environment variables:
 *
 *     node portal.ts              uses the Relying Party that "fiducia init" created in this directory
 *     node portal.ts --sandbox    uses the sandbox that "fiducia" runs in the current directory
 *
 * It is an ES module: name it portal.mts, or run npm pkg set type=module. Its directory, or one above it, needs the
 * package: npm install PATH/fiducia-VERSION.tgz
 *
 *     PORT         port of the portal. Defaults to 3000
 *     PORTAL_URL   public URL of the portal. Defaults to http://localhost:PORT. The settings of the service list
 *                  PORTAL_URL${portalReturnPath} among the returnUrls of this application
 *     SERVICE_URL  public URL of the Relying Party. Defaults to ${service}
 */
import { existsSync, readFileSync } from 'node:fs'
import { requirePresentation } from 'fiducia/middleware'
import { serve } from 'fiducia/node'

const { PORT = '3000', PORTAL_URL = \`http://localhost:\${PORT}\`, SERVICE_URL = ${JSON.stringify(service)} } = process.env
const { service, apiKey } = process.argv.includes('--sandbox') ? sandbox() : { service: SERVICE_URL, apiKey: ownKey() }

function ownKey(): string {
  return readFileSync(new URL(${JSON.stringify(portalFiles.key)}, import.meta.url), 'utf8').trim()
}

function sandbox() {
  const file = '.fiducia/sandbox.json'
  if (!existsSync(file)) throw new Error(\`There is no \${file}: start the sandbox in this directory: npx fiducia --no-demo\`)
  const state = JSON.parse(readFileSync(file, 'utf8'))
  return { service: state.relying_party as string, apiKey: state.application_key as string }
}

const claims = [{ path: ['given_name'] }, { path: ['family_name'] }] as const
const wallet = requirePresentation(
  { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, claims }] },
  { service, apiKey, returnUrl: \`\${PORTAL_URL}${portalReturnPath}\`, purpose: { it: 'Accesso al portale' } },
)

/** Everything below /area is for visitors whose wallet has presented their name. */
const area = wallet.protect((request, { credentials: { pid } }) => {
  if (request.method === 'POST' && new URL(request.url).pathname === '/area/sign-out')
    return new Response(null, { status: 303, headers: { location: '/', 'set-cookie': wallet.signOut() } })
  const { given_name, family_name } = pid.claims
  return page(
    'Area riservata',
    \`<p>Buongiorno, \${escaped(given_name)} \${escaped(family_name)}.</p>
<form method="post" action="/area/sign-out"><button>Esci</button></form>\`,
  )
})

const home = () =>
  page('Portale', '<p><it-wallet-button href="/area"><a href="/area">Accedi con IT-Wallet</a></it-wallet-button></p>')

/** Returns a page. Its only script is the button, which the Relying Party serves. */
function page(title: string, main: string): Response {
  const { origin } = new URL(service)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': \`default-src 'none'; script-src \${origin}; base-uri 'none'; frame-ancestors 'none'\`,
  }
  return new Response(
    \`<!doctype html>
<html lang="it">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>\${title}</title>
<script type="module" src="\${service}/assets/it-wallet-button.js"></script></head>
<body><main>
<h1>\${title}</h1>
\${main}
</main></body>
</html>
\`,
    { headers },
  )
}

function escaped(value: unknown): string {
  return String(value).replace(/[&<>"']/g, (character) => \`&#\${character.charCodeAt(0)};\`)
}

await serve({
  port: Number(PORT),
  app: (request, connection) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/') return home()
    return /^\\/area(?:\\/|$)/.test(pathname) ? area(request, connection) : new Response('Not found', { status: 404 })
  },
})
console.log(\`The portal: \${PORTAL_URL}\`)
`
