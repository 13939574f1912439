/** Descriptions of the administration (`/admin/…`), for the document of its API. */
import { z } from 'zod'
import type { RouteDescriptions } from '../../http/index.ts'
import { describeDecisions, rightRefusals } from '../../member/index.ts'
import { PP } from '../answers.ts'
import { paths } from '../paths.ts'
import { ADMINISTRATOR_RULES } from './administrator-rules.ts'
import { CHANGE_RULES, statusChange } from './change-credential-status.ts'
import { CREDENTIAL_SEARCH_RULES, searchBody, searchQuery } from './search-credentials.ts'

const seconds = z.number()
const status = z.enum(['valid', 'suspended', 'revoked'])

const credential = z.object({
  id: z.string(),
  format: z.string(),
  holderThumbprint: z.string(),
  subject: z.string(),
  clientId: z.string(),
  walletProvider: z.string(),
  tokenId: z.string(),
  statusList: z.int(),
  statusIndex: z.int(),
  issuedAt: seconds,
  expiresAt: seconds,
  status,
  attestationWatch: z.object({ uri: z.string(), idx: z.int(), until: seconds }).optional(),
})

const change = z.object({
  credentialId: z.string(),
  status,
  at: seconds,
  actor: z.string(),
  reason: z.string(),
})

const credentials = z.object({ credentials: z.array(credential) })
const record = z.object({ credential, changes: z.array(change) })

const administrator = [ADMINISTRATOR_RULES, rightRefusals]
const credentialUnknown = { credential_unknown: ['PP-112', PP.unknownCredential] } as const
const { adminCredentials } = paths

const id = '0199f0a4-6c00-7abc-8def-0123456789ab'
const example = {
  ...{ id, format: 'vc+sd-jwt', holderThumbprint: 'nTf3C8Q7yq4l2kKk0m4oJb6sQv9wXyZ1aBcDeFgHiJk' },
  ...{ subject: 'Zk3pQ9', clientId: 'nTf3C8Q7yq4l2kKk0m4oJb6sQv9w', walletProvider: 'https://wallet-provider.example' },
  ...{ tokenId: 'b8Xw2', statusList: 1, statusIndex: 4711, issuedAt: 1_796_000_000, expiresAt: 1_827_536_000 },
}

/** Descriptions by method and path. */
export const administrationDescriptions: RouteDescriptions = {
  [`GET ${adminCredentials}`]: {
    summary: 'Lists the credentials that match the query, newest first',
    query: searchQuery,
    answers: { 200: { schema: credentials } },
    refusals: [...administrator, CREDENTIAL_SEARCH_RULES],
  },
  [`POST ${adminCredentials}/search`]: {
    summary: 'Lists the credentials that match the body, which may name a person by their tax number',
    body: { schema: searchBody, example: { tax_id_number: 'RSSMRA80A01H501U', status: 'valid' } },
    answers: { 200: { schema: credentials, example: { credentials: [{ ...example, status: 'valid' }] } } },
    refusals: [...administrator, CREDENTIAL_SEARCH_RULES],
  },
  [`GET ${adminCredentials}/:id`]: {
    summary: 'Shows a credential with all its changes',
    answers: { 200: { schema: record, example: { credential: { ...example, status: 'valid' }, changes: [] } } },
    refusals: [...administrator, credentialUnknown],
  },
  [`POST ${adminCredentials}/:id/status`]: {
    summary: 'Suspends, reinstates or revokes a credential',
    body: { schema: statusChange, example: { status: 'suspended', reason: 'report of a lost phone' } },
    answers: {
      200: {
        schema: record,
        example: {
          credential: { ...example, status: 'suspended' },
          changes: [
            {
              ...{ credentialId: id, status: 'suspended', at: 1_796_000_100, actor: 'operator' },
              reason: 'report of a lost phone',
            },
          ],
        },
      },
    },
    refusals: [
      ...administrator,
      CHANGE_RULES,
      credentialUnknown,
      { suspension_unpublished: ['PP-111', PP.suspensionUnpublished], status_final: ['PP-111', PP.statusFinal] },
    ],
  },
  ...describeDecisions(administrator),
}
