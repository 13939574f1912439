/**
 * Lets administrators find credentials and read one with all its changes (PP-112). The register contains only a
 * pseudonym of a person; a search may name the person by tax number or `unique_id`.
 */
import { z } from 'zod'
import { type JsonObject, rules } from '../../base/index.ts'
import { type Administered, parseRequest } from '../../member/index.ts'
import { credentialFormat, formatMdoc, formatSdJwt } from '../../oauth/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import { type PersonContext, registerSubject, uniqueIdOf } from '../issuance/pid-claims.ts'
import type { CredentialSearch } from '../stores.ts'
import type { CredentialRecord } from './change-credential-status.ts'
import type { IssuedCredential } from './issued-credential.ts'

const text = z.string().min(1).max(256).optional()
/** Returns the schema of a whole number, which is text in a query. */
const wholeNumber = (digits: RegExp, bounds: z.ZodInt) =>
  z.union([z.int(), z.string().regex(digits).transform(Number)]).pipe(bounds)
/**
 * Schema of a format by any of its names. The result is the name in the register. In a query, an unescaped `+` arrives
 * as a space (D-1105).
 */
const format = z
  .string()
  .transform((name) => credentialFormat(name.replace(' ', '+')))
  .pipe(z.enum([formatSdJwt, formatMdoc]))
const seconds = wholeNumber(/^\d{1,12}$/, z.int().min(0).max(999_999_999_999)).optional()
/** Query of a search. */
export const searchQuery = z.strictObject({
  /** Thumbprint of the key that the credential is bound to. */
  holder_thumbprint: text,
  /** Pseudonym of the person in the register. */
  subject: text,
  /** Identifier of the person in the PID. */
  unique_id: text,
  /** Thumbprint of the wallet's attested key. */
  client_id: text,
  status: z.enum(['valid', 'suspended', 'revoked']).optional(),
  format: format.optional(),
  /** Earliest time of issuance. */
  issued_from: seconds,
  /** Latest time of issuance, inclusive. */
  issued_to: seconds,
  /** Id of the last credential of the previous page. */
  before: text,
  limit: wholeNumber(/^\d{1,4}$/, z.int().min(1).max(1000)).default(100),
})
/** Body of a search. It may name a person by tax number. A query must not, because logs contain URLs. */
export const searchBody = searchQuery.extend({
  tax_id_number: z
    .string()
    .regex(/^(TINIT-)?[A-Z0-9]{11,16}$/)
    .transform((number) => (number.startsWith('TINIT-') ? number : `TINIT-${number}`))
    .optional(),
})

type RegisterSearch = z.output<typeof searchBody>

export const CREDENTIAL_SEARCH_RULES = rules<'search_malformed'>()(PP.searchMalformed, {
  'PP-112': ['search_malformed'],
})

type SearchContext = Pick<PidProviderServices, 'config' | 'crypto' | 'personSecret' | 'stores'>

const searchBy =
  (schema: z.ZodType<RegisterSearch>, place: string) =>
  (
    ctx: SearchContext,
    { decision }: Administered<PpAnswer>,
    values: JsonObject,
  ): Promise<readonly IssuedCredential[]> => {
    const search = decision.checkNow(CREDENTIAL_SEARCH_RULES, () =>
      parseRequest(schema, 'search_malformed', values, place),
    )
    return ctx.stores.issuedCredentials.search(storedSearch(ctx, search))
  }

/** Returns the credentials that match the query, newest first. */
export const listCredentials = searchBy(searchQuery, 'query')

/** Returns the credentials that match the body, newest first. A body may name a person by their tax number. */
export const searchCredentials = searchBy(searchBody, 'body')

/** Returns one credential with all its changes. Refuses an id that is not in the register. */
export async function showCredential(
  ctx: SearchContext,
  { decision }: Administered<PpAnswer>,
  id: string,
): Promise<CredentialRecord> {
  const { issuedCredentials } = ctx.stores
  const entry = await issuedCredentials.find(id)
  const credential = decision.found('PP-112', PP.unknownCredential, entry, 'credential_unknown')
  return { credential, changes: await issuedCredentials.changes(id) }
}

/**
 * Replaces a tax number or a `unique_id` by the register's pseudonym of the person. If several names of the person are
 * given, the tax number has priority, then `unique_id`, then `subject`.
 */
function storedSearch(ctx: PersonContext, search: RegisterSearch): CredentialSearch {
  const { holder_thumbprint, subject, unique_id, client_id, tax_id_number, status, limit } = search
  const { format, issued_from, issued_to, before } = search
  const uniqueId = tax_id_number === undefined ? unique_id : uniqueIdOf(ctx, tax_id_number)
  const person = uniqueId === undefined ? subject : registerSubject(ctx, uniqueId)
  return {
    limit,
    ...(holder_thumbprint !== undefined && { holderThumbprint: holder_thumbprint }),
    ...(person !== undefined && { subject: person }),
    ...(client_id !== undefined && { clientId: client_id }),
    ...(status !== undefined && { status }),
    ...(format !== undefined && { format }),
    ...(issued_from !== undefined && { issuedFrom: issued_from }),
    ...(issued_to !== undefined && { issuedTo: issued_to }),
    ...(before !== undefined && { before }),
  }
}
