/** Habits of browsers at an application, with one adapter that the seed chooses. */
import { randomInt } from 'node:crypto'
import { adapterNames, testHabits } from './browser-habits.ts'

const seed = Number(process.env.TEST_VIEW_SEED ?? randomInt(adapterNames.length))
testHabits([adapterNames[seed % adapterNames.length] ?? ''])
