/** Credential formats that a session requests, for the comparison with the formats of a wallet (RP-42). */
import { failed } from '../../base/index.ts'
import {
  answerFormat,
  canonicalFormat,
  type DcqlQuery,
  isAttestationDescriptor,
  isAttestationQuery,
  type PresentationDefinition,
  resolveScope,
} from '../../oid4vp/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import type { PresentationSession } from '../session/presentation-session.ts'

/**
 * Returns the canonical names of the requested formats. Leaves out a Wallet Attestation in the format `jwt`, because
 * wallets send it regardless of their metadata (D-151). Returns `undefined` if a credential in any format may answer,
 * if the session requests only such an attestation, and for an unknown scope.
 */
export function requestedFormats(
  { presentationDefinitions }: Pick<RelyingPartyConfig, 'presentationDefinitions'>,
  { variant, query }: Pick<PresentationSession, 'variant' | 'query'>,
): ReadonlySet<string> | undefined {
  const formats =
    variant === 'dcql'
      ? formatsOfQuery(query as unknown as DcqlQuery)
      : formatsOfScope(String(query.scope), presentationDefinitions)
  return formats === undefined || formats.length === 0 ? undefined : new Set(formats)
}

const formatsOfQuery = ({ credentials }: DcqlQuery): readonly string[] =>
  credentials.filter((one) => !isAttestationQuery(one)).map(answerFormat)

/** Returns `undefined` if a descriptor accepts any format, and for an unknown scope. */
function formatsOfScope(scope: string, definitions: readonly PresentationDefinition[]): readonly string[] | undefined {
  const requested = resolveScope(scope, definitions)
  if (failed(requested)) return undefined
  const descriptors = requested.descriptors.filter((one) => !isAttestationDescriptor(one))
  if (descriptors.some(({ format }) => format === undefined)) return undefined
  return descriptors.flatMap(({ format = {} }) => Object.keys(format).map(canonicalFormat))
}
