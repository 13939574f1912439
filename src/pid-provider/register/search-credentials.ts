/**
 * The administrators' view of the register: find credentials, look at one with everything that happened to it (PP-112).
 * A person is found by what identifies them, of which the register itself holds a pseudonym only.
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, placeOf, rules } from '../../base/index.ts'
import type { Parameters } from '../../http/index.ts'
import { PP } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import { type PersonContext, registerSubject, uniqueIdOf } from '../issuance/pid-claims.ts'
import type { CredentialSearch } from '../stores.ts'
import { type AdministratorHeaders, requireAdministrator } from './administrators.ts'
import type { CredentialRecord } from './change-credential-status.ts'
import type { IssuedCredential } from './issued-credential.ts'

const text = z.string().min(1).max(256).optional()
const query = z.strictObject({
  /** Thumbprint of the key that the credential is bound to. */
  holder_thumbprint: text,
  /** The person, as the register names them. */
  subject: text,
  /** The person, as the PID names them. */
  unique_id: text,
  /** The wallet: thumbprint of the attested key. */
  client_id: text,
  status: z.enum(['valid', 'suspended', 'revoked']).optional(),
  limit: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,4}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(1).max(1000))
    .default(100),
})
/** What names a person to everybody stands in no URL, and so in no log. */
const body = query.extend({
  tax_id_number: z
    .string()
    .regex(/^(TINIT-)?[A-Z0-9]{11,16}$/)
    .transform((number) => (number.startsWith('TINIT-') ? number : `TINIT-${number}`))
    .optional(),
})

export interface RegisterSearch extends Omit<CredentialSearch, 'subject'> {
  readonly subject?: string
  readonly uniqueId?: string
  readonly taxIdNumber?: string
}

const parse =
  (schema: z.ZodType<z.output<typeof body>>, at: string) =>
  (values: unknown): RegisterSearch | Failure<'search_malformed'> => {
    const parsed = schema.safeParse(values)
    if (!parsed.success) return fail('search_malformed', placeOf(at, parsed.error)) // PP-112
    const { holder_thumbprint, subject, unique_id, client_id, tax_id_number, status, limit } = parsed.data
    return {
      limit,
      ...(holder_thumbprint !== undefined && { holderThumbprint: holder_thumbprint }),
      ...(subject !== undefined && { subject }),
      ...(unique_id !== undefined && { uniqueId: unique_id }),
      ...(client_id !== undefined && { clientId: client_id }),
      ...(tax_id_number !== undefined && { taxIdNumber: tax_id_number }),
      ...(status !== undefined && { status }),
    }
  }

export const parseSearchQuery = parse(query, 'query')
export const parseSearchBody = parse(body, 'body')

export const CREDENTIAL_SEARCH_RULES = rules<'search_malformed'>()(PP.searchMalformed, {
  'PP-112': ['search_malformed'],
})

type SearchContext = Pick<
  PidProviderServices,
  'decide' | 'config' | 'crypto' | 'personSecret' | 'administrators' | 'stores'
>

/** Newest first, a hundred when `limit` does not say and a thousand at most; each member narrows it. */
export function listCredentials(
  ctx: SearchContext,
  headers: AdministratorHeaders,
  parameters: Parameters,
): Promise<readonly IssuedCredential[]> {
  return ctx.decide('pid-provider/admin/credentials', async (decision) => {
    requireAdministrator(ctx, decision, headers)
    const values = Object.fromEntries(parameters)
    const search = decision.checkNow(CREDENTIAL_SEARCH_RULES, () => parseSearchQuery(values))
    return ctx.stores.issuedCredentials.search(storedSearch(ctx, search))
  })
}

/** The same by a body, which may name a person by their tax number. */
export function searchCredentials(
  ctx: SearchContext,
  headers: AdministratorHeaders,
  json: JsonObject,
): Promise<readonly IssuedCredential[]> {
  return ctx.decide('pid-provider/admin/credentials/search', async (decision) => {
    requireAdministrator(ctx, decision, headers)
    const search = decision.checkNow(CREDENTIAL_SEARCH_RULES, () => parseSearchBody(json))
    return ctx.stores.issuedCredentials.search(storedSearch(ctx, search))
  })
}

/** One credential, and who changed it when and why. */
export function showCredential(
  ctx: SearchContext,
  headers: AdministratorHeaders,
  id: string,
): Promise<CredentialRecord> {
  return ctx.decide('pid-provider/admin/credentials/:id', async (decision) => {
    requireAdministrator(ctx, decision, headers)
    const { issuedCredentials } = ctx.stores
    const found = await issuedCredentials.find(id)
    const credential = decision.found('PP-112', PP.unknownCredential, found, 'credential_unknown')
    return { credential, changes: await issuedCredentials.changes(id) }
  })
}

/** A tax number or a `unique_id` becomes the pseudonym under which the register keeps the person. */
function storedSearch(ctx: PersonContext, { uniqueId, taxIdNumber, ...search }: RegisterSearch): CredentialSearch {
  const unique = taxIdNumber === undefined ? uniqueId : uniqueIdOf(ctx, taxIdNumber)
  return unique === undefined ? search : { ...search, subject: registerSubject(ctx, unique) }
}
