/** Builds the DCQL query that the switches describe. */

import type { JsonObject } from '../../base/index.ts'
import { type CredentialType, formatDcSdJwt, formatMdoc, pid } from '../../credential/index.ts'
import type { Switches } from './switches.ts'

const sdJwtId = 'pid'
const mdocId = 'pid_mdoc'
const type: CredentialType = pid

/** Returns the path of a claim in an mdoc: namespace and element. Returns `undefined` if no element has the claim. */
function mdocPathOf(name: string): readonly string[] | undefined {
  const { main, domestic, domesticNamespace } = type.mdoc
  for (const [namespace, elements] of [
    [type.doctype, main],
    [domesticNamespace, domestic],
  ] as const)
    for (const [element, definition] of Object.entries(elements))
      if ('claim' in definition && definition.claim === name) return [namespace, element]
  return undefined
}

type RequestedClaims = Pick<Switches, 'claims' | 'sufficient'>

/** Returns one credential query. Leaves out claims without a path. Claims have IDs only if there are `claim_sets`. */
function askFor(
  id: string,
  format: string,
  meta: JsonObject,
  { claims, sufficient }: RequestedClaims,
  pathOf: (name: string) => readonly string[] | undefined,
): JsonObject {
  const found = claims.flatMap((name) => {
    const path = pathOf(name)
    return path === undefined ? [] : [{ name, path }]
  })
  const names = found.map(({ name }) => name)
  const smaller = names.filter((name) => sufficient.includes(name))
  const hasSets = smaller.length > 0 && smaller.length < names.length
  return {
    id,
    format,
    meta,
    ...(found.length > 0 && { claims: found.map(({ name, path }) => (hasSets ? { id: name, path } : { path })) }),
    ...(hasSets && { claim_sets: [names, smaller] }),
  }
}

/** Returns the query. For the format `either`, a credential of one format suffices. */
export function queryOf({ format, ...asked }: RequestedClaims & Pick<Switches, 'format'>): JsonObject {
  const sdJwt = askFor(sdJwtId, formatDcSdJwt, { vct_values: [type.credentialType] }, asked, (name) => [name])
  const mdoc = askFor(mdocId, formatMdoc, { doctype_value: type.doctype }, asked, mdocPathOf)
  if (format === 'sd-jwt') return { credentials: [sdJwt] }
  if (format === 'mdoc') return { credentials: [mdoc] }
  return { credentials: [sdJwt, mdoc], credential_sets: [{ options: [[sdJwtId], [mdocId]] }] }
}
