/**
 * The claims of the person who logged in, from the person source (PP-67, PP-68, PP-150). The person source is the login
 * itself or an authentic source.
 */
import { type Failure, fail, failed, type NumericDate } from '../../base/index.ts'
import type { CredentialType } from '../../credential/index.ts'
import { type PersonContext, type PidClaims, pidClaims } from '../issuance/pid-claims.ts'
import { type AttributeValueCode, checkAttributePlausibility } from './judge-attributes.ts'
import type { NationalLogin } from './national-identity-provider.ts'
import type { PersonSource, PersonSourceCode } from './person-source.ts'

/** A person's claims in the credential, and the tax number with its prefix. Personal data. */
interface Person {
  readonly claims: PidClaims
  readonly fiscalNumber: string
}

interface FindContext extends PersonContext {
  readonly personSource: PersonSource
  readonly type: CredentialType
}

/**
 * Asks the person source about the person of a login. Fails if the source gives no attributes, if an attribute is
 * implausible, or if a mandatory claim of the credential type has no value.
 */
export async function findPerson(
  ctx: FindContext,
  login: NationalLogin,
  now: NumericDate,
): Promise<Person | Failure<PersonSourceCode | AttributeValueCode>> {
  const found = await ctx.personSource.attributesOf(login)
  const attributes = failed(found) ? found : checkAttributePlausibility(found, now)
  if (failed(attributes)) return attributes
  const claims = pidClaims(ctx, attributes, ctx.type)
  const missing = missingClaim(ctx.type, claims)
  if (missing !== undefined) return fail('attribute_missing', missing) // PP-67
  return { claims, fiscalNumber: attributes.fiscal_number }
}

/** Returns the name of the first mandatory claim without a value, `undefined` if there is none. */
const missingClaim = ({ claims: definitions }: CredentialType, claims: PidClaims): string | undefined =>
  Object.keys(definitions).find((name) => !definitions[name]?.isOptional && !Object.hasOwn(claims, name))

/**
 * Returns the name of the first mandatory claim whose attribute is neither in `attributeNames` nor `unique_id`, which
 * the provider derives. Returns `undefined` if there is none.
 */
export const claimWithoutAttribute = (
  { claims }: CredentialType,
  attributeNames: readonly string[],
): string | undefined =>
  Object.entries(claims).find(
    ([name, { attribute = name, isOptional }]) =>
      !isOptional && attribute !== 'unique_id' && !attributeNames.includes(attribute),
  )?.[0]
