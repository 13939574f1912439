/**
 * The public status lists, which show which PIDs are revoked or suspended (draft-ietf-oauth-status-list-12; PP-32,
 * PP-110). Readers need no authentication.
 */
import type { CryptoContext, Random } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import { statusListRequestRules } from '../../member/index.ts'
import {
  createStatusListKeeper,
  createStatusPlaces,
  type StatusLists,
  type StatusPlaces,
  statusValues,
} from '../../status-list/index.ts'
import type { PidProviderConfig } from '../config.ts'
import type { Endpoints } from '../metadata.ts'
import type { PidProviderStores } from '../stores.ts'
import type { CredentialStatus } from './issued-credential.ts'

export const STATUS_LIST_RULES = statusListRequestRules('PP-110')

/** Returns the URI of a list: `status.status_list.uri` in issued credentials. Its form must therefore not change. */
export const statusListUri = (endpoints: Pick<Endpoints, 'statusLists'>, list: number): string =>
  `${endpoints.statusLists}/${list}`

const wireStatus: Readonly<Record<CredentialStatus, number>> = {
  valid: statusValues.valid,
  revoked: statusValues.invalid,
  suspended: statusValues.suspended, // PP-111
}

interface StatusListsContext extends CryptoContext {
  readonly config: Pick<PidProviderConfig, 'statusLists'>
  readonly endpoints: Pick<Endpoints, 'statusLists'>
  readonly stores: Pick<PidProviderStores, 'issuedCredentials'>
  readonly credentialSigner: Signer
}

/** Returns the provider's status lists. A suspension needs at least two bits for each status (`bits`). */
export const createStatusLists = (ctx: StatusListsContext): StatusLists =>
  createStatusListKeeper({
    crypto: ctx.crypto,
    config: ctx.config.statusLists,
    signer: ctx.credentialSigner,
    bits: ctx.config.statusLists.bits,
    uriOf: (list) => statusListUri(ctx.endpoints, list),
    exceptions: async (list) =>
      (await ctx.stores.issuedCredentials.exceptions(list)).map(({ index, status }) => ({
        index,
        status: wireStatus[status],
      })),
  })

/**
 * Seconds after the expiry of a credential for which its place in a status list is not used again. A verifier with a
 * slow clock or an old copy of the list still finds the credential's status there (D-891).
 */
const placeKeptSeconds = 86_400

interface PlacesContext {
  readonly random: Random
  readonly config: Pick<PidProviderConfig, 'statusLists'>
  readonly stores: Pick<PidProviderStores, 'issuedCredentials'>
}

/**
 * Creates the allocator of places, which are indexes in the provider's status lists. A place is free again a day after
 * its credential expired.
 */
export function createCredentialPlaces({ random, config, stores }: PlacesContext): StatusPlaces {
  const { issuedCredentials } = stores
  return createStatusPlaces({
    random,
    config: config.statusLists,
    register: {
      usedPlaces: async (places) =>
        (await issuedCredentials.usedPlaces(places)).map((place) => ({
          ...place,
          until: place.until + placeKeptSeconds,
        })),
      highestList: () => issuedCredentials.highestList(),
      freePlace: (place) => issuedCredentials.freePlace({ ...place, until: place.until - placeKeptSeconds }),
    },
  })
}
