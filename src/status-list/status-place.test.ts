import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { Unavailable } from '../base/index.ts'
import {
  createStatusPlaces,
  maximumListCount,
  type PlaceRegister,
  type StatusPlace,
  type UsedPlace,
} from './status-place.ts'

const now = 1_768_478_400
const later = now + 3600

/** Creates a register in which a place is used if `until` returns a time for it. */
const registerOf = (until: (place: StatusPlace) => number | undefined, highest = -1) => {
  const freed: UsedPlace[] = []
  const counts = { reads: 0, looks: 0 }
  const register: PlaceRegister = {
    usedPlaces: async (places) => {
      counts.reads += 1
      return places.flatMap((place) => {
        const end = until(place)
        return end === undefined ? [] : [{ ...place, until: end }]
      })
    },
    highestList: async () => {
      counts.looks += 1
      return highest
    },
    freePlace: async (place) => void freed.push(place),
  }
  return { register, freed, counts }
}

const placesOf = (register: PlaceRegister, config = { count: 2, places: 1000 }) =>
  createStatusPlaces({ random: seededRandom('places'), config, register })

test('PP-109 WP-73 the lists double when 60 % of their places are used, and not before', async () => {
  for (const [percent, count] of [
    [55, 2],
    [65, 4],
  ]) {
    const { register } = registerOf(({ index }) => (index % 100 < (percent ?? 0) ? later : undefined))
    const places = placesOf(register)
    assert.equal(places.usedShare(), undefined)
    await places.take(now)
    assert.equal(places.count(), count)
    assert.equal((places.usedShare() ?? 0) < 0.6, true)
  }
})

test('PP-109 WP-73 the share of used places is read once a minute', async () => {
  let used = 0
  const { register, counts } = registerOf(({ index }) => (index % 100 < used ? later : undefined))
  const places = placesOf(register)
  await Promise.all(Array.from({ length: 20 }, () => places.take(now)))
  assert.deepEqual(counts, { reads: 1, looks: 1 }, 'no single place is looked up if few places are used')
  used = 70
  await places.take(now + 59)
  assert.equal(places.count(), 2)
  await places.take(now + 60)
  assert.equal(places.count(), 4)
})

test('PP-109 WP-73 a used place is not taken, and a place whose token has expired is freed before it is taken', async () => {
  const { register, freed } = registerOf(({ index }) =>
    index % 2 === 0 ? later : index % 3 === 0 ? now - 1 : undefined,
  )
  const places = placesOf(register)
  const taken: StatusPlace[] = []
  for (let n = 0; n < 300; n += 1) taken.push(await places.take(now))
  assert.equal(
    taken.some(({ index }) => index % 2 === 0),
    false,
  )
  const again = taken.filter(({ index }) => index % 3 === 0)
  assert.notEqual(again.length, 0)
  assert.deepEqual(
    freed,
    again.map((place) => ({ ...place, until: now - 1 })),
  )
})

test('PP-109 WP-73 no place is taken if all are used and no list can be added', async () => {
  const { register } = registerOf(() => now)
  const places = placesOf(register, { count: maximumListCount, places: 1000 })
  await assert.rejects(
    places.take(now),
    (thrown) => thrown instanceof Unavailable && /status lists are full/.test(thrown.message),
  )
  assert.equal(places.count(), maximumListCount)
  assert.equal(places.usedShare(), 1)
})

test('PP-110 WP-75 requests for an added list wait for the same look at the register', async () => {
  const { register, counts } = registerOf(() => undefined, 5)
  const places = placesOf(register)
  assert.deepEqual(await Promise.all([places.has(5, now), places.has(5, now), places.has(6, now)]), [true, true, false])
  assert.equal(counts.looks, 1)
})

test('PP-110 WP-75 a slow look at the register does not hide a later one', async () => {
  const looks = [Promise.withResolvers<number>(), Promise.withResolvers<number>()] as const
  let count = 0
  const highestList = () => (looks[count++] ?? looks[1]).promise
  const places = placesOf({ ...registerOf(() => undefined).register, highestList })
  const [first, second] = [places.has(5, now), places.has(5, now + 1)]
  looks[0].resolve(1)
  assert.equal(await first, false)
  const third = places.has(5, now + 1)
  looks[1].resolve(5)
  assert.deepEqual(await Promise.all([second, third]), [true, true])
})

test('PP-110 WP-75 a list that another replica added is found, with one look at the register a second', async () => {
  const { register, counts } = registerOf(() => undefined, 5)
  const places = placesOf(register)
  assert.equal(await places.has(1, now), true)
  assert.equal(counts.looks, 0)
  assert.equal(await places.has(6, now), false)
  for (const list of [7, 8, 9999]) assert.equal(await places.has(list, now), false)
  assert.equal(counts.looks, 1)
  assert.equal(await places.has(5, now), true)
  assert.equal(places.count(), 6)
  assert.equal(await places.has(6, now + 1), false)
  assert.equal(await places.has(maximumListCount, now + 2), false)
  assert.equal(counts.looks, 2)
})

test('PP-110 WP-75 an added list is not unknown while the register is out of reach', async () => {
  let looks = 0
  const highestList = async (): Promise<number> => {
    looks += 1
    if (looks === 1) throw new Unavailable('the register is out of reach')
    return 5
  }
  const places = placesOf({ ...registerOf(() => undefined).register, highestList })
  for (let n = 0; n < 3; n += 1) await assert.rejects(async () => places.has(5, now), Unavailable)
  assert.equal(looks, 1)
  assert.equal(await places.has(5, now + 1), true)
})
