/** Client for the register in the administration API of a PID Provider. */
import { isJsonObject } from '../../base/index.ts'
import { paths } from '../../pid-provider/paths.ts'
import type { CredentialChange, IssuedCredential } from '../../pid-provider/register/issued-credential.ts'
import type { Administer, AdministrationCall } from '../administration.ts'
import { type CallAnswer, type CallResult, membersOf, succeeded } from '../answer-refusal.ts'

const role = 'pid-provider'

/** Filters of the list. Times are in seconds since 1970. */
export interface CredentialFilter {
  readonly status?: string
  readonly format?: string
  readonly subject?: string
  readonly issued_from?: number
  readonly issued_to?: number
  /** ID of the last credential on the previous page. The list continues with older credentials. */
  readonly before?: string
  readonly tax_id_number?: string
}

export interface ShownCredential {
  readonly credential: IssuedCredential
  readonly changes: readonly CredentialChange[]
}

/** Client of the register. Checks only the ID of a credential in a response. */
interface RegisterClient {
  /** Returns at most `limit` credentials that match the filter, newest first. */
  search(filter: CredentialFilter, limit: number): Promise<CallAnswer<readonly IssuedCredential[]>>
  show(id: string): Promise<CallAnswer<ShownCredential>>
  /** Changes the status. Does not check the name of the status: the register does. */
  change(id: string, status: string, reason: string): Promise<CallAnswer<ShownCredential>>
}

/** Returns the call of a search. */
export const searchCall = (filter: CredentialFilter, limit: number): AdministrationCall => ({
  ...{ role, method: 'POST', path: `${paths.adminCredentials}/search` },
  body: { ...filter, limit },
})

const pathOf = (id: string): string => `${paths.adminCredentials}/${encodeURIComponent(id)}`

/** Returns the call that changes the status of a credential. */
export const changeCall = (id: string, status: string, reason: string): AdministrationCall => ({
  ...{ role, method: 'POST', path: `${pathOf(id)}/status` },
  body: { status, reason },
})

/** Returns true for an object with an ID. Does not check the other members. */
const isCredential = (value: unknown): value is IssuedCredential => isJsonObject(value) && typeof value.id === 'string'

/** Returns the result of a call, with the credential if the response contains one. */
function recordOf(result: CallResult): CallAnswer<ShownCredential> {
  const { credential, changes } = membersOf(result)
  if (!succeeded(result) || !isCredential(credential) || !Array.isArray(changes)) return { result }
  return { result, value: { credential, changes: changes as readonly unknown[] as readonly CredentialChange[] } }
}

export const createRegisterClient = (administer: Administer): RegisterClient => ({
  search: async (filter, limit) => {
    const result = await administer(searchCall(filter, limit))
    const { credentials } = membersOf(result)
    const value: readonly unknown[] | undefined = Array.isArray(credentials) ? credentials : undefined
    return succeeded(result) && value?.every(isCredential) ? { result, value } : { result }
  },
  show: async (id) => recordOf(await administer({ role, method: 'GET', path: pathOf(id) })),
  change: async (id, status, reason) => recordOf(await administer(changeCall(id, status, reason))),
})
