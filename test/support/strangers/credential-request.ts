/** The body of a credential request: the specification's text has JSON, its example a form whose objects are JSON texts. */
import type { Asked } from './server.ts'

/** `undefined` for a media type that is not taken. */
export function credentialRequest({ body, headers }: Asked, takes: 'json' | 'form') {
  if (headers['content-type'] !== mediaTypes[takes]) return undefined
  if (takes === 'json') return JSON.parse(body)
  const { credential_definition, proof, ...texts } = Object.fromEntries(new URLSearchParams(body))
  return { ...texts, credential_definition: JSON.parse(credential_definition ?? ''), proof: JSON.parse(proof ?? '') }
}

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' }
