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

type ClaimChoice = Pick<Switches, 'claims' | 'sufficient'>

/** Returns one credential query. Leaves out claims without a path. Adds IDs to claims only for `claim_sets`. */
function credentialQuery(
  id: string,
  format: string,
  meta: JsonObject,
  { claims, sufficient }: ClaimChoice,
  pathOf: (name: string) => readonly string[] | undefined,
): JsonObject {
  const available = claims.flatMap((name) => {
    const path = pathOf(name)
    return path === undefined ? [] : [{ name, path }]
  })
  const names = available.map(({ name }) => name)
  const sufficientNames = names.filter((name) => sufficient.includes(name))
  const hasSets = sufficientNames.length > 0 && sufficientNames.length < names.length
  return {
    id,
    format,
    meta,
    ...(available.length > 0 && {
      claims: available.map(({ name, path }) => (hasSets ? { id: name, path } : { path })),
    }),
    ...(hasSets && { claim_sets: [names, sufficientNames] }),
  }
}

/** Returns the query. For the format `either`, a credential of one format suffices. */
export function queryOf({ format, ...choice }: ClaimChoice & Pick<Switches, 'format'>): JsonObject {
  const sdJwt = credentialQuery(sdJwtId, formatDcSdJwt, { vct_values: [type.credentialType] }, choice, (name) => [name])
  const mdoc = credentialQuery(mdocId, formatMdoc, { doctype_value: type.doctype }, choice, mdocPathOf)
  if (format === 'sd-jwt') return { credentials: [sdJwt] }
  if (format === 'mdoc') return { credentials: [mdoc] }
  return { credentials: [sdJwt, mdoc], credential_sets: [{ options: [[sdJwtId], [mdocId]] }] }
}
