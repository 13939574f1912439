/**
 * The body of a credential request: JSON in the specification's text; in its example a form whose objects are JSON
 * texts.
 */
import type { Asked } from './server.ts'

/** Returns `undefined` for a media type that is not accepted. */
export function credentialRequest({ body, headers }: Asked, takes: 'json' | 'form') {
  if (headers['content-type'] !== mediaTypes[takes]) return undefined
  if (takes === 'json') return JSON.parse(body)
  const { credential_definition, proof, ...texts } = Object.fromEntries(new URLSearchParams(body))
  return { ...texts, credential_definition: JSON.parse(credential_definition ?? ''), proof: JSON.parse(proof ?? '') }
}

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' }
