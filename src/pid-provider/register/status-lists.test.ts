import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import type { StatusPlace, UsedPlace } from '../../status-list/index.ts'
import type { PidProviderStores } from '../stores.ts'
import { createCredentialPlaces } from './status-lists.ts'

test('the register of the places may be an instance of a class', async () => {
  class Register {
    readonly #freed: UsedPlace[] = []

    async usedPlaces(places: readonly StatusPlace[]): Promise<readonly UsedPlace[]> {
      return places.filter(({ index }) => !this.#freed.some((one) => one.index === index)).map(usedUntilTen)
    }
    async highestList(): Promise<number> {
      return this.#freed.length - 1
    }
    async freePlace(place: UsedPlace): Promise<void> {
      this.#freed.push(place)
    }
  }
  const usedUntilTen = (place: StatusPlace): UsedPlace => ({ ...place, until: 10 })
  const stores = { issuedCredentials: new Register() } as unknown as Pick<PidProviderStores, 'issuedCredentials'>
  const config = { statusLists: { count: 1, places: 1000 } } as Parameters<typeof createCredentialPlaces>[0]['config']
  const places = createCredentialPlaces({ random: seededRandom('places'), config, stores })
  const { list } = await places.take(100_000)
  assert.equal(list, 0)
})
