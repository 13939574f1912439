/**
 * A DeviceResponse with an mdoc of the fixture's issuer, for a request of the fixture's Relying Party. A test can
 * change every step.
 */
import assert from 'node:assert/strict'
import { allAlgorithms, jwkThumbprint, type Signer } from '../../src/jose/index.ts'
import {
  type ElementPath,
  issueMdoc,
  type MdocContent,
  type MdocSigner,
  openId4VpTranscript,
  parseMdoc,
  presentMdoc,
} from '../../src/mdoc/index.ts'
import { docType, domestic, nameSpaces } from './mdoc.ts'
import { type RelyingPartyFixture, rpId, statusIndexes, statusUri } from './relying-party-service.ts'
import type { TestWallet } from './relying-party-wallet.ts'

export interface MdocBend {
  readonly content?: Partial<MdocContent>
  readonly signer?: MdocSigner
  readonly elements?: readonly ElementPath[]
  readonly session?: Partial<Parameters<typeof openId4VpTranscript>[1]>
  readonly device?: Signer
  readonly text?: (response: string) => string
}

/** The elements that `mdocQuery` asks for. */
export const askedElements: readonly ElementPath[] = [
  [docType, 'given_name'],
  [domestic, 'personal_administrative_number'],
]

export const mdocQuery = {
  credentials: [
    {
      id: 'pid',
      format: 'mso_mdoc',
      meta: { doctype_value: docType },
      claims: askedElements.map((path) => ({ path: [...path] })),
    },
  ],
}

/** The same elements in variant 1, with the Wallet Attestation. */
export const mdocScope = {
  scope: 'pid-login',
  presentationDefinitions: [
    {
      id: 'pid-login',
      input_descriptors: [
        {
          id: docType,
          format: { mso_mdoc: { alg: ['ES256'] } },
          constraints: {
            limit_disclosure: 'required',
            fields: askedElements.map(([namespace, name]) => ({ path: [`$['${namespace}']['${name}']`] })),
          },
        },
        {
          id: 'WalletAttestation',
          format: { jwt: { alg: ['ES256'] } },
          constraints: { fields: [{ path: ['$.iss'] }] },
        },
      ],
    },
  ],
}

export const mdocSubmission = {
  id: 'submission',
  definition_id: 'pid-login',
  descriptor_map: [
    { id: docType, format: 'mso_mdoc', path: '$[0]' },
    { id: 'WalletAttestation', format: 'jwt', path: '$[1]' },
  ],
}

/** Issues an mdoc and returns its DeviceResponse. */
export async function presentedMdoc(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  nonce: string,
  bend: MdocBend = {},
): Promise<string> {
  const { mdocIssuer, clock, decrypter } = fixture
  const now = clock.now()
  const ownSigner = { signer: mdocIssuer.signer, x5chain: [mdocIssuer.certificate] }
  const issued = await issueMdoc(fixture, bend.signer ?? ownSigner, {
    docType,
    nameSpaces: nameSpaces(),
    deviceKey: wallet.holder.publicJwk,
    issuedAt: now,
    expiresAt: now + 3600,
    status: { status_list: { idx: statusIndexes.pid, uri: statusUri } },
    ...bend.content,
  })
  const mdoc = parseMdoc(issued, { algorithms: allAlgorithms }, 'mdoc')
  assert.ok('mso' in mdoc)
  const transcript = openId4VpTranscript(fixture, {
    clientId: rpId,
    presentationNonce: nonce,
    encryptionThumbprint: jwkThumbprint(fixture, decrypter.publicJwk),
    responseUri: `${rpId}/response`,
    ...bend.session,
  })
  const response = await presentMdoc(bend.device ?? wallet.holder, mdoc, bend.elements ?? askedElements, transcript)
  return bend.text?.(response) ?? response
}
