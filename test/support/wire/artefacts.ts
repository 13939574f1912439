/**
 * The artefacts on the wire, recognized and decoded without verification: every JWT in a text, and the JSON bodies that
 * the specification describes.
 */
import assert from 'node:assert/strict'
import { failed, type Json, type JsonObject, parseJsonObject } from '../../../src/base/index.ts'
import { origins } from '../ecosystem.ts'
import type { WireExchange } from './transcript.ts'

export interface Artefact {
  /** Name as in CONTEXT.md and in docs/spec/decisions. */
  readonly name: string
  /** Header of a JWT. */
  readonly header?: JsonObject
  readonly payload: JsonObject
  /** Text on the wire; the body if it is a JSON body. */
  readonly text: string
}

const jwt = /(?<![\w.-])eyJ[\w-]+\.[\w-]+\.[\w-]+(?![\w.-])/g

/** Returns every JWT in a text, in order, without nested ones. */
export const findJwts = (text: string): readonly string[] => text.match(jwt) ?? []

export function openJwt(compact: string): Artefact {
  const [header, payload] = compact.split('.', 2).map(decodePart) as [JsonObject, JsonObject]
  return { name: nameOf(header, payload), header, payload, text: compact }
}

function decodePart(part: string): JsonObject {
  const json = parseJsonObject(Buffer.from(part, 'base64url').toString('utf8'), 'jwt')
  assert.ok(!failed(json), 'a part of a JWT is not a JSON object')
  return json
}

const byType: Readonly<Record<string, string>> = {
  'war+jwt': 'Wallet Attestation Request',
  'wallet-attestation+jwt': 'Wallet Attestation',
  'dpop+jwt': 'DPoP proof',
  'at+jwt': 'access token',
  'openid4vci-proof+jwt': 'key proof',
  'vc+sd-jwt': 'PID',
  'dc+sd-jwt': 'PID',
  'kb+jwt': 'KB-JWT',
  'statuslist+jwt': 'Status List Token',
}

const entityNames: ReadonlyMap<string, string> = new Map([
  [origins.trustAnchor, 'Trust Anchor'],
  [origins.walletProvider, 'Wallet Provider'],
  [origins.pidProvider, 'PID Provider'],
  [origins.relyingParty, 'Relying Party'],
])

function nameOf({ typ }: JsonObject, payload: JsonObject): string {
  const { iss, sub, response_type, scope } = payload
  if (typ === 'entity-statement+jwt' && iss === sub)
    return `${entityNames.get(new URL(String(iss)).origin)} entity configuration`
  if (typ === 'entity-statement+jwt') return 'Subordinate Statement'
  if (response_type === 'code') return 'Request Object of the pushed request'
  if (response_type === 'vp_token') return `Request Object, variant ${scope === undefined ? '2' : '1'}`
  return byType[String(typ)] ?? 'client assertion'
}

/** JSON bodies of successful exchanges, by endpoint. */
const bodies: readonly (readonly [url: string, part: 'request' | 'response', name: string])[] = [
  [`${origins.walletProvider}/nonce`, 'response', 'nonce response'],
  [`${origins.walletProvider}/wallet-instance`, 'request', 'registration request'],
  [`${origins.pidProvider}/as/par`, 'response', 'PAR response'],
  [`${origins.pidProvider}/token`, 'response', 'token response'],
  [`${origins.pidProvider}/credential`, 'request', 'credential request'],
  [`${origins.pidProvider}/credential`, 'response', 'credential response'],
  [`${origins.relyingParty}/response`, 'response', 'redirect response'],
]

export function openBodies({ url, ...exchange }: WireExchange): readonly Artefact[] {
  if (exchange.status >= 400) return []
  return bodies
    .filter(([endpoint]) => url.split('?', 1)[0] === endpoint)
    .map(([, part, name]) => {
      const text = exchange[part].body
      const payload = parseJsonObject(text, name)
      assert.ok(!failed(payload), name)
      return { name, payload, text }
    })
}

/** Returns the value of a JSON text, or `undefined` if it is not JSON. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
