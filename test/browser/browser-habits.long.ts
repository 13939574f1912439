/** Habits of browsers at an application, with each adapter. */
import { adapterNames, testHabits } from './browser-habits.ts'

testHabits(adapterNames)
