/**
 * Google as a local server: the token endpoint, the decoding of Play tokens and the list of revoked certificates. A
 * test sets the answers in `replies`.
 */

import { createServer } from 'node:http'
import { failed, type JsonObject } from '../../src/base/index.ts'
import { createLocalPlayDecoder } from '../../src/device-integrity/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import type { SoftwareVendor } from '../../src/software-device/index.ts'
import { listenLocally } from './local-server.ts'
import { rsaPair } from './rsa-keys.ts'

interface AskedOfGoogle {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}
export type GoogleReply = readonly [status: number, body: string] | 'silence'

const pair = rsaPair()
export const googleAccountKey = pair.publicKey

type ScriptedGoogle = Awaited<ReturnType<typeof startScriptedGoogle>>

export async function startScriptedGoogle() {
  const asked: AskedOfGoogle[] = []
  const replies = {
    token: (): GoogleReply => [200, JSON.stringify({ access_token: `token-${asked.length}`, expires_in: 3600 })],
    decode: async (_body: JsonObject): Promise<GoogleReply> => [200, '{"tokenPayloadExternal":{"requestDetails":{}}}'],
    statusList: (): GoogleReply => [200, '{"entries":{}}'],
  }
  const replyTo = (path: string, body: string): GoogleReply | Promise<GoogleReply> => {
    if (path === '/token') return replies.token()
    return path === '/status' ? replies.statusList() : replies.decode(JSON.parse(body) as JsonObject)
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = request.url ?? ''
    asked.push({ path, authorization: request.headers.authorization, body })
    const reply = await replyTo(path, body)
    if (reply === 'silence') return
    response.writeHead(reply[0], { 'content-type': 'application/json' }).end(reply[1])
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  return {
    asked,
    replies,
    url,
    /** The service account, in Google's file format. */
    account: {
      client_email: 'provider@project.example',
      private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      private_key_id: 'key-1',
      token_uri: `${url}/token`,
    },
    pathsAsked: () => asked.map(({ path }) => path),
    stop: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns an endpoint that decodes the tokens of a software vendor, as Google's endpoint decodes Play tokens. */
export function honestDecoding({ playKeys, app }: SoftwareVendor): ScriptedGoogle['replies']['decode'] {
  const local = createLocalPlayDecoder({ crypto: createNodeCrypto() }, playKeys)
  return async ({ integrity_token }) => {
    const payload = await local.decode(String(integrity_token), app.packageName)
    return failed(payload) ? [400, '{}'] : [200, JSON.stringify({ tokenPayloadExternal: payload })]
  }
}
