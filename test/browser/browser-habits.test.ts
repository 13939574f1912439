/** Habits of browsers at an application: one of the adapters, by the seed. */
import { randomInt } from 'node:crypto'
import { adapterNames, testHabits } from './browser-habits.ts'

const seed = Number(process.env.TEST_VIEW_SEED ?? randomInt(adapterNames.length))
testHabits([adapterNames[seed % adapterNames.length] ?? ''])
